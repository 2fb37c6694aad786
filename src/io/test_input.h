// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reading graphs from text in tests.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hopveil/errors.h>

#include "io/graph_format.h"

namespace hopveil::testing {

inline ReadGraph read_text(std::string_view text, std::string_view format = "",
                           const io::ParseSettings& settings = {.threads = 1}) {
  io::DecompressedSource source = io::decompress(io::open_memory(text), settings.limits);
  io::GraphInput input{"test", std::move(source.bytes), true, source.raw_bytes};
  return io::read_graph_input(input, format, settings);
}

/// The message of the InputError that reading throws; empty when it throws none.
inline std::string read_error(std::string_view text, std::string_view format = "",
                              const io::ParseSettings& settings = {.threads = 1}) {
  try {
    read_text(text, format, settings);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline std::vector<std::string> names(const Graph& graph) {
  std::vector<std::string> out;
  for (NodeId node = 0; node < graph.num_nodes(); ++node) out.push_back(graph.ids().text(node));
  return out;
}

using NamedEdge = std::pair<std::string, std::string>;

/// The edges by name, the end that appeared first before the other, in the order of the edge index.
inline std::vector<NamedEdge> named_edges(const Graph& graph) {
  std::vector<NamedEdge> out;
  for (NodeId node = 0; node < graph.num_nodes(); ++node)
    for (const NodeId other : graph.neighbours(node))
      if (node < other) out.emplace_back(graph.ids().text(node), graph.ids().text(other));
  return out;
}

}  // namespace hopveil::testing
