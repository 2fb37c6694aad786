// SPDX-License-Identifier: Apache-2.0
#include "io/hvg_format.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/hvg_layout.h"
#include "io/test_input.h"
#include "support/temporary_folder.h"

namespace hopveil::testing {
namespace {

using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

std::string file_content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string hvg_of(const std::string& text) {
  const TemporaryFolder folder;
  io::write_hvg(read_text(text).graph, folder.path("g.hvg"));
  return file_content(folder.path("g.hvg"));
}

void expect_same(const Graph& a, const Graph& b) {
  EXPECT_THAT(a.offsets(), ElementsAreArray(b.offsets()));
  EXPECT_THAT(a.targets(), ElementsAreArray(b.targets()));
  EXPECT_EQ(names(a), names(b));
  EXPECT_EQ(a.ids().numeric(), b.ids().numeric());
}

const std::string kNumbered = "7 3\n3 5\n7 5\n5 900000000000\n";
const std::string kNamed = "ann bob\nbob Zoë\nann Zoë\nZoë 42\n8 8\n";

TEST(Hvg, ReadsBackWhatWasWritten) {
  const TemporaryFolder folder;
  for (const std::string& text : {kNumbered, kNamed}) {
    const Graph graph = read_text(text).graph;
    io::write_hvg(graph, folder.path("g.hvg"));
    const ReadGraph read = read_graph(folder.path("g.hvg"));
    EXPECT_EQ(read.summary.format, "hvg");
    expect_same(read.graph, graph);
  }
}

TEST(Hvg, TheEmptyGraphReadsBack) {
  const TemporaryFolder folder;
  io::write_hvg(Graph(), folder.path("g.hvg"));
  EXPECT_EQ(read_graph(folder.path("g.hvg")).graph.num_nodes(), 0U);
}

TEST(Hvg, AMappedGraphOutlivesItsFile) {
  const TemporaryFolder folder;
  io::write_hvg(read_text(kNamed).graph, folder.path("g.hvg"));
  const Graph graph = read_graph(folder.path("g.hvg")).graph;
  std::filesystem::remove(folder.path("g.hvg"));
  expect_same(graph, read_text(kNamed).graph);
}

TEST(Hvg, EveryTruncationIsAnError) {
  for (const std::string& text : {kNumbered, kNamed}) {
    const std::string whole = hvg_of(text);
    for (std::size_t size = 0; size < whole.size(); ++size)
      EXPECT_NE(read_error(whole.substr(0, size), "hvg"), "") << size;
    EXPECT_NE(read_error(whole + '\0', "hvg"), "");
  }
}

TEST(Hvg, EveryFlippedBitIsAnError) {
  for (const std::string& text : {kNumbered, kNamed}) {
    const std::string whole = hvg_of(text);
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
      std::string flipped = whole;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
      EXPECT_NE(read_error(flipped, "hvg"), "") << "bit " << bit;
    }
  }
}

/// A forger's file: the checksums fit whatever the bytes are.
std::string with_checksums(std::string bytes) {
  io::HvgHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.body_checksum = io::hvg_body_checksum(std::string_view(bytes).substr(sizeof(header)), 1);
  header.header_checksum = io::hvg_header_checksum(header);
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

TEST(Hvg, ForgedFilesWithFittingChecksumsNeverGiveABrokenGraph) {
  for (const std::string& text : {kNumbered, kNamed}) {
    const std::string whole = hvg_of(text);
    const std::size_t header_end = sizeof(io::HvgHeader);
    for (std::size_t bit = 8 * 16; bit < 8 * whole.size(); ++bit) {
      if (bit / 8 >= 48 && bit / 8 < header_end) continue;  // the checksums themselves
      std::string forged = whole;
      forged[bit / 8] = static_cast<char>(forged[bit / 8] ^ (1 << (bit % 8)));
      try {
        const Graph graph = read_text(with_checksums(forged), "hvg").graph;
        for (NodeId node = 0; node < graph.num_nodes(); ++node) {
          for (const NodeId other : graph.neighbours(node)) {
            ASSERT_LT(other, graph.num_nodes());
            const auto row = graph.neighbours(other);
            ASSERT_TRUE(std::binary_search(row.begin(), row.end(), node)) << "bit " << bit;
          }
          graph.ids().text(node);
        }
      } catch (const InputError&) {
        // refused
      }
    }
  }
}

TEST(Hvg, AnEdgeInOneRowOnlyIsFound) {
  // A path 0-1-2 whose last row is changed from {1} to {0}: every row is still in order.
  std::string whole = hvg_of("0 1\n1 2\n");
  io::HvgHeader header;
  std::memcpy(&header, whole.data(), sizeof(header));
  const NodeId wrong = 0;
  std::memcpy(whole.data() + io::HvgSections(header).targets + 3 * sizeof(NodeId), &wrong, sizeof(wrong));
  EXPECT_THAT(read_error(with_checksums(whole), "hvg"), HasSubstr("in the row of one end only"));
}

TEST(Hvg, AnotherVersionIsNamed) {
  std::string whole = hvg_of(kNumbered);
  whole[8] = 3;
  EXPECT_THAT(read_error(whole, "hvg"), HasSubstr("has version 3; this hopveil reads versions 1 to 2"));
}

TEST(Hvg, KeepsWhetherEverybodyIsListed) {
  const TemporaryFolder folder;
  for (const bool lists_everybody : {false, true}) {
    io::write_hvg(read_text(kNamed).graph, folder.path("g.hvg"), lists_everybody);
    EXPECT_EQ(read_graph(folder.path("g.hvg")).summary.lists_everybody, lists_everybody);
  }
}

TEST(Hvg, AFileOfVersion1DoesNotSayThatEverybodyIsListed) {
  std::string old = hvg_of(kNamed);
  old[8] = 1;
  const ReadGraph read = read_text(with_checksums(old), "hvg");
  expect_same(read.graph, read_text(kNamed).graph);
  EXPECT_FALSE(read.summary.lists_everybody);
  old[32] = 3;  // a flag that version 1 does not have
  EXPECT_THAT(read_error(with_checksums(old), "hvg"), HasSubstr("its header is not possible"));
}

}  // namespace
}  // namespace hopveil::testing
