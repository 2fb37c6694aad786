// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include <hopveil/read_graph.h>

#include "base/progress.h"
#include "graph/degree_summary.h"

namespace hopveil::cli {

/// What `hopveil info` reports about a network.
struct NetworkFacts {
  std::string source;
  ReadSummary read;
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t components = 0;
  std::uint64_t largest_component = 0;
  std::optional<std::uint64_t> diameter;  ///< of the largest component
  double density = 0;                     ///< edges over pairs of nodes
  DegreeSummary degrees;
  std::uint64_t public_users = 0;
  std::string public_choice;  ///< empty: no public users given
};

/// `progress` is that of the diameter, which can take long.
NetworkFacts gather_facts(const Graph& graph, unsigned threads, bool with_diameter = true,
                          const Progress& progress = {});
nlohmann::ordered_json facts_json(const NetworkFacts& facts);
void print_facts(const NetworkFacts& facts);

}  // namespace hopveil::cli
