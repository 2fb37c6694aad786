// SPDX-License-Identifier: Apache-2.0
#include "dp/experiment_noise.h"

#include <cmath>
#include <cstdint>

#include "base/check.h"

namespace hopveil::dp {

double continuous_laplace_for_experiments(RandomSource& source, double epsilon, double sensitivity) {
  check(epsilon > 0 && sensitivity >= 0, "Laplace noise has no such epsilon or sensitivity");
  const std::uint64_t word = source.next_u64();
  // The upper 53 bits as a uniform number in (0, 1]; the lowest bit, which it does not use, is the sign.
  const double uniform = (static_cast<double>(word >> 11) + 1) * 0x1p-53;
  const double magnitude = -std::log(uniform) * sensitivity / epsilon;
  return (word & 1) != 0 ? -magnitude : magnitude;
}

}  // namespace hopveil::dp
