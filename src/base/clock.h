// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace hopveil {

/// "2026-11-16T06:45:42Z"
std::string utc_now();

}  // namespace hopveil
