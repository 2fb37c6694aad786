// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a file format is, and the list of all.
//
// Adding a format: one file with its GraphFormat, its test, and one line in graph_format.cc. Help texts,
// recognition and the tests of all formats walk the list.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <hopveil/read_graph.h>

#include "graph/builder.h"
#include "io/byte_source.h"
#include "io/text_blocks.h"

namespace hopveil::io {

/// An opened file, decompressed.
struct GraphInput {
  std::string path;
  std::unique_ptr<PeekableSource> bytes;
  bool is_compressed = false;
  /// How many bytes of the file itself were read so far; null: not known.
  std::shared_ptr<const std::uint64_t> raw_bytes = nullptr;
};

struct ParseSettings {
  unsigned threads = 0;
  std::size_t block_size = kDefaultBlockSize;  ///< tests make it tiny
  EdgeListOptions edge_list = {};
  std::string id_attribute = {};
  InputLimits limits = {};
  /// Gets the edges of an edge list piece by piece instead of the graph, which then has users only. Called by
  /// one thread at a time. Other formats do not know it.
  std::function<void(std::span<const Edge>)> edges_to = {};
};

struct GraphFormat {
  std::string_view name;
  std::string_view summary;
  std::span<const std::string_view> endings;
  /// Whether the first bytes of a file can belong to no other format.
  bool (*recognise)(std::string_view head);
  /// Throws InputError with line and column, without the file's name. Fills in all but summary.format.
  ReadGraph (*read)(GraphInput& input, const ParseSettings& settings);
};

/// What every text format ends with: the simple graph of the edges, and what was removed from them.
ReadGraph simple_graph(EdgePieces edges, UserIds users, unsigned threads);

std::span<const GraphFormat* const> all_graph_formats();

/// The format of that name; InputError, naming all, when there is none.
const GraphFormat& graph_format_named(std::string_view name);

/// The format whose signature `head` carries; else the one that the path's ending names (below .gz, .zst);
/// else edge lists. Throws InputError for formats of others that are known but not read.
const GraphFormat& recognise_graph_format(std::string_view path, std::string_view head);

/// read_graph on an open input; errors get the input's path.
ReadGraph read_graph_input(GraphInput& input, std::string_view format, const ParseSettings& settings);

}  // namespace hopveil::io
