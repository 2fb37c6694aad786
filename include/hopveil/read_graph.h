// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reading networks from files.

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/graph.h>

namespace hopveil {

/// How the lines of an edge list were read (docs/formats/edge-list.md). Follows from the file's first lines
/// and the options; says nothing about single edges.
///
///     for (const std::string& column : read.summary.columns.dropped) std::cerr << "not read: " << column;
struct EdgeListColumns {
  std::size_t count = 0;             ///< columns of a line; 0: not an edge list
  std::string separator;             ///< "comma", "blank", "pipe", ..
  std::string header;                ///< the line of column names as it stands; empty: there is none
  std::vector<std::string> taken;    ///< the two columns of ids: their names, or "1", "2" without a header
  std::vector<std::string> dropped;  ///< the other columns, in the same way
};

/// How a graph came out of its file. What depends on edges stands last, and belongs in no file or note of a
/// release.
///
///     std::cerr << path << ": " << describe(read.summary) << '\n';
///     if (!read.summary.lists_everybody) std::cerr << "users without connections are not known\n";
struct ReadSummary {
  std::string format;       ///< the format's name, as in `--format`
  EdgeListColumns columns;  ///< of an edge list
  /// The file, or a list that came with it, names every user, whether connected or not: taking an edge away
  /// takes no user away.
  bool lists_everybody = false;
  /// The format or the names of columns give edges a direction, which the graph does not have.
  bool drops_directions = false;
  std::string hint;  ///< a sentence on what may be meant instead; mostly empty

  std::uint64_t repeated_edges = 0;  ///< removed: the same pair again, in either direction
  std::uint64_t self_loops = 0;      ///< removed
  std::uint64_t users_added = 0;     ///< listed, and not in the network's file
};

/// A network and how it was read.
///
///     const auto [network, summary] = read_graph("network.gml");
///     std::cout << network.num_nodes() << " users from " << summary.format << '\n';
struct ReadGraph {
  Graph graph;
  ReadSummary summary;
};

/// Whether an edge list's first line names the columns.
enum class HeaderChoice { kRecognise, kHeader, kNoHeader };

/// What decides how an edge list is read where its first lines leave a doubt.
///
///     const EdgeListOptions second_and_third{.columns = "2,3", .header = HeaderChoice::kNoHeader};
struct EdgeListOptions {
  std::string columns = {};  ///< the two columns of ids, "follower,followee" or "2,3"; empty: recognised
  HeaderChoice header = HeaderChoice::kRecognise;
  char delimiter = '\0';  ///< what separates columns (a blank is any run of blanks and tabs); 0: recognised

  bool any() const { return !columns.empty() || header != HeaderChoice::kRecognise || delimiter != '\0'; }
};

/// What a file may take. The limits keep a small hostile file from filling the memory.
///
///     const InputLimits from_strangers{.unpacked = 1 << 30, .id_length = 64};
struct InputLimits {
  /// Bytes that compressed data may become; 0: 64 MiB and 100 times the compressed size.
  std::uint64_t unpacked = 0;
  std::size_t id_length = 4096;  ///< bytes of one id
};

/// How to read. Nothing here changes what a file of one meaning is read as.
///
///     ReadOptions careful{.format = "edges", .threads = 1};
///     careful.edge_list.columns = "follower,followee";
struct ReadOptions {
  std::string format;    ///< a name of graph_formats(); empty: recognised from the file's name and content
  unsigned threads = 0;  ///< 0: all processors
  EdgeListOptions edge_list = {};
  std::string id_attribute = {};  ///< GraphML: the data key that holds the users' ids; empty: the nodes' ids
  InputLimits limits = {};
  std::stop_token stop = {};  ///< asked to stop, reading throws Cancelled within a second
};

/// Reads a network; "-" is standard input; .gz and .zst are decompressed, whatever the format.
/// Throws InputError (with file, line, column) or SystemError.
HOPVEIL_API ReadGraph read_graph(const std::string& path, const ReadOptions& options = {});

/// Names everybody who exists, where the file does not: those of `users` whom the network lacks become users
/// without connections, and taking an edge away takes no user away any more. Throws InputError for an edge
/// list with an edge of somebody else, and for names that no user can have.
///
///     ReadGraph edges = read_graph("edges.csv");
///     list_users(edges, std::vector<std::string>{"ann", "bob", "cleo"});
HOPVEIL_API void list_users(ReadGraph& read, std::span<const std::string> users);

/// "comma-separated, header `id,follower,followee`, 3 columns; took `follower`, `followee`": what was read,
/// for whoever gave the file. Says nothing that depends on edges.
HOPVEIL_API std::string describe(const ReadSummary& summary);

/// A file format, for help texts.
///
///     for (const GraphFormatInfo& format : graph_formats())
///       std::cout << format.name << ": " << format.summary << '\n';
struct GraphFormatInfo {
  std::string_view name;                      ///< as in `--format`
  std::string_view summary;                   ///< one line
  std::span<const std::string_view> endings;  ///< of file names, such as ".gml"
};

/// Every format that read_graph knows.
HOPVEIL_API std::vector<GraphFormatInfo> graph_formats();

}  // namespace hopveil
