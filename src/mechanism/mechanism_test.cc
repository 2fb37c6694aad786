// SPDX-License-Identifier: Apache-2.0
// What holds for all mechanisms, and for all of the paper's, on small networks.

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "graph/generators.h"
#include "mechanism/distance_based.h"
#include "mechanism/registry.h"

namespace hopveil::mechanism {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

/// A community network in which the ten users of highest degree are public and the others have P = 1, 4, 16
/// in turn.
struct Network {
  explicit Network(std::vector<std::uint64_t> levels = {1, 4, 16}) {
    graph = find_generator("community").make({120, 900, 7, 1});
    roles = UserRoles(graph.num_nodes(), highest_degree_users(graph, {false, 10}));
    std::vector<Epsilon> by_row;
    for (std::size_t row = 0; row < roles.private_users().size(); ++row) {
      by_row.push_back(Epsilon::from_nanos(levels[row % levels.size()] * Epsilon::kNanosPerUnit));
    }
    preferences = Preferences(std::move(by_row));
  }
  Graph graph;
  UserRoles roles;
  Preferences preferences;
};

struct Result {
  NoisyTable table;
  BudgetTrace trace;
};

Result run(const MechanismInfo& info, const Setting& setting, const MechanismOptions& options,
           std::uint64_t seed) {
  Workspace workspace(setting, {.threads = 1});
  SeededRng random(seed);
  Result result;
  const auto mechanism = info.make(options);
  mechanism->validate(setting);
  mechanism->run(setting, workspace, random, result.table, result.trace);
  return result;
}

MechanismOptions with_hops(unsigned hops) {
  MechanismOptions options;
  options.hops = hops;
  return options;
}

/// Those that sample edges by a threshold.
std::vector<MechanismInfo> paper_mechanisms() {
  std::vector<MechanismInfo> result;
  for (const MechanismInfo& info : mechanisms()) {
    if (has_parameter(info, "threshold")) result.push_back(info);
  }
  return result;
}

std::vector<std::int64_t> all_values(const NoisyTable& table) {
  std::vector<std::int64_t> values;
  for (unsigned hop = 1; hop <= table.hops(); ++hop) {
    values.insert(values.end(), table.hop(hop).begin(), table.hop(hop).end());
  }
  return values;
}

TEST(Mechanisms, FillATableOfEveryPrivateUserAndHop) {
  const Network network;
  const Setting setting(network.graph, network.roles, network.preferences);
  for (const MechanismInfo& info : mechanisms()) {
    for (const unsigned hops : {1U, 2U, 3U, 4U, 7U}) {
      const Result result = run(info, setting, with_hops(hops), 1);
      EXPECT_EQ(result.table.rows(), setting.num_private());
      EXPECT_EQ(result.table.hops(), hops);
      EXPECT_EQ(result.table.fraction_bits(), 0U);
    }
  }
}

TEST(Mechanisms, RepeatBySeedAndOnlyBySeed) {
  const Network network;
  const Setting setting(network.graph, network.roles, network.preferences);
  for (const MechanismInfo& info : mechanisms()) {
    const auto first = all_values(run(info, setting, with_hops(4), 5).table);
    EXPECT_EQ(first, all_values(run(info, setting, with_hops(4), 5).table)) << info.name;
    EXPECT_NE(first, all_values(run(info, setting, with_hops(4), 6).table)) << info.name;
  }
}

TEST(PaperMechanisms, DrawTheSharesOfTheirBudgetAsTheNotesSay) {
  const Network network;
  const Setting setting(network.graph, network.roles, network.preferences);
  const auto publication = [](unsigned hop, dp::Rational share) {
    return BudgetStep{BudgetStep::Kind::kPublication, hop, share};
  };
  EXPECT_EQ(run(find_mechanism("uniform"), setting, with_hops(3), 1).trace,
            (BudgetTrace{publication(1, {1, 3}), publication(2, {1, 3}), publication(3, {1, 3})}));
  EXPECT_EQ(run(find_mechanism("exponential"), setting, with_hops(3), 1).trace,
            (BudgetTrace{publication(1, {1, 2}), publication(2, {1, 4}), publication(3, {1, 4})}));
  EXPECT_EQ(run(find_mechanism("exponential"), setting, with_hops(1), 1).trace,
            (BudgetTrace{publication(1, {1, 1})}));
  EXPECT_EQ(run(find_mechanism("deba"), setting, with_hops(1), 1).trace,
            (BudgetTrace{publication(1, {1, 4})}));
  EXPECT_EQ(run(find_mechanism("deba"), setting, with_hops(2), 1).trace,
            (BudgetTrace{publication(1, {1, 4}), publication(2, {1, 8})}));
  EXPECT_EQ(run(find_mechanism("duba-lf"), setting, with_hops(2), 1).trace,
            (BudgetTrace{publication(1, {1, 4}), publication(2, {1, 4})}));
  MechanismOptions literal = with_hops(2);
  literal.reading = Reading::kLiteral;
  EXPECT_EQ(run(find_mechanism("duba-lf"), setting, literal, 1).trace,
            (BudgetTrace{publication(1, {1, 4}), publication(2, {1, 2})}));
}

TEST(DistanceBasedMechanisms, TraceAndTableTellTheSameStory) {
  const Network network({10, 40});  // generous: thresholds T_k that some distances exceed
  const Setting setting(network.graph, network.roles, network.preferences);
  std::set<std::string> patterns;
  for (const char* name : {"deba", "duba-lf"}) {
    const auto mechanism = find_mechanism(name).make(with_hops(5));
    const auto& shares = dynamic_cast<const DistanceBased&>(*mechanism);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const Result result = run(find_mechanism(name), setting, with_hops(5), seed);
      BudgetTrace expected;
      unsigned last = 0;
      std::string pattern;
      for (unsigned hop = 1; hop <= 5; ++hop) {
        if (hop > 1 && hop < 5) expected.push_back({BudgetStep::Kind::kDistance, hop, dp::Rational(1, 10)});
        if (result.table.source_of(hop) == hop) {
          expected.push_back({BudgetStep::Kind::kPublication, hop, shares.publication_share(hop, last)});
          last = hop;
        } else {
          EXPECT_EQ(result.table.source_of(hop), last);
          EXPECT_TRUE(std::ranges::equal(result.table.hop(hop), result.table.hop(last)));
        }
        pattern += result.table.source_of(hop) == hop ? 'p' : '-';
      }
      EXPECT_EQ(result.trace, expected);
      EXPECT_EQ(pattern.front(), 'p');
      EXPECT_EQ(pattern.back(), 'p');
      patterns.insert(pattern);
    }
  }
  EXPECT_GT(patterns.size(), 1U) << "a decision that never changes is not tested";
}

