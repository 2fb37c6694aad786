// SPDX-License-Identifier: Apache-2.0
#include "graph/network_spec.h"

#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/uint128.h"

namespace hopveil {

std::uint64_t num_pairs(std::uint64_t nodes) {
  return nodes % 2 == 0 ? nodes / 2 * (nodes - (nodes == 0 ? 0 : 1)) : (nodes - 1) / 2 * nodes;
}

void check_spec(const NetworkSpec& spec) {
  if (spec.nodes == 0 || spec.nodes > kNoNode) {
    throw InputError(fmt::format("a network of {} nodes cannot be generated", spec.nodes),
                     fmt::format("the number of nodes must be from 1 to {}", kNoNode));
  }
  if (spec.edges > num_pairs(spec.nodes)) {
    throw InputError(
        fmt::format("a network of {} nodes cannot have {} edges", spec.nodes, spec.edges),
        fmt::format("without repeats and self-loops there are at most {}", num_pairs(spec.nodes)));
  }
}

std::uint64_t random_below(SeededRng& rng, std::uint64_t bound) {
  check(bound > 0, "a random number below 0 was asked for");
  Uint128 product = static_cast<Uint128>(rng.next_u64()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t rejected = -bound % bound;  // 2^64 mod bound
    while (static_cast<std::uint64_t>(product) < rejected)
      product = static_cast<Uint128>(rng.next_u64()) * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

double random_unit(SeededRng& rng) {
  return static_cast<double>((rng.next_u64() >> 11) + 1) * 0x1p-53;
}

std::vector<NodeId> shuffled_nodes(NodeId nodes, SeededRng rng) {
  std::vector<NodeId> order(nodes);
  std::iota(order.begin(), order.end(), NodeId{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_below(rng, i)]);
  return order;
}

UserIds numbered_users(NodeId nodes) {
  std::vector<std::uint64_t> numbers(nodes);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  return UserIds::from_numbers(std::move(numbers));
}

}  // namespace hopveil
