// SPDX-License-Identifier: Apache-2.0
// The published facts of the real graphs (see the data folder's README).

#include <gtest/gtest.h>

#include <hopveil/read_graph.h>

#include "support/data_files.h"

namespace hopveil::io {
namespace {

struct Facts {
  const char* file;
  NodeId nodes;
  std::uint64_t edges;
  std::uint64_t lines;  // edges as the file lists them
  std::uint64_t self_loops;
  const char* header;
};

void PrintTo(const Facts& facts, std::ostream* out) {
  *out << facts.file;
}

class RealData : public ::testing::TestWithParam<Facts> {};

TEST_P(RealData, HasTheFactsThatItsPublisherStates) {
  const Facts& facts = GetParam();
  HOPVEIL_NEED_DATA(path, facts.file);
  for (const unsigned threads : {1U, 2U}) {
    const ReadGraph read = read_graph(path, {.format = "", .threads = threads});
    EXPECT_EQ(read.graph.num_nodes(), facts.nodes);
    EXPECT_EQ(read.graph.num_edges(), facts.edges);
    EXPECT_EQ(read.summary.self_loops, facts.self_loops);
    EXPECT_EQ(read.graph.num_edges() + read.summary.repeated_edges + read.summary.self_loops, facts.lines);
    EXPECT_EQ(read.summary.columns.header, facts.header);
  }
}

TEST(RealDataNames, PolblogsAreNamedByLabelsAndKarateByIds) {
  HOPVEIL_NEED_DATA(polblogs, "polblogs.gml");
  HOPVEIL_NEED_DATA(karate, "karate.gml");
  EXPECT_EQ(read_graph(polblogs).graph.ids().text(0), "100monkeystyping.com");
  EXPECT_EQ(read_graph(karate).graph.ids().text(33), "34");
}

INSTANTIATE_TEST_SUITE_P(Files, RealData,
                         ::testing::Values(Facts{"polblogs.gml", 1490, 16715, 19090, 3, ""},
                                           Facts{"karate.gml", 34, 78, 78, 0, ""},
                                           Facts{"facebook_combined.txt.gz", 4039, 88234, 88234, 0, ""},
                                           Facts{"ca-CondMat.txt.gz", 23133, 93439, 186936, 58, ""},
                                           Facts{"musae_facebook_pages_edges.csv", 22470, 170823, 171002, 179,
                                                 "id_1,id_2"},
                                           Facts{"soc-Epinions1.txt.gz", 75879, 405740, 508837, 0, ""},
                                           Facts{"ego-Twitter.txt.gz", 81306, 1342296, 1342310, 14, ""}));

}  // namespace
}  // namespace hopveil::io
