// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one statement on whether a release keeps its promise. Terminal, metadata, page and ledger all take it
// from here.

#include <string>
#include <vector>

#include "mechanism/mechanism.h"

namespace hopveil::release {

enum class StatusKind {
  kProved,                ///< the guarantee is proved and covers everything in the release
  kProvedWithExceptions,  ///< it is proved, and some choices looked at protected edges before it began
  kRefuted                ///< a counterexample is known
};

struct ReleaseStatus {
  StatusKind kind = StatusKind::kRefuted;
  std::string statement;                ///< what is promised: for which neighbours, at which level
  std::string reason;                   ///< proved where, refuted by what
  std::vector<std::string> exceptions;  ///< what the guarantee does not cover, a sentence each

  /// "proved", "proved with exceptions" or "refuted": what files hold.
  std::string text() const;
};

/// `exceptions` are choices that look at protected edges outside of the mechanism.
ReleaseStatus release_status(const mechanism::Guarantee& guarantee, std::vector<std::string> exceptions);

}  // namespace hopveil::release
