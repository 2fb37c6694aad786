// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "release/publish.h"

namespace hopveil::cli {

/// What the terminal says after a release: what was written, its status, what was promised to whom in plain
/// words. For `quiet` only what must not be missed: a promise that is not kept, and what no promise covers.
/// `colour`: for a terminal that wants it.
std::string release_text(const release::ReleasePlan& plan, const release::Published& published, bool quiet,
                         bool colour);

/// What was promised to whom, a line for each level; with `colour`, green protects, yellow is weak, red does
/// not protect.
std::string promise_text(const release::Promise& promise, bool refuted, bool colour);

}  // namespace hopveil::cli
