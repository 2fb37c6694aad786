// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <hopveil/graph.h>

namespace hopveil {

/// Everything is 0 for the empty graph.
struct DegreeSummary {
  std::uint64_t min = 0;
  double median = 0;  ///< of an even number of users, the mean of the middle two
  double mean = 0;
  std::uint64_t max = 0;
  std::uint64_t isolated = 0;  ///< users without any connection
};

DegreeSummary summarize_degrees(const Graph& graph);

/// The share of all pairs of users that are connected (Table I's density); 0 for fewer than two users.
double density(const Graph& graph);

}  // namespace hopveil
