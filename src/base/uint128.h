// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace hopveil {

/// 128-bit products of 64-bit numbers; gcc and clang have the type, ISO C++ does not.
__extension__ using Uint128 = unsigned __int128;

}  // namespace hopveil
