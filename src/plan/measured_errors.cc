// SPDX-License-Identifier: Apache-2.0
#include "plan/measured_errors.h"

namespace hopveil::plan {

std::span<const MeasuredError> measured_errors() {
  static constexpr MeasuredError kMeasured[] = {
#include "plan/measured_errors.inc"
  };
  return kMeasured;
}

}  // namespace hopveil::plan
