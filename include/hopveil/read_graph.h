#pragma once

// Reading networks from files.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil {

/// How a graph came out of its file.
struct ReadSummary {
  std::string format;  ///< the format's name, as in `--format`
  std::string header;  ///< an edge list's line of column names, as it stands; empty: it has none
  std::uint64_t repeated_edges = 0;  ///< removed: the same pair again, in either direction
  std::uint64_t self_loops = 0;      ///< removed
};

struct ReadGraph {
  Graph graph;
  ReadSummary summary;
};

struct ReadOptions {
  std::string format;    ///< a name of graph_formats(); empty: recognised from the file's name and content
  unsigned threads = 0;  ///< 0: all processors
};

/// Reads a network; "-" is standard input; .gz and .zst are decompressed, whatever the format.
/// Throws InputError (with file, line, column) or SystemError.
ReadGraph read_graph(const std::string& path, const ReadOptions& options = {});

/// A file format, for help texts.
struct GraphFormatInfo {
  std::string_view name;                      ///< as in `--format`
  std::string_view summary;                   ///< one line
  std::span<const std::string_view> endings;  ///< of file names, such as ".gml"
};

/// Every format that read_graph knows.
std::vector<GraphFormatInfo> graph_formats();

}  // namespace hopveil
