// SPDX-License-Identifier: Apache-2.0
// What needs no chance: exact bounds and losses, the pairs, and play-back.

#include "audit/play_back.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/asked_questions.h"
#include "audit/bounds.h"
#include "audit/exact.h"
#include "audit/named_pairs.h"
#include "audit/subjects.h"
#include "audit/sweep.h"
#include "dp/budget.h"
#include "dp/preferences.h"
#include "mechanism/registry.h"

namespace hopveil::audit {
namespace {

Epsilon epsilon(const char* text) {
  return Epsilon::from_text(text);
}

std::unique_ptr<mechanism::Mechanism> with_certain_sampling(const AuditSubject& subject, unsigned hops) {
  return subject.with_hops_and_threshold(hops, certain_threshold_of_sweeps());
}

TEST(Bounds, AreThoseOfClopperAndPearson) {
  // Binomial tails by hand: P(X = 0) = (1 - p)^20 = alpha, P(X >= 20) = p^20 = alpha.
  EXPECT_NEAR(exact_upper_bound({0, 20}, 0.05), 1 - std::pow(0.05, 1.0 / 20), 1e-12);
  EXPECT_NEAR(exact_lower_bound({20, 20}, 0.05), std::pow(0.05, 1.0 / 20), 1e-12);
  EXPECT_EQ(exact_lower_bound({0, 20}, 0.05), 0);
  EXPECT_EQ(exact_upper_bound({20, 20}, 0.05), 1);
  // P(X >= 1 | p) = 1 - (1 - p)^2 = alpha
  EXPECT_NEAR(exact_lower_bound({1, 2}, 0.19), 0.1, 1e-12);
}

TEST(Bounds, OfARatioSayNothingWithoutRunsAndGrowWithThem) {
  EXPECT_EQ(largest_possible_bound(0, 0.01), 0);
  EXPECT_LT(largest_possible_bound(10, 0.01), 0.5);
  EXPECT_GT(largest_possible_bound(10000, 0.01), 7);
  EXPECT_LT(log_ratio_lower_bound({5, 10}, {5, 10}, 0.01), 0);
}

TEST(NamedPairs, DifferInOneEdgeAtTheLevelAskedFor) {
  for (const NamedPair& named : named_pairs()) {
    const NeighbouringPair pair = named.make(named, epsilon("0.7"), named.size);
    EXPECT_EQ(pair.with.num_edges(), pair.without.num_edges() + 1) << named.name;
    EXPECT_EQ(pair.labels.size(), pair.with.num_nodes()) << named.name;
    if (named.name == "two-public") {
      EXPECT_FALSE(pair.level().has_value());
    } else {
      EXPECT_EQ(pair.level(), epsilon("0.7")) << named.name;
    }
    EXPECT_THAT(std::string(named.drawing), ::testing::HasSubstr("===")) << named.name;
  }
}

TEST(LadderDistribution, SumsToOne) {
  for (const std::uint32_t local_sensitivity : {0U, 1U, 3U, 7U}) {
    const LadderDistribution noise(7, local_sensitivity, 0.8);
    double sum = 0;
    for (std::int64_t offset = -400; offset <= 400; ++offset) sum += std::exp(noise.log_probability(offset));
    EXPECT_NEAR(sum, 1, 1e-9) << local_sensitivity;
  }
}

TEST(ExactLoss, OfTheFirstHopIsThePromiseAndNeverMore) {
  // Sampling at half the threshold and noise together give exp(level), Theorem 3 with equality.
  const NeighbouringPair pair = make_named_pair("doubled", epsilon("1"));
  EXPECT_NEAR(first_hop_loss(pair, dp::Rational(1, 1), epsilon("2")), 1, 1e-12);
  for (const char* level : {"0.1", "0.5", "1", "2", "5"}) {
    const NeighbouringPair leaf = make_named_pair("leaf", epsilon(level));
    EXPECT_NEAR(first_hop_loss(leaf, dp::Rational(1, 1), epsilon(level)), epsilon(level).value(), 1e-9);
    EXPECT_LE(first_hop_loss(leaf, dp::Rational(1, 1), epsilon(level)), epsilon(level).value() + 1e-12);
  }
  EXPECT_EQ(first_hop_loss(make_named_pair("strict-liberal", epsilon("1")), dp::Rational(1, 1), epsilon("1")),
            0);
}

TEST(ExactLoss, OfRandomizedResponseIsThePromiseAndNeverMore) {
  for (const char* level : {"0.001", "0.5", "1", "2", "10"}) {
    const double loss = response_loss(dp::times(epsilon(level), dp::Rational(1, 1)));
    EXPECT_LE(loss, epsilon(level).value());
    EXPECT_NEAR(loss, epsilon(level).value(), 1e-9);
  }
}

TEST(PlayBack, OfOneHopMovesByOneAndLosesWhatItDraws) {
  const NeighbouringPair pair = make_named_pair("leaf", epsilon("2"));
  const std::map<std::string, double> drawn = {
      {"uniform", 1}, {"exponential", 1}, {"deba", 0.25}, {"duba-lf", 0.5}};
  for (const auto& [name, share] : drawn) {
    mechanism::MechanismOptions options;
    const PlayBack played = play_back(*mechanism::find_mechanism(name).make(options), pair, 1);
    EXPECT_TRUE(played.keeps_declared()) << name;
    EXPECT_TRUE(played.exact) << name;
    EXPECT_NEAR(played.loss, 2 * share, 1e-9) << name;
  }
}

TEST(PlayBack, OfTheHubShowsE1) {
  for (const char* name : {"uniform", "exponential", "deba", "duba-lf"}) {
    mechanism::MechanismOptions options;
    options.hops = 2;
    const PlayBack played =
        play_back(*mechanism::find_mechanism(name).make(options), make_named_pair("hub", epsilon("1")), 1);
    ASSERT_NE(played.worst(), nullptr);
    EXPECT_EQ(played.worst()->name, "publish hop 2") << name;
    EXPECT_EQ(played.worst()->change, 64) << name;
    EXPECT_LE(played.worst()->declared, 1) << name;
    EXPECT_GT(played.loss, 8) << name;
  }
}

TEST(PlayBack, OfTheChainShowsE2) {
  mechanism::MechanismOptions options;
  options.hops = 3;
  const PlayBack played = play_back(*mechanism::find_mechanism("duba-lf").make(options),
                                    make_named_pair("chain", epsilon("1")), 1);
  EXPECT_EQ(played.worst()->change, 50);
  EXPECT_EQ(played.worst()->declared, 10);
  EXPECT_EQ(played.worst()->moved, 1U);
}

/// All networks of up to 5 users, public and private in every number, and every protected edge.
TEST(SmallNetworks, KeepWhatOneHopDeclares) {
  for (const AuditSubject& subject : audit_subjects("all")) {
    if (!subject.has_threshold) continue;
    const SweepResult swept = sweep_small_networks(*with_certain_sampling(subject, 1), 5, 1);
    EXPECT_TRUE(swept.holds()) << subject.label;
    EXPECT_EQ(swept.pairs, 469U + 15360U);  // networks of 2 to 4 users, and of 5
    EXPECT_EQ(swept.worst_step.change, 1) << subject.label;
  }
}

TEST(SmallNetworks, RefuteWhatTwoHopsAndMoreDeclare) {
  for (const char* name : {"uniform", "exponential", "deba", "duba-lf"}) {
    for (const unsigned hops : {2U, 4U}) {
      const SweepResult swept =
          sweep_small_networks(*with_certain_sampling(audit_subjects(name).front(), hops), 5, 1);
      EXPECT_GT(swept.exceeding, 0U) << name << ", hops " << hops;
      EXPECT_EQ(swept.leaking, 0U) << name << ", hops " << hops;
      ASSERT_TRUE(swept.worst_pair.has_value());
    }
  }
}

TEST(SmallNetworks, KeepWhatNoisyQuestionsDeclareAndSpendTheEdgesLevel) {
  for (const auto& ask : {ask_for_counts, ask_for_pairs}) {
    const SweepResult swept = sweep_small_networks(*ask(), 5, 1);
    EXPECT_TRUE(swept.holds());
    EXPECT_NEAR(swept.worst_loss, 1, 1e-9);
  }
}

TEST(RandomNetworks, KeepWhatOneHopAndNoisyQuestionsDeclare) {
  EXPECT_TRUE(sweep_random_networks(*with_certain_sampling(audit_subjects("uniform").front(), 1), 20, 300, 5)
                  .holds());
  EXPECT_TRUE(sweep_random_networks(*ask_for_counts(), 20, 300, 5).holds());
  EXPECT_TRUE(sweep_random_networks(*ask_for_pairs(), 20, 300, 5).holds());
  EXPECT_FALSE(sweep_random_networks(*with_certain_sampling(audit_subjects("uniform").front(), 2), 20, 300, 5)
                   .holds());
}

}  // namespace
}  // namespace hopveil::audit
