// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace hopveil::cli {

/// What the program returns; scripts rely on it.
enum class ExitCode : int {
  kDone = 0,
  kViolationFound = 1,
  kNotVerified = 1,
  kWrongInput = 2,
  kBudgetRefused = 3,
  kSystemFailed = 4,
  kBug = 70,
};

}  // namespace hopveil::cli
