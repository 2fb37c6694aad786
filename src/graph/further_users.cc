// SPDX-License-Identifier: Apache-2.0
#include "graph/further_users.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "graph/plain_number.h"

namespace hopveil {
namespace {

UserIds longer_ids(const UserIds& ids, std::span<const std::string> names) {
  const bool numeric = ids.numeric() && std::ranges::all_of(names, [](const std::string& name) {
                         return plain_number(name).has_value();
                       });
  if (numeric) {
    std::vector<std::uint64_t> numbers(ids.numbers().begin(), ids.numbers().end());
    numbers.reserve(ids.size() + names.size());
    for (const std::string& name : names) numbers.push_back(*plain_number(name));
    return UserIds::from_numbers(std::move(numbers));
  }
  std::string blob;
  std::vector<std::uint64_t> ends;
  ends.reserve(ids.size() + names.size());
  for (NodeId node = 0; node < ids.size(); ++node) {
    ids.append_text(node, blob);
    ends.push_back(blob.size());
  }
  for (const std::string& name : names) {
    blob += name;
    ends.push_back(blob.size());
  }
  return UserIds::from_text(std::move(blob), std::move(ends));
}

}  // namespace

Graph with_further_users(const Graph& graph, std::span<const std::string> names) {
  if (names.empty()) return graph;
  const std::uint64_t users = std::uint64_t{graph.num_nodes()} + names.size();
  if (users >= kNoNode) {
    throw InputError(fmt::format("the network and the lists together have {} users", users),
                     fmt::format("at most {} fit", kNoNode - 1));
  }
  // The rows stay where they are; only the offsets get longer.
  using Owned = std::pair<std::vector<std::uint64_t>, Graph>;
  const auto owned = std::make_shared<Owned>(
      std::vector<std::uint64_t>(graph.offsets().begin(), graph.offsets().end()), graph);
  owned->first.resize(users + 1, graph.offsets().back());
  return Graph(owned->first, graph.targets(), longer_ids(graph.ids(), names), owned);
}

}  // namespace hopveil
