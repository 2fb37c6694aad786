// SPDX-License-Identifier: Apache-2.0
#include "base/random_id.h"

#include <cstdint>

#include <fmt/format.h>

#include "base/secure_rng.h"

namespace hopveil {

std::string random_id() {
  SecureRng random;
  const std::uint64_t upper = random.next_u64();
  return fmt::format("{:016x}{:016x}", upper, random.next_u64());
}

}  // namespace hopveil
