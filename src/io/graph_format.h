#pragma once

// What a file format is, and the list of all.
//
// Adding a format: one file with its GraphFormat, its test, and one line in graph_format.cc. Help texts,
// recognition and the tests of all formats walk the list.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <hopveil/read_graph.h>

#include "graph/builder.h"
#include "io/byte_source.h"
#include "io/text_blocks.h"

namespace hopveil {

/// An opened file, decompressed.
struct GraphInput {
  std::string path;
  std::unique_ptr<PeekableSource> bytes;
  bool is_compressed = false;
};

struct ParseSettings {
  unsigned threads = 0;
  std::size_t block_size = kDefaultBlockSize;  ///< tests make it tiny
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
/// else edge lists.
const GraphFormat& recognise_graph_format(std::string_view path, std::string_view head);

/// read_graph on an open input; errors get the input's path.
ReadGraph read_graph_input(GraphInput& input, std::string_view format, const ParseSettings& settings);

}  // namespace hopveil
