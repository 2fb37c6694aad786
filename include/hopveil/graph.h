// SPDX-License-Identifier: Apache-2.0
#pragma once

// The network: an undirected, unweighted, simple graph whose nodes have names.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hopveil/api.h>

namespace hopveil {

/// Nodes are numbered 0, 1, .. in order of first appearance in the input.
using NodeId = std::uint32_t;

/// The largest number of nodes: one value stays free to mean "no node".
inline constexpr NodeId kNoNode = 0xFFFFFFFF;

/// The users' names, kept exactly as the input gave them. When every name is a plain decimal number ("7", not
/// "07") only the numbers are stored; the text is the same. Immutable and cheap to copy; any thread may read.
///
///     const UserIds names = UserIds::from_text("annbob", {3, 6});
///     std::cout << names.size() << ' ' << names.text(1) << '\n';  // 2 bob
class HOPVEIL_API UserIds {
 public:
  UserIds() = default;
  static UserIds from_numbers(std::vector<std::uint64_t> numbers);
  /// Name i is blob[ends[i-1], ends[i]).
  static UserIds from_text(std::string blob, std::vector<std::uint64_t> ends);
  /// As the two above, on memory that `storage` keeps alive (a mapped file).
  static UserIds view_numbers(std::span<const std::uint64_t> numbers, std::shared_ptr<const void> storage);
  static UserIds view_text(std::string_view blob, std::span<const std::uint64_t> ends,
                           std::shared_ptr<const void> storage);

  std::size_t size() const { return numeric_ ? numbers_.size() : ends_.size(); }
  bool numeric() const { return numeric_; }
  std::string text(NodeId node) const;
  void append_text(NodeId node, std::string& out) const;

  /// The raw storage, for the binary format and for indices.
  std::span<const std::uint64_t> numbers() const { return numbers_; }
  std::string_view blob() const { return blob_; }
  std::span<const std::uint64_t> ends() const { return ends_; }

 private:
  bool numeric_ = true;
  std::span<const std::uint64_t> numbers_;
  std::string_view blob_;
  std::span<const std::uint64_t> ends_;
  std::shared_ptr<const void> storage_;
};

/// Compressed sparse rows: each undirected edge stands in the rows of both its ends; rows are sorted, without
/// repeats and without the node itself. Cheap to copy (the arrays are shared and immutable); any thread may
/// read it. Nothing here checks a node's number: graph_from_edges and graph_from_rows (build_graph.h) do.
///
/// The *edge index* numbers the undirected edges 0 .. num_edges()-1 in the order in which a walk over the
/// rows meets them from their smaller end: for u ascending, for v in neighbours(u) with v > u.
///
///     std::uint64_t met_once = 0;
///     for (NodeId u = 0; u < graph.num_nodes(); ++u)
///       for (const NodeId v : graph.neighbours(u)) met_once += v > u;
///     std::cout << (met_once == graph.num_edges()) << ' ' << graph.ids().text(0) << '\n';
class HOPVEIL_API Graph {
 public:
  Graph();
  /// `offsets` has one entry per node and a last one; row v is targets[offsets[v], offsets[v+1]). The caller
  /// (the builder, the binary reader) promises what the class comment says. Throws InputError when the sizes
  /// do not fit together.
  Graph(std::vector<std::uint64_t> offsets, std::vector<NodeId> targets, UserIds ids);
  /// The same on memory that `storage` keeps alive.
  Graph(std::span<const std::uint64_t> offsets, std::span<const NodeId> targets, UserIds ids,
        std::shared_ptr<const void> storage);

  NodeId num_nodes() const { return static_cast<NodeId>(offsets_.size() - 1); }
  std::uint64_t num_edges() const { return targets_.size() / 2; }
  std::uint64_t degree(NodeId node) const { return offsets_[node + std::size_t{1}] - offsets_[node]; }
  std::span<const NodeId> neighbours(NodeId node) const {
    return targets_.subspan(offsets_[node], degree(node));
  }
  std::span<const std::uint64_t> offsets() const { return offsets_; }
  std::span<const NodeId> targets() const { return targets_; }
  const UserIds& ids() const { return ids_; }

 private:
  std::span<const std::uint64_t> offsets_;
  std::span<const NodeId> targets_;
  UserIds ids_;
  std::shared_ptr<const void> storage_;
};

}  // namespace hopveil
