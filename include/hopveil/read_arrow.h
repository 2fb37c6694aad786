// SPDX-License-Identifier: Apache-2.0
#pragma once

// Networks from an Arrow stream: whatever offers the Arrow C stream interface (pyarrow, polars, DuckDB, ADBC
// drivers, Spark) is read in chunks, without a file and without Python objects.

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>

#include <hopveil/api.h>
#include <hopveil/graph.h>

struct ArrowArrayStream;  // the Arrow C stream interface, as every Arrow library defines it

namespace hopveil {

/// Which columns hold the edges.
///
///     const ArrowReadOptions by_name{.source = "follower", .target = "followee"};
struct ArrowReadOptions {
  std::string source = {};    ///< name of the column with one end of every edge; empty: the first column
  std::string target = {};    ///< the other end; empty: the second column
  unsigned threads = 0;       ///< 0: all processors
  std::stop_token stop = {};  ///< asked to stop, reading throws Cancelled before the next chunk
};

/// Everybody who exists, in one of three forms.
///
///     const std::vector<std::uint64_t> ids = {7, 8, 9};
///     const ArrowUsers everybody{.numbers = ids};
struct ArrowUsers {
  ArrowArrayStream* stream = nullptr;           ///< ids in its only column, or in the column `column`
  std::string column = {};                      ///< of `stream`
  std::span<const std::string> names = {};      ///< or as texts
  std::span<const std::uint64_t> numbers = {};  ///< or as numbers
};

/// A network and what making it simple removed.
///
///     const auto network = [](ArrowArrayStream& rows) {
///       const ArrowGraph read = graph_from_arrow(rows, {.source = "follower", .target = "followee"});
///       std::cout << read.graph.num_edges() << " edges, " << read.repeated_edges << " repeated\n";
///       return read.graph;
///     };
struct ArrowGraph {
  Graph graph;
  bool integer_ids = false;  ///< all columns of the streams held integers, not texts
  std::uint64_t repeated_edges = 0;
  std::uint64_t self_loops = 0;
};

/// The network with an edge for every row. Ids are integers of any width, or strings (utf8, large_utf8,
/// utf8_view), also dictionary-encoded; 7 and "7" are one user. Directions are dropped, repeats and
/// self-loops removed and counted. The result does not depend on how rows are cut into chunks.
///
/// Without `users` they are numbered by first appearance. With `users` these are all that exist, in this
/// order, and a row that names another user is refused.
///
/// Takes the streams over: they are released whatever happens. Throws InputError, with the row (from 1),
/// for nulls, empty or unprintable ids, columns of other types, or arrays that break the Arrow format;
/// SystemError when the stream itself fails.
HOPVEIL_API ArrowGraph graph_from_arrow(ArrowArrayStream& edges, const ArrowReadOptions& options = {},
                                        const ArrowUsers* users = nullptr);

}  // namespace hopveil
