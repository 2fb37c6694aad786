// SPDX-License-Identifier: Apache-2.0
#include "graph/degree_summary.h"

#include <algorithm>
#include <vector>

namespace hopveil {

DegreeSummary summarize_degrees(const Graph& graph) {
  DegreeSummary summary;
  const std::size_t count = graph.num_nodes();
  if (count == 0) return summary;

  std::vector<std::uint64_t> degrees(count);
  for (NodeId node = 0; node < count; ++node) degrees[node] = graph.degree(node);
  const auto [min, max] = std::minmax_element(degrees.begin(), degrees.end());
  summary.min = *min;
  summary.max = *max;
  summary.mean = 2 * static_cast<double>(graph.num_edges()) / static_cast<double>(count);
  summary.isolated = static_cast<std::uint64_t>(std::count(degrees.begin(), degrees.end(), 0));

  const auto middle = degrees.begin() + static_cast<std::ptrdiff_t>(count / 2);
  std::nth_element(degrees.begin(), middle, degrees.end());
  const std::uint64_t upper = *middle;
  const std::uint64_t lower = count % 2 == 1 ? upper : *std::max_element(degrees.begin(), middle);
  summary.median = static_cast<double>(lower + upper) / 2;
  return summary;
}

double density(const Graph& graph) {
  const double nodes = graph.num_nodes();
  if (nodes < 2) return 0;
  return static_cast<double>(graph.num_edges()) / (nodes * (nodes - 1) / 2);
}

}  // namespace hopveil
