// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "graph/builder.h"

namespace hopveil::infer {

/// The edges of a network that is made, in pieces: a single list is copied as it grows, and then takes up to
/// three times its size.
class EdgeList {
 public:
  void add(Edge edge) {
    if (pieces_.empty() || pieces_.back().size() == kPiece) {
      pieces_.emplace_back();
      pieces_.back().reserve(pieces_.size() == 1 ? 0 : kPiece);
    }
    pieces_.back().push_back(edge);
  }
  /// Of these users; no edges are left.
  Graph graph(const UserIds& ids) { return build_graph(std::move(pieces_), ids, 1).graph; }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 17;
  EdgePieces pieces_;
};

}  // namespace hopveil::infer
