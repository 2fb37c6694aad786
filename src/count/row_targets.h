// SPDX-License-Identifier: Apache-2.0
#pragma once

// To be included before anything of Highway: what counting is compiled for.

// Vectors without a size known to the compiler cannot be kept in arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3)
