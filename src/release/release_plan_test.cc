// SPDX-License-Identifier: Apache-2.0
#include "release/release_plan.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "graph/builder.h"
#include "infer/parameters.h"
#include "release/publish.h"

namespace hopveil::release {
namespace {

/// 0 is public; 1 and 2 are its friends.
ReleaseRequest small_request() {
  ReleaseRequest request;
  request.graph = graph_from_edges(3, {{0, 1}, {0, 2}});
  request.roles = UserRoles(3, {0});
  request.preferences = Preferences({Epsilon::from_text("1"), Epsilon::from_text("1")});
  request.mechanism = "uniform";
  return request;
}

TEST(ReleasePlan, TooLittleMemoryIsRefusedBeforeAnythingIsDrawnWithoutTellingASize) {
  for (const mechanism::MechanismInfo& mechanism : mechanism::mechanisms()) {
    ReleaseRequest request = small_request();
    request.mechanism = mechanism.name;
    request.counting.memory_limit = 10;
    try {
      const ReleasePlan plan(std::move(request));
      FAIL() << mechanism.name << " accepts 10 bytes";
    } catch (const InputError& error) {
      EXPECT_STREQ(error.what(),
                   "the users do not fit the memory that counting may use; allow more with --memory.");
    }
  }
}

TEST(ReleasePlan, TellsHowFarItIs) {
  ReleaseRequest request = small_request();
  request.mechanism = "eli";
  ReleasePlan plan(std::move(request));
  int times_told = 0;
  publish(plan, {.progress = [&](std::uint64_t, std::uint64_t) { ++times_told; }});
  EXPECT_GT(times_told, 0);
}

/// What an edge list with these lines is read as: users are numbered by first appearance.
ReleaseRequest request_from_lines(const std::vector<std::pair<std::string, std::string>>& lines) {
  std::map<std::string, NodeId> number;
  std::string blob;
  std::vector<std::uint64_t> ends;
  const auto number_of = [&](const std::string& name) {
    const auto [place, is_new] = number.emplace(name, static_cast<NodeId>(number.size()));
    if (is_new) {
      blob += name;
      ends.push_back(blob.size());
    }
    return place->second;
  };
  std::vector<Edge> edges;
  for (const auto& [from, to] : lines) {
    const NodeId a = number_of(from);  // in the order of the line
    edges.push_back({a, number_of(to)});
  }
  ReleaseRequest request;
  request.graph = build_graph({edges}, UserIds::from_text(blob, ends), 1).graph;
  std::vector<NodeId> public_users;
  std::vector<Epsilon> by_row;
  for (NodeId user = 0; user < request.graph.num_nodes(); ++user) {
    const std::string name = request.graph.ids().text(user);
    if (name.starts_with("public")) {
      public_users.push_back(user);
    } else {
      by_row.push_back(Epsilon::from_text(name == "strict" ? "0.000000001" : "1000000"));
    }
  }
  request.roles = UserRoles(request.graph.num_nodes(), public_users);
  request.preferences = Preferences(by_row);
  request.mechanism = "eli";
  request.options.hops = 2;
  return request;
}

std::map<std::string, std::int64_t> second_hops(ReleaseRequest request) {
  ReleasePlan plan(std::move(request));
  const ReleasedCounts counts = std::get<Published>(publish(plan, {})).counts;
  std::map<std::string, std::int64_t> by_name;
  const auto users = plan.request().roles.private_users();
  for (std::size_t row = 0; row < users.size(); ++row) {
    by_name[plan.request().graph.ids().text(users[row])] = counts.hop(2)[row];
  }
  return by_name;
}

// Two public hubs with as many public friends each, which differ in nothing but their numbers; inference
// counts on a sample of the public users, of whom there are more than it counts, that is taken by number. The
// liberal users' numbers come from edges that are known exactly. Were users numbered by first appearance, the
// strict user's edge, first in the file, would move its other end to the front of its likes and so change the
// sample, whatever the strict user's preference.
TEST(ReleasePlan, WhereAnEdgeStandsInTheFileTellsNothing) {
  std::vector<std::pair<std::string, std::string>> lines;
  // Together more than twice as many as are counted: from there on it is a sample.
  constexpr std::size_t kFriends = infer::InferenceParameters{}.imputation.counted_public * 5 / 4;
  for (const char* hub : {"public a", "public b"}) {
    for (std::size_t i = 0; i < kFriends; ++i) lines.emplace_back(hub, hub + std::to_string(i));
  }
  lines.emplace_back("liberal a", "public a");
  lines.emplace_back("liberal b", "public b");
  lines.emplace_back("strict", "public a");
  auto neighbour = lines;
  neighbour.emplace(neighbour.begin(), "strict", "public b7");
  auto without = second_hops(request_from_lines(lines));
  auto with = second_hops(request_from_lines(neighbour));
  EXPECT_EQ(without.at("liberal a"), with.at("liberal a"));
  EXPECT_EQ(without.at("liberal b"), with.at("liberal b"));
}

TEST(ReleasePlan, RowsStayWithTheirUsers) {
  // Order of appearance z, m, a; their public neighbours: 2, 1, 0.
  ReleaseRequest request =
      request_from_lines({{"z", "public 1"}, {"z", "public 2"}, {"m", "public 2"}, {"a", "m"}});
  request.options.hops = 1;
  request.mechanism = "uniform";
  ReleasePlan plan(std::move(request));
  const ReleasedCounts counts = std::get<Published>(publish(plan, {})).counts;
  ASSERT_EQ(counts.rows(), 3U);
  // At epsilon 1e6 noise differs from 0 with probability below 1e-1000.
  EXPECT_EQ(counts.hop(1)[0], 2);
  EXPECT_EQ(counts.hop(1)[1], 1);
  EXPECT_EQ(counts.hop(1)[2], 0);
}

}  // namespace
}  // namespace hopveil::release
