// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <hopveil/graph.h>

#include "graph/node_table.h"

namespace hopveil {

/// Finds users by name.
class UserIndex {
 public:
  explicit UserIndex(UserIds ids);

  /// The user with exactly this name; kNoNode when there is none.
  NodeId find(std::string_view name) const;

 private:
  UserIds ids_;
  NodeTable table_;
};

}  // namespace hopveil