TEST(PaperMechanisms, ClampMovesEveryValueIntoItsRange) {
  const Network network;
  const Setting setting(network.graph, network.roles, network.preferences);
  for (const MechanismInfo& info : paper_mechanisms()) {
    MechanismOptions options = with_hops(4);
    const auto raw = all_values(run(info, setting, options, 3).table);
    options.postprocess = Postprocess::kClamp;
    const auto clamped = all_values(run(info, setting, options, 3).table);
    EXPECT_LT(*std::ranges::min_element(raw), 0) << info.name;
    for (std::size_t i = 0; i < raw.size(); ++i)
      EXPECT_EQ(clamped[i], std::clamp<std::int64_t>(raw[i], 0, 10));
  }
}

TEST(PaperMechanisms, AreRightOnAverageWhereEveryEdgeIsKept) {
  // With one preference for all, t equals it and nothing is sampled away: hop 1 is the truth plus symmetric
  // noise of standard deviation below sqrt(2) * 8 / 16 at every share >= 1/8. The mean of 110 * 40 values
  // then lies within 0.06 of the truth with probability above 1 - 1e-6.
  const Network network({16});
  const Setting setting(network.graph, network.roles, network.preferences);
  const ExactCounts truth = count_fingerprints(network.graph, network.roles, 4);
  for (const MechanismInfo& info : paper_mechanisms()) {
    for (const Noise noise : {Noise::kDiscrete, Noise::kContinuousLaplace}) {
      MechanismOptions options = with_hops(4);
      options.noise = noise;
      double error = 0;
      double values = 0;
      for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Result result = run(info, setting, options, seed);
        for (std::size_t row = 0; row < result.table.rows(); ++row) {
          error += result.table.value(row, 1) - truth.hop(1)[row];
          ++values;
        }
      }
      EXPECT_LT(std::abs(error / values), 0.06) << info.name;
    }
  }
}

