// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hopveil/graph.h>

#include "graph/node_table.h"

namespace hopveil::io {

/// Numbers users in order of first appearance. Holds names as numbers as long as all are plain numbers, and
/// turns to text when the first other name comes; the numbering does not change by that.
class UserNumbering {
 public:
  /// The user whose name is this number, written plainly.
  NodeId of_number(std::uint64_t name) {
    if (name < direct_.size()) [[likely]] {
      NodeId& node = direct_[name];
      if (node == kNoNode) [[unlikely]]
        node = add_number(name);
      return node;
    }
    return of_far_number(name);
  }
  /// The user with this name, whether it is a plain number or not.
  NodeId of_text(std::string_view name);
  /// The same without numbering anybody: kNoNode for a new name. May be called by several threads at once.
  NodeId find_number(std::uint64_t name) const {
    if (name < direct_.size()) [[likely]]
      return direct_[name];
    return find_far_number(name);
  }
  NodeId find_text(std::string_view name) const;

  /// Whether all names so far are plain numbers.
  bool holds_numbers() const { return !is_text_; }
  std::size_t size() const { return is_text_ ? ends_.size() : numbers_.size(); }
  /// Leaves nothing behind.
  UserIds finish();

 private:
  NodeId of_far_number(std::uint64_t name);
  NodeId find_far_number(std::uint64_t name) const;
  NodeId find_in_texts(std::string_view name) const;
  NodeId add_number(std::uint64_t name);
  NodeId find_or_add_text(std::string_view name);
  std::string_view text_of(NodeId node) const;
  void widen_direct(std::uint64_t name);
  void turn_to_text();

  bool is_text_ = false;
  // Numbers: small ones by a table, the others by hashing.
  std::vector<std::uint64_t> numbers_;
  std::vector<NodeId> direct_;
  NodeTable far_;
  // Text.
  std::string blob_;
  std::vector<std::uint64_t> ends_;
  NodeTable texts_;
};

}  // namespace hopveil::io
