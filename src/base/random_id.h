// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace hopveil {

/// 32 hexadecimal digits from the operating system's generator: never the same twice, and about nothing.
std::string random_id();

}  // namespace hopveil
