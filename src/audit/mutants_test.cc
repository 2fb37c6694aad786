// SPDX-License-Identifier: Apache-2.0
// Mechanisms that cheat, each by one plausible mistake: the audit must catch them all. Beside
// them the same mechanisms without the mistake, which it must let pass.

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "audit/named_pairs.h"
#include "audit/play_back.h"
#include "audit/statistical.h"
#include "audit/sweep.h"
#include "dp/budget.h"
#include "dp/discrete_laplace.h"
#include "dp/experiment_noise.h"
#include "dp/ladder_noise.h"
#include "dp/preferences.h"
#include "mechanism/registry.h"

namespace hopveil::audit {
namespace {

Epsilon one() {
  return Epsilon::from_text("1");
}

/// A mechanism made of one function.
class Mutant final : public mechanism::Mechanism {
 public:
  using Run = std::function<void(const mechanism::Setting&, mechanism::Workspace&, RandomSource&,
                                 mechanism::NoisyTable&)>;
  explicit Mutant(Run run) : run_(std::move(run)) {}
  void validate(const mechanism::Setting&) const override {}
  void run(const mechanism::Setting& setting, mechanism::Workspace& workspace, RandomSource& random,
           mechanism::NoisyTable& out, mechanism::BudgetTrace&) const override {
    run_(setting, workspace, random, out);
  }

