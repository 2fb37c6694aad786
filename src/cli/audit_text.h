// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "audit/audit.h"

namespace hopveil::cli {

/// How a result is shown.
struct AuditView {
  bool colours = false;  ///< escape sequences: only for terminals
  /// The pairs are edges of the user's own network: the result is marked as NOT private.
  bool of_given_network = false;
};

/// The result for a terminal.
std::string audit_text(const audit::AuditResult& result, const AuditView& view);

/// The named pairs with their drawings.
std::string pairs_text();

/// What is known about one subject when everything is taken together.
struct SubjectSummary {
  /// The row that says most: a violation before anything else, then the largest share of what was promised.
  const audit::AuditRow* worst = nullptr;
  /// The row's, unless play-back found a violation that no row shows.
  audit::AuditVerdict verdict = audit::AuditVerdict::kNoneFound;
  std::string reason;
};
std::vector<SubjectSummary> subject_summaries(const audit::AuditResult& result);

/// What stands above everything that shows edges of a given network.
inline constexpr const char* kAuditNotPrivate =
    "NOT PRIVATE: this shows true connections of the given network";

/// "0.945", "32.5", "-" for none.
std::string epsilon_text(const std::optional<double>& epsilon);

}  // namespace hopveil::cli
