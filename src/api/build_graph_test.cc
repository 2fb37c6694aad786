// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/build_graph.h>
#include <hopveil/build_users.h>
#include <hopveil/count.h>
#include <hopveil/errors.h>

namespace hopveil {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// What an InputError of `call` says; empty when it throws none.
template <class Call>
std::string complaint(Call&& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

struct Rows {
  std::vector<std::uint64_t> offsets;
  std::vector<NodeId> targets;
};

Graph adopt(const Rows& rows) {
  const auto kept = std::make_shared<const Rows>(rows);
  return graph_from_rows(kept->offsets, kept->targets,
                         numbered_users(static_cast<NodeId>(rows.offsets.size() - 1)), kept);
}

TEST(GraphFromEdgesTest, DropsDirectionsRepeatsAndSelfLoopsAndKeepsUsersWithoutEdges) {
  const std::vector<NodeId> from = {0, 1, 1, 2};
  const std::vector<NodeId> to = {1, 0, 2, 2};
  RemovedEdges removed;
  const Graph graph =
      graph_from_edges(named_users(std::vector<std::string>{"a", "b", "c", "d"}), from, to, 2, &removed);
  EXPECT_EQ(graph.num_nodes(), 4u);
  EXPECT_EQ(graph.num_edges(), 2u);
  EXPECT_THAT(graph.neighbours(1), ElementsAre(0, 2));
  EXPECT_EQ(graph.degree(3), 0u);
  EXPECT_EQ(graph.ids().text(3), "d");
  EXPECT_EQ(removed.repeated, 1u);
  EXPECT_EQ(removed.self_loops, 1u);
}

TEST(GraphFromEdgesTest, AUserThatDoesNotExistIsTheCallersMistake) {
  const std::vector<NodeId> from = {0};
  const std::vector<NodeId> to = {99};
  EXPECT_EQ(complaint([&] { graph_from_edges(numbered_users(34), from, to); }),
            "user 99 does not exist; there are 34 (0 .. 33).");
  EXPECT_THAT(complaint([&] { graph_from_edges(numbered_users(34), from, {}); }), HasSubstr("both ends"));
}

TEST(NamedUsersTest, RefusesEmptyRepeatedAndUnprintableNames) {
  EXPECT_THAT(complaint([] {
                named_users(std::vector<std::string>{"a", ""});
              }),
              HasSubstr("user 1 cannot be used: it is empty"));
  EXPECT_THAT(complaint([] {
                named_users(std::vector<std::string>{"a", "b", "a"});
              }),
              HasSubstr("\"a\" is the name of two users, 0 and 2"));
  EXPECT_THAT(complaint([] { named_users(std::vector<std::string>{"\xff"}); }), HasSubstr("UTF-8"));
  EXPECT_FALSE(named_users(std::vector<std::string>{"1", "07"}).numeric());
  EXPECT_TRUE(named_users(std::vector<std::string>{"1", "7"}).numeric());
}

TEST(GraphFromRowsTest, UsesTheArraysThatItIsGiven) {
  const auto rows = std::make_shared<const Rows>(Rows{{0, 1, 3, 4}, {1, 0, 2, 1}});
  const Graph graph = graph_from_rows(rows->offsets, rows->targets, numbered_users(3), rows);
  EXPECT_EQ(graph.targets().data(), rows->targets.data());
  EXPECT_EQ(graph.num_edges(), 2u);
}

TEST(GraphFromRowsTest, RefusesWhatIsNoSimpleUndirectedGraph) {
  EXPECT_THAT(complaint([] { adopt({{0, 1, 1}, {1}}); }), HasSubstr("in one direction only"));
  EXPECT_THAT(complaint([] { adopt({{0, 0, 1}, {0}}); }), HasSubstr("in one direction only"));
  EXPECT_THAT(complaint([] { adopt({{0, 1, 2}, {0, 1}}); }), HasSubstr("connected to itself"));
  EXPECT_THAT(complaint([] { adopt({{0, 2, 4}, {1, 1, 0, 0}}); }), HasSubstr("ascending"));
  EXPECT_THAT(complaint([] { adopt({{0, 1, 2}, {7, 0}}); }), HasSubstr("user 7 does not exist"));
  EXPECT_THAT(complaint([] { adopt({{0, 3, 2}, {1, 0}}); }), HasSubstr("offsets"));
  EXPECT_THAT(complaint([] { adopt({{1, 1, 2}, {1, 0}}); }), HasSubstr("offsets"));
  EXPECT_THAT(complaint([] { adopt({{0, 1, 9}, {1, 0}}); }), HasSubstr("offsets"));
}

TEST(RolesByNameTest, NamesThoseWhoDoNotExistOrStandTwice) {
  const Graph graph = graph_from_edges(named_users(std::vector<std::string>{"a", "b"}), {}, {});
  EXPECT_THAT(roles_by_name(graph, std::vector<std::string>{"b"}).public_users(), ElementsAre(1));
  EXPECT_THAT(complaint([&] {
                roles_by_name(graph, std::vector<std::string>{"x", "y", "z", "w"});
              }),
              HasSubstr("\"x\", \"y\", \"z\" and 1 more"));
  EXPECT_THAT(complaint([&] {
                roles_by_name(graph, std::vector<std::string>{"a", "a"});
              }),
              HasSubstr("twice: \"a\""));
}

TEST(EpsilonFromValueTest, IsWhatItsShortestTextIsRoundedDown) {
  EXPECT_EQ(epsilon_from_value(0.1), Epsilon::from_text("0.1"));
  EXPECT_EQ(epsilon_from_value(0.1 + 0.2), Epsilon::from_text("0.3"));
  EXPECT_EQ(epsilon_from_value(1.0 / 3), Epsilon::from_nanos(333'333'333));
  EXPECT_EQ(epsilon_from_value(2.0 / 3), Epsilon::from_nanos(666'666'666));
  EXPECT_EQ(epsilon_from_value(1e6), Epsilon::from_text("1000000"));
  for (const double wrong : {0.0, -1.0, 1e-10, 1e7, std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_THROW(epsilon_from_value(wrong), InputError) << wrong;
  }
}

TEST(PreferencesFromValuesTest, NamesTheUserWhosePreferenceIsWrong) {
  const Graph graph = graph_from_edges(named_users(std::vector<std::string>{"ann", "bob"}), {}, {});
  const UserRoles roles(2, {0});
  EXPECT_EQ(preferences_from_values(graph, roles, std::vector<double>{0.5}).of_row(0),
            Epsilon::from_text("0.5"));
  EXPECT_THAT(complaint([&] { preferences_from_values(graph, roles, std::vector<double>{-1}); }),
              HasSubstr("\"bob\""));
  EXPECT_THAT(complaint([&] {
                preferences_from_values(graph, roles, std::vector<double>{1, 1});
              }),
              HasSubstr("2 preferences for 1 private users"));
}

TEST(CountTest, WrongArgumentsAreTheCallersMistake) {
  const Graph graph = graph_from_edges(numbered_users(34), {}, {});
  EXPECT_EQ(complaint([&] { count_fingerprints(graph, CountTask({99}, {0}), 1); }),
            "user 99 does not exist; there are 34.");
  EXPECT_EQ(complaint([&] {
              count_fingerprints(graph, CountTask({9, 9}, {0}), 1);
            }),
            "user 9 is to be counted twice.");
  EXPECT_THAT(complaint([&] { count_fingerprints(graph, UserRoles(34, {0}), 1, {.counters_at_once = 0}); }),
              HasSubstr("0 counters"));
  EXPECT_EQ(complaint([] { UserRoles(34, {99}); }), "user 99 does not exist; there are 34.");
  EXPECT_THAT(complaint([&] { count_fingerprints(graph, UserRoles(34, {0}), 0); }),
              HasSubstr("from 1 to 100"));
}

TEST(UsersTest, WrongArgumentsAreTheCallersMistake) {
  EXPECT_EQ(complaint([] { numbered_users(34).text(99); }), "user 99 does not exist; there are 34.");
  EXPECT_THAT(complaint([] {
                UserIds::from_text("annbob", {3, 7});
              }),
              HasSubstr("ascend up to its length, 6"));
  EXPECT_THAT(complaint([] { UserIds::from_text("annbob", {3, 2}); }), HasSubstr("ascend"));
}

}  // namespace
}  // namespace hopveil