 private:
  Run run_;
};

/// Publishes numbers as a hop with discrete Laplace noise, and lets an audit see it.
void publish(mechanism::Workspace& workspace, RandomSource& random, std::span<const std::uint32_t> counts,
             dp::Rational epsilon, unsigned hop, mechanism::NoisyTable& out, std::uint32_t declared = 1) {
  dp::DiscreteLaplace(epsilon, declared).add_to(random, counts, out.hop(hop));
  if (dp::StepObserver* observer = workspace.observer()) {
    observer->after_noise({.name = "publish",
                           .noise = dp::NoisyStep::Noise::kLaplace,
                           .input = {counts.begin(), counts.end()},
                           .sensitivity = declared,
                           .epsilon = {epsilon}},
                          out.hop(hop));
  }
}

double bound_of(const mechanism::Mechanism& mechanism, const char* pair_name) {
  return audit_statistically(mechanism, make_named_pair(pair_name, one()), {.runs = 10000}).bound;
}

/// Hop 1 with the whole budget: `noisy` gives the noisy value of a count.
Mutant first_hop(const std::function<std::int64_t(RandomSource&, std::uint32_t)>& noisy) {
  return Mutant([noisy](const mechanism::Setting& setting, mechanism::Workspace& workspace,
                        RandomSource& random, mechanism::NoisyTable& out) {
    out.reset(setting.num_private(), 1, 0);
    const auto counts = workspace.true_counts(1).hop(1);
    for (std::size_t row = 0; row < counts.size(); ++row) out.hop(1)[row] = noisy(random, counts[row]);
  });
}

TEST(Mutants, NoiseScaledToHalfIsCaught) {
  const auto with_budget = [](std::uint64_t budget) {
    return first_hop([budget](RandomSource& random, std::uint32_t count) {
      return dp::noisy_count(count, dp::sample_discrete_laplace(random, dp::Rational(budget, 1), 1));
    });
  };
  EXPECT_GT(bound_of(with_budget(2), "leaf"), 1);
  EXPECT_LE(bound_of(with_budget(1), "leaf"), 1);
}

TEST(Mutants, NoiseFromADoubleThatIsCutToAWholeNumberIsCaught) {
  // The cut moves everything in (-1, 1) to 0, which then has twice its share.
  const Mutant cut = first_hop([](RandomSource& random, std::uint32_t count) {
    return std::int64_t{count} +
           static_cast<std::int64_t>(dp::continuous_laplace_for_experiments(random, 1, 1));
  });
  EXPECT_GT(bound_of(cut, "leaf"), 1);
}

TEST(Mutants, NoiseFromAShortFractionIsCaught) {
  // A uniform number of 6 bits: some values of the noise never come, so that a value gives the count away.
  const Mutant coarse = first_hop([](RandomSource& random, std::uint32_t count) {
    const auto u = static_cast<double>((random.next_u64() >> 58) + 1) / 65;
    const double magnitude = -8 * std::log(u);
    return std::int64_t{count} + std::llround((random.next_u64() & 1) != 0 ? magnitude : -magnitude);
  });
  EXPECT_GT(bound_of(coarse, "leaf"), 1);
}

TEST(Mutants, AnEdgeThatIsCountedTwiceIsCaught) {
  const auto counted = [](std::uint32_t times) {
    return Mutant([times](const mechanism::Setting& setting, mechanism::Workspace& workspace,
                          RandomSource& random, mechanism::NoisyTable& out) {
      out.reset(setting.num_private(), 1, 0);
      std::vector<std::uint32_t> counts(setting.num_private());
      std::ranges::transform(workspace.true_counts(1).hop(1), counts.begin(),
                             [times](std::uint32_t count) { return times * count; });
      publish(workspace, random, counts, dp::Rational(1, 1), 1, out);
    });
  };
  const PlayBack played = play_back(counted(2), make_named_pair("leaf", one()), 1);
  EXPECT_FALSE(played.keeps_declared());
  EXPECT_EQ(played.worst()->change, 2);
  EXPECT_NEAR(played.loss, 2, 1e-9);
  EXPECT_GT(bound_of(counted(2), "leaf"), 1);
  EXPECT_TRUE(play_back(counted(1), make_named_pair("leaf", one()), 1).keeps_declared());
}

TEST(Mutants, TheLargerInsteadOfTheSmallerPreferenceIsCaught) {
  // On this pair the differing edge is the only one with two private ends.
  const auto uniform = [] {
    mechanism::MechanismOptions options;
    options.hops = 2;
    return mechanism::find_mechanism("uniform").make(options);
  };
  const Mutant larger([&](const mechanism::Setting& setting, mechanism::Workspace&, RandomSource& random,
                          mechanism::NoisyTable& out) {
    const Preferences liberal(
        std::vector<Epsilon>(setting.num_private(), dp::largest_preference(setting.preferences())));
    const mechanism::Setting mistaken(setting.graph(), setting.roles(), liberal);
    mechanism::Workspace workspace(mistaken, {.threads = 1});
    mechanism::BudgetTrace trace;
    uniform()->run(mistaken, workspace, random, out, trace);
  });
  EXPECT_GT(bound_of(larger, "strict-liberal"), 1);
  EXPECT_LE(bound_of(*uniform(), "strict-liberal"), 1);
}

/// Hop 2 by a ladder, alone. `noiseless_at_zero`: LS = 0 is taken for "nothing to hide".
Mutant second_hop_by_ladder(bool noiseless_at_zero, bool true_degrees) {
  return Mutant([=](const mechanism::Setting& setting, mechanism::Workspace& workspace, RandomSource& random,
                    mechanism::NoisyTable& out) {
    out.reset(setting.num_private(), 2, 0);
    const Epsilon threshold = dp::largest_preference(setting.preferences());
    const dp::Rational share(1, 4);
    const auto counts = workspace.sampled_hop(random, dp::SamplingBudget::with_share(share, threshold), 2);
    std::uint32_t local_sensitivity = workspace.largest_first_hop_of_sample();
    if (true_degrees) {
      for (NodeId user = 0; user < setting.graph().num_nodes(); ++user) {
        local_sensitivity =
            std::max(local_sensitivity, static_cast<std::uint32_t>(setting.graph().degree(user)));
      }
    }
    if (noiseless_at_zero && local_sensitivity == 0) {
      std::ranges::copy(counts, out.hop(2).begin());
    } else {
      dp::LadderNoise(setting.num_public(), local_sensitivity, dp::times(threshold, share))
          .add_to(random, counts, out.hop(2));
    }
  });
}

TEST(Mutants, AnExactValueWhereTheNoiseIsZeroWideIsCaught) {
  EXPECT_GT(bound_of(second_hop_by_ladder(true, false), "doubled"), 1);
  EXPECT_LE(bound_of(second_hop_by_ladder(false, false), "doubled"), 1);
}

TEST(Mutants, TheTrueMaximumDegreeAsLocalSensitivityIsCaught) {
  EXPECT_GT(bound_of(second_hop_by_ladder(false, true), "true-ladder"), 1);
  EXPECT_LE(bound_of(second_hop_by_ladder(false, false), "true-ladder"), 1);
}

/// Hop 1, then hop 2 if it is far from it; `noisy_distance` as it must be.
Mutant distance_based(bool noisy_distance) {
  return Mutant([=](const mechanism::Setting& setting, mechanism::Workspace& workspace, RandomSource& random,
                    mechanism::NoisyTable& out) {
    out.reset(setting.num_private(), 2, 0);
    const dp::Rational share(1, 3);
    publish(workspace, random, workspace.true_counts(2).hop(1), share, 1, out);
    const auto second = workspace.true_counts(2).hop(2);
    std::int64_t distance = 0;
    for (std::size_t row = 0; row < second.size(); ++row) distance += std::abs(out.hop(1)[row] - second[row]);
    if (noisy_distance) {
      const std::int64_t exact = distance;
      distance += dp::sample_discrete_laplace(random, share, setting.num_public());
      if (dp::StepObserver* observer = workspace.observer()) {
        observer->after_noise({.name = "distance",
                               .noise = dp::NoisyStep::Noise::kLaplace,
                               .input = {exact},
                               .sensitivity = setting.num_public(),
                               .epsilon = {share},
                               .published = false},
                              {&distance, 1});
      }
    }
    if (distance > 2) {
      publish(workspace, random, second, share, 2, out, setting.num_public());
    } else {
      out.repeat(2, 1);
    }
  });
}

TEST(Mutants, AThresholdComparedWithTheExactDistanceIsCaught) {
  EXPECT_GT(sweep_small_networks(distance_based(false), 4, 1).leaking, 0U);
  EXPECT_EQ(sweep_small_networks(distance_based(true), 4, 1).leaking, 0U);
}

TEST(Mutants, AGeneratorThatIsSeededTwiceAlikeIsCaught) {
  const auto seeded = [](bool alike) {
    return Mutant([alike](const mechanism::Setting& setting, mechanism::Workspace& workspace,
                          RandomSource& random, mechanism::NoisyTable& out) {
      out.reset(setting.num_private(), 2, 0);
      for (const unsigned hop : {1U, 2U}) {
        const auto stream = random.split("noise", alike ? 0 : hop);
        publish(workspace, *stream, workspace.true_counts(2).hop(hop), dp::Rational(1, 2), hop, out);
      }
    });
  };
  EXPECT_GT(bound_of(seeded(true), "isolated"), 1);
  EXPECT_LE(bound_of(seeded(false), "isolated"), 1);
}

}  // namespace
}  // namespace hopveil::audit
