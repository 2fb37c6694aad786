// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "infer/inference.h"

namespace hopveil::infer {

/// The obvious inference, kept beside the real one, which has to beat it.
///
/// Users for whom randomized response is worth it (find_liberal_users) release their edges. Each of the
/// others releases two noisy counts: its public neighbours, and the private neighbours whose pair it owns.
/// Users without released edges are imputed once as copies of random liberal users, or without any of these
/// with as many random neighbours as they answered. Every private user of that network is a template; a
/// user's count is the median of the templates, weighted by exp(-epsilon * distance of the two counts).
Infer infer_plainly;

}  // namespace hopveil::infer
