// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <chrono>

#include <fmt/chrono.h>

namespace hopveil {

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace hopveil
