// SPDX-License-Identifier: Apache-2.0
#include "graph/generators.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hopveil/errors.h>

#include "graph/generate_community.h"
#include "graph/generate_powerlaw.h"
#include "graph/generate_rmat.h"

namespace hopveil {
namespace {

/// `numerator / denominator` edges per node, but at most a quarter of all pairs.
std::uint64_t edges_per_node(std::uint64_t nodes, std::uint64_t numerator, std::uint64_t denominator) {
  if (nodes == 0 || nodes > kNoNode) return 0;  // check_spec will complain about the nodes
  return std::min(nodes * numerator / denominator, (num_pairs(nodes) + 3) / 4);
}

constexpr std::array kGenerators{
    GeneratorInfo{
        "community",
        "dense communities, hubs, few bridges: like the friendships of a social network (ego-Facebook)",
        [](std::uint64_t nodes) { return edges_per_node(nodes, kDemoNetwork.edges, kDemoNetwork.nodes); },
        generate_community},
    GeneratorInfo{"powerlaw", "power-law degrees with clustering: a growing network (Holme and Kim 2002)",
                  [](std::uint64_t nodes) { return edges_per_node(nodes, 10, 1); }, generate_powerlaw},
    GeneratorInfo{"rmat", "R-MAT (Kronecker) with the Graph500 parameters: for very large networks",
                  [](std::uint64_t nodes) { return edges_per_node(nodes, 16, 1); }, generate_rmat},
};

}  // namespace

std::span<const GeneratorInfo> generators() {
  return kGenerators;
}

const GeneratorInfo& find_generator(std::string_view name) {
  const auto found = std::find_if(kGenerators.begin(), kGenerators.end(),
                                  [&](const GeneratorInfo& info) { return info.name == name; });
  if (found != kGenerators.end()) return *found;
  std::array<std::string_view, kGenerators.size()> names;
  std::transform(kGenerators.begin(), kGenerators.end(), names.begin(),
                 [](const GeneratorInfo& info) { return info.name; });
  throw InputError(fmt::format("\"{}\" is not a kind of network", name),
                   fmt::format("choose one of {}", fmt::join(names, ", ")));
}

}  // namespace hopveil
