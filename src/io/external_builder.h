// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/builder.h"
#include "io/spill_file.h"

namespace hopveil::io {

/// Builds an .hvg file from edges that need not fit memory: the same file that build_graph and write_hvg
/// make.
///
/// Both directions of every edge are collected in memory, sorted and without repeats; whenever they are too
/// many they go to a nameless file beside the destination as a *run*. At the end the runs are merged, which
/// removes the repeats between them. Besides `memory` it holds 8 bytes per user; on the disk, in the worst
/// case, 16 bytes for every edge that is added and 8 for every different one, beside the result.
class ExternalBuilder {
 public:
  struct Result {
    std::uint64_t num_nodes;
    std::uint64_t num_edges;
    SimplifiedCounts removed;
  };

  /// Throws InputError when `memory` is below kLeastMemory, SystemError when no file can be made there.
  ExternalBuilder(std::string path, std::uint64_t memory);

  static constexpr std::uint64_t kLeastMemory = std::uint64_t{1} << 20;

  void add(std::span<const Edge> edges);
  /// Writes the file, on the nodes 0 .. ids.size()-1, which every edge must have kept to. The file appears
  /// whole or not at all. `lists_everybody`: as of write_hvg. Once.
  Result finish(const UserIds& ids, bool lists_everybody = false);

 private:
  void write_run();
  std::uint64_t merge_runs(std::vector<std::uint64_t>& offsets);

  std::string path_;
  std::uint64_t memory_;
  std::vector<std::uint64_t> halves_;  // owner << 32 | other
  SpillFile runs_;
  std::vector<std::uint64_t> run_begins_ = {0};  // in bytes of runs_
  SpillFile targets_;
  std::uint64_t num_added_ = 0;
  std::uint64_t self_loops_ = 0;
};

}  // namespace hopveil::io
