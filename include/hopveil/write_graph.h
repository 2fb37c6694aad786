// SPDX-License-Identifier: Apache-2.0
#pragma once

// Networks to files.

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <hopveil/api.h>
#include <hopveil/graph.h>

namespace hopveil {

/// Writes the network in our binary format (docs/formats/hvg.md), which read_graph maps without copying. The
/// file appears whole or not at all. `lists_everybody`: it names every user, whether connected or not. Throws
/// SystemError.
HOPVEIL_API void write_binary_graph(const Graph& graph, const std::string& path, bool lists_everybody);

/// Writes the same file of edges that need not fit memory: they are sorted on the disk, in nameless files
/// beside `path`. Used by one thread at a time.
///
///     BinaryGraphWriter writer("path.hvg", numbered_users(3), true, std::uint64_t{1} << 30);
///     writer.add(std::vector<NodeId>{0, 1}, std::vector<NodeId>{1, 2});  // as often as there are more
///     std::cout << writer.finish() << '\n';                              // 2
class HOPVEIL_API BinaryGraphWriter {
 public:
  /// Holds `users`, 8 bytes for each of them, and `memory` bytes for edges. Throws InputError when that is
  /// too little, SystemError when no file can be made there.
  BinaryGraphWriter(const std::string& path, UserIds users, bool lists_everybody, std::uint64_t memory);
  ~BinaryGraphWriter();
  BinaryGraphWriter(const BinaryGraphWriter&) = delete;
  BinaryGraphWriter& operator=(const BinaryGraphWriter&) = delete;

  /// Edges between from[i] and to[i]. Directions, repeats and self-loops go. Throws InputError when the spans
  /// differ in size or name a user who does not exist, SystemError when the disk is full.
  void add(std::span<const NodeId> from, std::span<const NodeId> to);
  /// The file appears, whole or not at all. How many different edges it has. Once.
  std::uint64_t finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hopveil
