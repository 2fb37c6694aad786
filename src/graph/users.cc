// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>
#include <hopveil/users.h>

#include "base/decimal.h"
#include "base/uint128.h"

namespace hopveil {
namespace {

constexpr std::uint64_t kMillionthsPerPercent = 1'000'000;

}  // namespace

UserRoles::UserRoles(NodeId num_nodes, std::vector<NodeId> public_users)
    : public_users_(std::move(public_users)), row_(num_nodes, 0) {
  std::sort(public_users_.begin(), public_users_.end());
  const auto repeated = std::adjacent_find(public_users_.begin(), public_users_.end());
  if (repeated != public_users_.end()) throw InputError(fmt::format("user {} is public twice", *repeated));
  if (!public_users_.empty() && public_users_.back() >= num_nodes) {
    throw InputError(fmt::format("user {} does not exist; there are {}", public_users_.back(), num_nodes));
  }
  for (const NodeId node : public_users_) row_[node] = kNoNode;
  private_users_.reserve(num_nodes - public_users_.size());
  for (NodeId node = 0; node < num_nodes; ++node) {
    if (row_[node] == kNoNode) continue;
    row_[node] = static_cast<NodeId>(private_users_.size());
    private_users_.push_back(node);
  }
}

TopShare TopShare::from_text(std::string_view text) {
  const bool is_percentage = !text.empty() && text.back() == '%';
  const auto number = parse_decimal(is_percentage ? text.substr(0, text.size() - 1) : text);
  const int places = is_percentage ? 6 : 0;
  const std::uint64_t limit = is_percentage ? 100 * kMillionthsPerPercent : kNoNode;
  const auto amount = number && !number->negative && is_whole(*number, places)
                          ? scaled_floor(*number, places, limit)
                          : std::nullopt;
  if (!amount || *amount == 0) {
    throw InputError(fmt::format("\"{}\" does not say how many users are public", text),
                     "give a number of users such as 61, or a percentage above 0% and up to 100% such as 5%");
  }
  return {is_percentage, *amount};
}

std::uint64_t TopShare::of(std::uint64_t num_nodes) const {
  if (!is_percentage) return amount;
  constexpr std::uint64_t kWhole = 100 * kMillionthsPerPercent;
  return static_cast<std::uint64_t>(static_cast<Uint128>(num_nodes) * amount / kWhole);
}

std::vector<NodeId> highest_degree_users(const Graph& graph, TopShare share) {
  const std::uint64_t wanted = share.of(graph.num_nodes());
  if (wanted > graph.num_nodes()) {
    throw InputError(
        fmt::format("{} public users are asked for, but the graph has {} users", wanted, graph.num_nodes()));
  }
  std::vector<NodeId> nodes(graph.num_nodes());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  const auto before = [&](NodeId a, NodeId b) {
    return graph.degree(a) != graph.degree(b) ? graph.degree(a) > graph.degree(b) : a < b;
  };
  const auto end = nodes.begin() + static_cast<std::ptrdiff_t>(wanted);
  std::nth_element(nodes.begin(), end, nodes.end(), before);
  nodes.erase(end, nodes.end());
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace hopveil
