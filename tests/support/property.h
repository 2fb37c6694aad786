// SPDX-License-Identifier: Apache-2.0
#pragma once

// rapidcheck with a fixed seed, so that a failure can be repeated; RC_PARAMS in the environment overrides it.

#include <cstdlib>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hopveil::testing {

inline const bool kPropertiesAreSeeded = ::setenv("RC_PARAMS", "seed=20151", 0) == 0;

}  // namespace hopveil::testing
