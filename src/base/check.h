// SPDX-License-Identifier: Apache-2.0
#pragma once

// Contracts between our own functions. Never for user input: that is an InputError.

#include <hopveil/errors.h>

namespace hopveil {

/// Throws BugError when a contract between our own functions is broken. `problem` reads as a sentence without
/// a full stop: check(offset <= size, "a chunk begins behind the end of its file").
inline void check(bool holds, const char* problem) {
  if (!holds) throw BugError(problem);
}

}  // namespace hopveil
