// SPDX-License-Identifier: Apache-2.0
#include "io/external_builder.h"

#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>
#include <hopveil/read_graph.h>
#include <hopveil/write_graph.h>

#include "base/seeded_rng.h"
#include "io/convert_edge_list.h"
#include "io/hvg_format.h"
#include "io/write_graph.h"
#include "support/temporary_folder.h"
#include "support/text_files.h"

namespace hopveil::io {
namespace {

using testing::read_text;
using testing::TemporaryFolder;
using testing::write_text;

UserIds numbered(NodeId num_nodes) {
  std::vector<std::uint64_t> numbers(num_nodes);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{100});
  return UserIds::from_numbers(std::move(numbers));
}

UserIds named(NodeId num_nodes) {
  std::string blob;
  std::vector<std::uint64_t> ends;
  for (NodeId node = 0; node < num_nodes; ++node) {
    blob += "u" + std::to_string(node);
    ends.push_back(blob.size());
  }
  return UserIds::from_text(std::move(blob), std::move(ends));
}

/// Built in memory and on the disk: the same bytes, the same counts.
void expect_same_file(std::vector<Edge> edges, const UserIds& ids) {
  const TemporaryFolder folder;
  ExternalBuilder builder(folder.path("external.hvg"), ExternalBuilder::kLeastMemory);
  for (std::size_t begin = 0; begin < edges.size(); begin += 1000)
    builder.add(std::span(edges).subspan(begin, std::min<std::size_t>(1000, edges.size() - begin)));
  const ExternalBuilder::Result result = builder.finish(ids);

  EdgePieces pieces;
  pieces.push_back(std::move(edges));
  const BuiltGraph built = build_graph(std::move(pieces), ids, 1);
  write_hvg(built.graph, folder.path("in_memory.hvg"));
  EXPECT_EQ(read_text(folder.path("external.hvg")), read_text(folder.path("in_memory.hvg")));
  EXPECT_EQ(result.num_nodes, built.graph.num_nodes());
  EXPECT_EQ(result.num_edges, built.graph.num_edges());
  EXPECT_EQ(result.removed.repeated_edges, built.removed.repeated_edges);
  EXPECT_EQ(result.removed.self_loops, built.removed.self_loops);
}

TEST(ExternalBuilder, WritesTheSameFileAsInMemory) {
  expect_same_file({}, numbered(0));
  expect_same_file({}, numbered(3));
  expect_same_file({{0, 1}}, numbered(2));
  expect_same_file({{2, 1}, {1, 2}, {0, 0}, {1, 2}}, named(4));
}

// A MiB has room for 65536 edges: six runs, with repeats between them.
TEST(ExternalBuilder, MergesRunsAndRemovesRepeatsBetweenThem) {
  SeededRng rng(1);
  constexpr NodeId kNodes = 500;
  std::vector<Edge> edges;
  for (int i = 0; i < 350'000; ++i)
    edges.push_back({static_cast<NodeId>(rng() % kNodes), static_cast<NodeId>(rng() % kNodes)});
  expect_same_file(edges, numbered(kNodes));
  expect_same_file(edges, named(kNodes));
}

TEST(ExternalBuilder, ConvertsAnEdgeListAsInMemory) {
  const TemporaryFolder folder;
  std::string text = "# users by name\n";
  SeededRng rng(2);
  for (int i = 0; i < 150'000; ++i) text += fmt::format("u{} u{}\n", rng() % 3000, rng() % 3000);
  write_text(folder.path("edges.txt"), text);
  const auto result = convert_edge_list(folder.path("edges.txt"), {}, folder.path("external.hvg"),
                                        ExternalBuilder::kLeastMemory);
  const ReadGraph read = read_graph(folder.path("edges.txt"));
  write_graph(read.graph, folder.path("in_memory.hvg"));
  EXPECT_EQ(read_text(folder.path("external.hvg")), read_text(folder.path("in_memory.hvg")));
  EXPECT_EQ(result.num_edges, read.graph.num_edges());
  EXPECT_EQ(result.removed.repeated_edges, read.summary.repeated_edges);
  EXPECT_EQ(result.removed.self_loops, read.summary.self_loops);
}

TEST(ExternalBuilder, ConvertsEdgeListsOnly) {
  const TemporaryFolder folder;
  write_text(folder.path("graph.gml"), "graph [ node [ id 1 ] ]");
  EXPECT_THROW(convert_edge_list(folder.path("graph.gml"), {}, folder.path("graph.hvg"),
                                 ExternalBuilder::kLeastMemory),
               InputError);
  write_text(folder.path("bad.txt"), "a b\nc\n");
  EXPECT_THROW(
      convert_edge_list(folder.path("bad.txt"), {}, folder.path("bad.hvg"), ExternalBuilder::kLeastMemory),
      InputError);
  EXPECT_FALSE(std::filesystem::exists(folder.path("bad.hvg")));
}

TEST(ExternalBuilder, LeavesNothingBehindWhenItIsNotFinished) {
  const TemporaryFolder folder;
  {
    ExternalBuilder builder(folder.path("graph.hvg"), ExternalBuilder::kLeastMemory);
    const std::vector<Edge> edges(100'000, Edge{0, 1});
    builder.add(edges);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path(".")));
}

TEST(ExternalBuilder, RefusesTooLittleMemoryAndAFolderThatIsNotThere) {
  const TemporaryFolder folder;
  EXPECT_THROW(ExternalBuilder(folder.path("graph.hvg"), 1000), InputError);
  EXPECT_THROW(ExternalBuilder(folder.path("missing/graph.hvg"), ExternalBuilder::kLeastMemory), SystemError);
}

TEST(BinaryGraphWriter, WritesTheFileOfAGraphInMemory) {
  const TemporaryFolder folder;
  BinaryGraphWriter writer(folder.path("streamed.hvg"), named(5), true, ExternalBuilder::kLeastMemory);
  writer.add(std::vector<NodeId>{0, 1}, std::vector<NodeId>{1, 0});
  writer.add(std::vector<NodeId>{3, 2, 3}, std::vector<NodeId>{2, 2, 1});
  EXPECT_EQ(writer.finish(), 3U);
  EXPECT_THROW(writer.finish(), InputError);
  EXPECT_THROW(writer.add(std::vector<NodeId>{0}, std::vector<NodeId>{1}), InputError);
  EdgePieces pieces = {{{0, 1}, {3, 2}, {3, 1}}};
  write_binary_graph(build_graph(std::move(pieces), named(5), 1).graph, folder.path("whole.hvg"), true);
  EXPECT_EQ(read_text(folder.path("streamed.hvg")), read_text(folder.path("whole.hvg")));
}

TEST(BinaryGraphWriter, RefusesUsersWhoDoNotExistAndLeavesNoFile) {
  const TemporaryFolder folder;
  {
    BinaryGraphWriter writer(folder.path("none.hvg"), named(2), true, ExternalBuilder::kLeastMemory);
    EXPECT_THROW(writer.add(std::vector<NodeId>{0}, std::vector<NodeId>{2}), InputError);
    EXPECT_THROW(writer.add(std::vector<NodeId>{0}, std::vector<NodeId>{}), InputError);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path("")));
}

}  // namespace
}  // namespace hopveil::io
