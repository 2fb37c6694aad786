// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as one format: a valid graph or an InputError, the same for every block size.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "io/graph_format.h"
#include "io/hvg_layout.h"

namespace hopveil {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void require_valid(const Graph& graph) {
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    const auto row = graph.neighbours(node);
    for (std::size_t i = 0; i < row.size(); ++i) {
      require(row[i] < graph.num_nodes() && row[i] != node && (i == 0 || row[i - 1] < row[i]));
      const auto back = graph.neighbours(row[i]);
      require(std::binary_search(back.begin(), back.end(), node));
    }
    require(!graph.ids().text(node).empty());
  }
}

/// Everything about the outcome of reading, as text.
std::string outcome(std::string_view bytes, std::size_t block_size) {
  io::GraphInput input{"fuzz", std::make_unique<io::PeekableSource>(io::open_memory(bytes)), true};
  try {
    const ReadGraph read =
        io::read_graph_input(input, HOPVEIL_FUZZ_FORMAT, {.threads = 1, .block_size = block_size});
    require_valid(read.graph);
    std::string text = std::to_string(read.summary.repeated_edges) + " " +
                       std::to_string(read.summary.self_loops) + read.summary.columns.header;
    for (const NodeId target : read.graph.targets()) text += " " + std::to_string(target);
    for (NodeId node = 0; node < std::min<NodeId>(read.graph.num_nodes(), 1000); ++node)
      text += "\n" + read.graph.ids().text(node);
    return text;
  } catch (const InputError& error) {
    return error.what();
  }
}

/// A changed .hvg file would always fail its checksums; a forger makes them fit, and so do we.
std::string with_checksums(std::string bytes) {
  io::HvgHeader header;
  if (bytes.size() < sizeof(header) || bytes.size() % 8 != 0) return bytes;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.body_checksum = io::hvg_body_checksum(std::string_view(bytes).substr(sizeof(header)), 1);
  header.header_checksum = io::hvg_header_checksum(header);
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

}  // namespace
}  // namespace hopveil

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (std::string_view(HOPVEIL_FUZZ_FORMAT) == "hvg") bytes = hopveil::with_checksums(std::move(bytes));
  hopveil::require(hopveil::outcome(bytes, 1 << 16) == hopveil::outcome(bytes, 7));
  return 0;
}
