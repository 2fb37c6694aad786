// SPDX-License-Identifier: Apache-2.0
#include "io/convert_edge_list.h"

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "io/edge_list_format.h"
#include "io/graph_format.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kHeadSize = std::size_t{1} << 16;

void check_is_edge_list(GraphInput& input, const std::string& format_name) {
  const GraphFormat& format = format_name.empty()
                                  ? recognise_graph_format(input.path, input.bytes->peek(kHeadSize))
                                  : graph_format_named(format_name);
  if (&format == &kEdgeListFormat) return;
  throw InputError(
      fmt::format("a file of the format {} cannot be converted under a memory limit", format.name),
      "only edge lists are read piece by piece");
}

}  // namespace

ExternalBuilder::Result convert_edge_list(const std::string& path, const ReadOptions& options,
                                          const std::string& output, std::uint64_t memory) {
  ExternalBuilder builder(output, memory);
  DecompressedSource source;
  GraphInput input;
  try {
    source = decompress(open_file(path), options.limits);
    input = {path, std::move(source.bytes), source.was_compressed, std::move(source.raw_bytes)};
    check_is_edge_list(input, options.format);
  } catch (InputError& error) {
    error.in_file(path);
    throw;
  }
  const ReadGraph users =
      read_graph_input(input, kEdgeListFormat.name,
                       {.threads = options.threads,
                        .edge_list = options.edge_list,
                        .limits = options.limits,
                        .edges_to = [&](std::span<const Edge> edges) { builder.add(edges); }});
  return builder.finish(users.graph.ids());
}

}  // namespace hopveil::io