TEST(Mechanisms, AreDefinedWithoutPrivateUsersWithoutPublicOnesAndWithoutAnybody) {
  const Graph graph = graph_from_edges(3, {{0, 1}, {1, 2}});
  const Setting no_private(graph, UserRoles(3, {0, 1, 2}), Preferences());
  const Epsilon one = Epsilon::from_text("1");
  const Setting no_public(graph, UserRoles(3, {}), Preferences({one, one, one}));
  const Setting nobody(Graph(), UserRoles(0, {}), Preferences());
  for (const MechanismInfo& info : mechanisms()) {
    EXPECT_EQ(run(info, no_private, with_hops(4), 1).table.rows(), 0U);
    EXPECT_EQ(run(info, nobody, with_hops(4), 1).table.rows(), 0U);
    const Result result = run(info, no_public, with_hops(4), 1);
    EXPECT_EQ(result.table.rows(), 3U);
    EXPECT_THAT(all_values(result.table), Each(0));
  }
}

TEST(PaperMechanisms, RefuseAThresholdOutsideThePreferencesAndSayTheRange) {
  const Network network;
  const Setting setting(network.graph, network.roles, network.preferences);
  MechanismOptions options = with_hops(2);
  options.threshold = dp::Threshold::from_text("17");
  for (const MechanismInfo& info : paper_mechanisms()) {
    try {
      info.make(options)->validate(setting);
      FAIL() << info.name << " accepted a threshold above every preference";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("1"));
      EXPECT_THAT(error.what(), HasSubstr("16"));
    }
  }
}

TEST(PaperMechanisms, RefuseNoiseBeyond64BitsBeforeAnythingIsDrawn) {
  const Network network;
  std::vector<Epsilon> tiny(network.preferences.size(), Epsilon::from_nanos(1));
  const Setting setting(network.graph, network.roles, Preferences(std::move(tiny)));
  EXPECT_THROW(find_mechanism("exponential").make(with_hops(60))->validate(setting), InputError);
  EXPECT_THROW(find_mechanism("deba").make(with_hops(60))->validate(setting), InputError);
}

TEST(PaperMechanisms, WhatTheyAcceptTheyCanAlsoDraw) {
  // m_p / (s t) lies between 2^51 and 2^52 for c = 20: Laplace noise fits 64 bits, the ladder's does not.
  constexpr NodeId kPublic = 60000;
  std::vector<NodeId> public_users(kPublic);
  std::iota(public_users.begin(), public_users.end(), NodeId{0});
  const Graph graph = graph_from_edges(kPublic + 2, {{0, kPublic}, {1, kPublic + 1}});
  const Epsilon tiny = Epsilon::from_nanos(1);
  const Setting setting(graph, UserRoles(kPublic + 2, public_users), Preferences({tiny, tiny}));
  for (const MechanismInfo& info : paper_mechanisms()) {
    bool accepted = true;
    try {
      info.make(with_hops(20))->validate(setting);
    } catch (const InputError&) {
      accepted = false;
    }
    EXPECT_EQ(accepted, info.name == "uniform") << info.name;
    if (accepted) {
      EXPECT_NO_THROW(run(info, setting, with_hops(20), 1)) << info.name;
    }
  }
}

TEST(PaperMechanisms, SayThatTheyAreProvedForOneHopAndRefutedForMore) {
  for (const MechanismInfo& info : paper_mechanisms()) {
    EXPECT_EQ(info.guarantee(with_hops(1)).status, GuaranteeStatus::kProved);
    EXPECT_EQ(info.guarantee(with_hops(2)).status, GuaranteeStatus::kRefuted);
    EXPECT_THAT(info.guarantee(with_hops(7)).reason, HasSubstr("E1"));
  }
}

TEST(Registry, SuggestsTheNearestNameAndListsThemAll) {
  EXPECT_EQ(find_mechanism("duba-lf").name, "duba-lf");
  try {
    find_mechanism("dubalf");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Did you mean duba-lf?"));
    EXPECT_THAT(error.what(), HasSubstr("eli, uniform, exponential, deba, duba-lf"));
  }
}

}  // namespace
}  // namespace hopveil::mechanism
