// SPDX-License-Identifier: Apache-2.0
#pragma once

// Tries to break a mechanism's promise on pairs of networks that differ in one connection (docs/audit.md).
// Uses small networks of its own: nothing that needs protection is read, and nothing is charged.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/epsilon.h>

namespace hopveil {

/// What is attacked, and how long.
///
///     AuditSettings settings{.mechanism = "uniform", .runs = 10000};
///     settings.level = Epsilon::from_text("0.5");
struct AuditSettings {
  std::string mechanism = "all";  ///< a name of mechanisms.h
  /// Of the edge in which the two networks of a pair differ.
  Epsilon level = Epsilon::from_nanos(Epsilon::kNanosPerUnit);
  double seconds = 60;                     ///< about; decides on the number of runs
  std::optional<std::uint64_t> runs = {};  ///< on each network, instead
  std::uint64_t seed = 1;
  unsigned threads = 0;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};
  std::stop_token stop = {};  ///< asked to stop, throws Cancelled within a second
};

/// One mechanism (in one reading) on one pair of networks.
///
///     for (const AuditLine& line : audit_mechanism({.mechanism = "uniform", .runs = 1000}).lines)
///       if (line.promised && line.bound > *line.promised) std::cout << line.pair << ": " << line.bound;
struct AuditLine {
  std::string subject;
  std::string pair;
  unsigned hops = 1;
  std::optional<double> promised;  ///< epsilon; none for an edge between public users
  double bound = 0;                ///< with 99% confidence for all lines together, epsilon is at least this
  std::string verdict;             ///< "violation", "none found", "inconclusive", "not protected"
  std::string reason;
};

/// What was found, a line for each mechanism and pair.
///
///     const AuditReport report = audit_mechanism({.seconds = 10});
///     std::cout << report.lines.size() << " attacks: " << report.verdict << '\n';
struct AuditReport {
  /// "violation" when there is one, else "inconclusive" when there is one, else "none found", which is no
  /// proof.
  std::string verdict;
  std::vector<AuditLine> lines;
};

/// Throws InputError for an unknown mechanism and for no runs or seconds, Cancelled when asked to stop.
///
///     const AuditReport report = audit_mechanism({.mechanism = "eli", .seconds = 1});
///     std::cout << report.verdict << '\n';
HOPVEIL_API AuditReport audit_mechanism(const AuditSettings& settings);

}  // namespace hopveil
