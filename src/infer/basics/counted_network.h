// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hopveil/graph.h>

#include "infer/basics/hop_rows.h"

namespace hopveil::infer {

/// A network that could be the true one, and every user's counts in it.
struct CountedNetwork {
  Graph graph;
  HopRows counts;  ///< by user
};

}  // namespace hopveil::infer
