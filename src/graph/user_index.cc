// SPDX-License-Identifier: Apache-2.0
#include "graph/user_index.h"

#include <utility>

#include "graph/plain_number.h"

namespace hopveil {
namespace {

std::string_view text_of(const UserIds& ids, NodeId node) {
  const std::uint64_t begin = node == 0 ? 0 : ids.ends()[node - 1];
  return ids.blob().substr(begin, ids.ends()[node] - begin);
}

}  // namespace

UserIndex::UserIndex(UserIds ids) : ids_(std::move(ids)) {
  for (NodeId node = 0; node < ids_.size(); ++node) {
    if (ids_.numeric()) {
      const std::uint64_t number = ids_.numbers()[node];
      table_.find_or_insert(table_.hash(number), node,
                            [&](NodeId other) { return ids_.numbers()[other] == number; });
    } else {
      const std::string_view text = text_of(ids_, node);
      table_.find_or_insert(table_.hash(text), node,
                            [&](NodeId other) { return text_of(ids_, other) == text; });
    }
  }
}

NodeId UserIndex::find(std::string_view name) const {
  if (!ids_.numeric())
    return table_.find(table_.hash(name), [&](NodeId node) { return text_of(ids_, node) == name; });
  const auto number = plain_number(name);
  if (!number) return kNoNode;
  return table_.find(table_.hash(*number), [&](NodeId node) { return ids_.numbers()[node] == *number; });
}

}  // namespace hopveil
