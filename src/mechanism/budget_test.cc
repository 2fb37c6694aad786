// SPDX-License-Identifier: Apache-2.0
// No way of publishing and skipping hops draws more than the whole budget, in exact arithmetic.

#include <gtest/gtest.h>

#include "mechanism/distance_based.h"
#include "mechanism/registry.h"

namespace hopveil::mechanism {
namespace {

constexpr unsigned kMostHops = 10;

/// All that a run draws when hop k of 2 .. hops-1 is published where bit k-2 of `pattern` is set. `doubled`
/// is E4's reading, in which publishing by the ladder draws twice the share.
dp::Rational drawn_in_all(const DistanceBased& mechanism, unsigned hops, unsigned pattern, bool doubled) {
  dp::Rational sum = mechanism.publication_share(1, 0);
  unsigned last_published = 1;
  for (unsigned hop = 2; hop <= hops; ++hop) {
    if (hop < hops) sum = dp::sum_rounded_down(sum, dp::Rational(1, std::uint64_t{2} * hops));  // M1
    if (hop < hops && (pattern >> (hop - 2) & 1) == 0) continue;
    const dp::Rational share = mechanism.publication_share(hop, last_published);
    sum = dp::sum_rounded_down(sum, share);
    if (doubled) sum = dp::sum_rounded_down(sum, share);
    last_published = hop;
  }
  return sum;
}

unsigned num_patterns(unsigned hops) {
  return hops > 2 ? 1U << (hops - 2) : 1;
}

struct Made {
  std::unique_ptr<Mechanism> mechanism;
  const DistanceBased& distance_based;
};

Made make(const char* name, unsigned hops) {
  MechanismOptions options;
  options.hops = hops;
  auto mechanism = find_mechanism(name).make(options);
  const auto& distance_based = dynamic_cast<const DistanceBased&>(*mechanism);
  return {std::move(mechanism), distance_based};
}

TEST(Budget, NoPatternOfDebaOrDubaLfDrawsMoreThanTheWhole) {
  for (const char* name : {"deba", "duba-lf"}) {
    for (unsigned hops = 2; hops <= kMostHops; ++hops) {
      const Made made = make(name, hops);
      for (unsigned pattern = 0; pattern < num_patterns(hops); ++pattern) {
        EXPECT_LE(drawn_in_all(made.distance_based, hops, pattern, false), dp::Rational(1, 1))
            << name << ", hops " << hops << ", pattern " << pattern;
      }
    }
  }
}

TEST(Budget, EveryPatternOfDubaLfPublishesWithExactlyHalf) {
  for (unsigned hops = 2; hops <= kMostHops; ++hops) {
    const Made made = make("duba-lf", hops);
    const dp::Rational distances(hops, 2 * hops);  // an upper bound of M1 that makes the sum comparable
    for (unsigned pattern = 0; pattern < num_patterns(hops); ++pattern) {
      const dp::Rational all = drawn_in_all(made.distance_based, hops, pattern, false);
      EXPECT_EQ(dp::sum_rounded_down(all, dp::Rational(2, 2 * hops)),
                dp::sum_rounded_down(dp::Rational(1, 2), distances));
    }
  }
}

TEST(Budget, TheLiteralReadingDrawsMoreThanTheWholeFromFourHopsOn) {
  for (unsigned hops = 4; hops <= kMostHops; ++hops) {
    const Made made = make("duba-lf", hops);
    for (unsigned pattern = 0; pattern < num_patterns(hops); ++pattern) {
      EXPECT_GT(drawn_in_all(made.distance_based, hops, pattern, true), dp::Rational(1, 1));
    }
  }
}

}  // namespace
}  // namespace hopveil::mechanism
