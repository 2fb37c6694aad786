// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "infer/basics/hop_rows.h"
#include "infer/basics/list_per_user.h"

namespace hopveil::infer {

/// Of a network that could be the true one: every user's counts, and the neighbours of those to train with.
struct CountedNetwork {
  ListPerUser neighbours;
  HopRows counts;  ///< by user
};

}  // namespace hopveil::infer
