// SPDX-License-Identifier: Apache-2.0
// Our counts equal igraph's on every real graph of ../shared/data.

#include <string>

#include <gtest/gtest.h>

#include <hopveil/count.h>
#include <hopveil/read_graph.h>
#include <hopveil/users.h>

#include "graph/edge_subset.h"
#include "support/data_files.h"
#include "support/igraph_counts.h"

namespace hopveil {
namespace {

struct RealGraph {
  std::string file;
  std::string public_top;  ///< fewer than the paper's where igraph would take minutes
  unsigned hops;
};

class RealDataCount : public ::testing::TestWithParam<RealGraph> {};

TEST_P(RealDataCount, EqualsIgraph) {
  HOPVEIL_NEED_DATA(path, GetParam().file);
  const Graph graph = read_graph(path).graph;
  const UserRoles roles(graph.num_nodes(),
                        highest_degree_users(graph, TopShare::from_text(GetParam().public_top)));
  ExactCounts expected_reach;
  const ExactCounts expected = testing::igraph_counts(graph, roles, GetParam().hops, &expected_reach);
  FingerprintCounter counter(graph, roles);
  ExactCounts counts;
  counter.count(GetParam().hops, counts);
  EXPECT_EQ(counts, expected);
  EdgeSubset all(graph.num_edges());
  all.fill();
  counter.count(all, GetParam().hops, counts);
  EXPECT_EQ(counts, expected) << "with every edge kept";
  for (const EdgeAccess edges : {EdgeAccess::kInMemory, EdgeAccess::kStreamed}) {
    FingerprintCounter with_reach(graph, roles, {.edges = edges}, CounterUse::kWholeGraph);
    ExactCounts reach;
    with_reach.count_with_reach(GetParam().hops, counts, reach);
    EXPECT_EQ(counts, expected) << "with reach";
    EXPECT_EQ(reach, expected_reach);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, RealDataCount,
    ::testing::Values(RealGraph{"karate.gml", "5%", 7}, RealGraph{"polblogs.gml", "61", 7},
                      RealGraph{"facebook_combined.txt.gz", "5%", 7}, RealGraph{"ca-CondMat.txt.gz", "5%", 7},
                      RealGraph{"musae_facebook_pages_edges.csv", "5%", 7},
                      RealGraph{"soc-Epinions1.txt.gz", "256", 7}, RealGraph{"ego-Twitter.txt.gz", "64", 7}),
    [](const auto& instance) {
      std::string name = instance.param.file.substr(0, instance.param.file.find('.'));
      for (char& c : name) c = c == '-' ? '_' : c;
      return name;
    });

}  // namespace
}  // namespace hopveil
