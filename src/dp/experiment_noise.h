// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/random_source.h"

namespace hopveil::dp {

/// The paper's continuous Laplace noise, density proportional to exp(-epsilon |x| / sensitivity), for
/// comparing with the paper's figures. NOT for a release: made with floating point, its low bits betray the
/// true value (Mironov, CCS 2012). A release uses DiscreteLaplace.
double continuous_laplace_for_experiments(RandomSource& source, double epsilon, double sensitivity);

}  // namespace hopveil::dp
