#include "infer/model/imputed_networks.h"

#include <gtest/gtest.h>

#include "dp/preferences.h"
#include "graph/builder.h"
#include "graph/generators.h"

namespace hopveil {
namespace {

/// Of so many users the first five are public, and every n-th other one is liberal. Edges among these are
/// known.
Teacher teacher_of(NodeId num_users, NodeId every, const char* kind = "powerlaw") {
  const Graph graph = find_generator(kind).make({num_users, 3 * std::uint64_t{num_users}, 5, 1});
  const PublicKnowledge knowledge(graph, UserRoles(num_users, {0, 1, 2, 3, 4}),
                                  Preferences(std::vector<Epsilon>(num_users - 5, Epsilon::from_text("30"))));
  Anchors anchors{{}, std::vector<bool>(num_users, false), {}};
  for (NodeId user = 5; user < num_users; user += every) {
    anchors.liberal.push_back(user);
    anchors.is_liberal[user] = true;
  }
  std::vector<Edge> edges;
  for (NodeId user = 0; user < num_users; ++user) {
    for (const NodeId other : graph.neighbours(user)) {
      const auto is_known = [&](NodeId of) { return of < 5 || anchors.is_liberal[of]; };
      if (user < other && is_known(user) && is_known(other)) edges.push_back({user, other});
    }
  }
  anchors.known = graph_from_edges(num_users, std::move(edges));
  const Progress silent;
  return make_teacher(knowledge, anchors, {.hops = 5}, SeededRng(1), Meter(silent));
}

TEST(Teacher, CompletesSmallNetworksMoreOften) {
  for (const auto& [users, kept] : {std::pair{100U, 16U}, {4000U, 8U}, {9000U, 4U}}) {
    const Teacher teacher = teacher_of(users, 3);
    EXPECT_EQ(teacher.networks.size(), kept) << users;
    EXPECT_EQ(teacher.samples.size(), 4 * kept - 1) << users;
  }
}

TEST(Teacher, HasNothingToCompleteWhenNobodyIsMissing) {
  const Teacher teacher = teacher_of(100, 1);
  EXPECT_EQ(teacher.networks.size(), 1U);
  EXPECT_EQ(teacher.samples.size(), 1U);
  EXPECT_EQ(teacher.detours.to_four, 0);
}

// Circles, most of which are not joined: hiding shows that nobody is near who seems to be out of reach.
TEST(Teacher, LearnsFromHidingHowFewDetoursThereAre) {
  EXPECT_LT(teacher_of(3000, 3, "community").detours.to_five, 0.03) << "without it .065";
}

}  // namespace
}  // namespace hopveil
