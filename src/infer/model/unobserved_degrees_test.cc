// SPDX-License-Identifier: Apache-2.0
#include "infer/model/unobserved_degrees.h"

#include <cmath>

#include <gtest/gtest.h>

namespace hopveil::infer {
namespace {

using User = UnobservedDegrees::User;

std::vector<User> users_with(std::uint32_t number, User user) {
  return std::vector<User>(number, user);
}

void append(std::vector<User>& users, const std::vector<User>& more) {
  users.insert(users.end(), more.begin(), more.end());
}

double mean_draw(const UnobservedDegrees& degrees, User user) {
  SeededRng rng(1);
  double sum = 0;
  for (int i = 0; i < 4000; ++i) sum += static_cast<double>(degrees.draw(user, rng));
  return sum / 4000;
}

// Observed degrees of 1000 users who all have rate 2: a thousandth part of the Poisson distribution.
std::vector<User> users_of_rate_two() {
  std::vector<User> users;
  std::uint32_t observed = 0;
  for (const std::uint32_t number : {135U, 271U, 271U, 180U, 90U, 36U, 12U, 4U, 1U}) {
    append(users, users_with(number, {observed++, 0}));
  }
  return users;
}

TEST(UnobservedDegrees, AreAboutTheObservedOnesTimesTheRatioOfUsers) {
  const auto users = users_of_rate_two();
  const UnobservedDegrees degrees(users, 3);
  double drawn = 0;
  SeededRng rng(1);
  for (const User& user : users) drawn += static_cast<double>(degrees.draw(user, rng));
  EXPECT_NEAR(drawn / static_cast<double>(users.size()), 6, 0.4);
}

TEST(UnobservedDegrees, DoNotFollowChanceWhenAllUsersAreAlike) {
  const UnobservedDegrees degrees(users_of_rate_two(), 1);
  EXPECT_NEAR(mean_draw(degrees, {0, 0}), 2, 0.5);
  EXPECT_NEAR(mean_draw(degrees, {6, 0}), 2, 0.8);
}

// At rate 2, with as many unobserved as observed users: e^-2. Of 1000 users half have no neighbour, the
// others 40.
TEST(UnobservedDegrees, AreNoneForIsolatedUsers) {
  const UnobservedDegrees alike(users_of_rate_two(), 1);
  EXPECT_NEAR(alike.none({0, 0}), 0.15, 0.05);
  auto users = users_with(500, {0, 0});
  append(users, users_with(500, {40, 0}));
  const UnobservedDegrees different(users, 2);
  EXPECT_GT(different.none({0, 0}), 0.9);
  EXPECT_LT(different.none({40, 0}), 1e-9);
}

// Drawing agrees with the probability: 4000 draws, 5 standard errors.
TEST(UnobservedDegrees, AreNoneAsOftenAsDrawn) {
  const UnobservedDegrees degrees(users_of_rate_two(), 0.5);
  for (const User user : {User{0, 0}, User{3, 0}}) {
    SeededRng rng(3);
    double none = 0;
    for (int i = 0; i < 4000; ++i) none += degrees.draw(user, rng) == 0 ? 1 : 0;
    EXPECT_NEAR(none / 4000, degrees.none(user), 5 * 0.5 / std::sqrt(4000.0));
  }
}

TEST(UnobservedDegrees, FollowTheObservedOnesWhenUsersDiffer) {
  auto users = users_with(500, {0, 0});
  append(users, users_with(500, {40, 0}));
  const UnobservedDegrees degrees(users, 2);
  EXPECT_LT(mean_draw(degrees, {0, 0}), 1);
  EXPECT_NEAR(mean_draw(degrees, {40, 0}), 80, 8);
}

// A likelihood relative to a rate between those of the grid would vanish for all of them.
TEST(UnobservedDegrees, SurviveAHub) {
  auto users = users_with(10000, {5, 0});
  users.push_back({137000, 0});
  const UnobservedDegrees degrees(users, 2);
  EXPECT_NEAR(mean_draw(degrees, {5, 0}), 10, 1);
  SeededRng rng(1);
  EXPECT_NEAR(static_cast<double>(degrees.draw({137000, 0}, rng)), 274000, 40000);
}

TEST(UnobservedDegrees, DependOnPublicNeighbours) {
  std::vector<User> users;
  for (std::uint32_t observed = 0; observed < 5; ++observed) {
    append(users, users_with(observed == 0 ? 400 : 20, {observed, 0}));
    append(users, users_with(observed == 4 ? 400 : 20, {observed, 9}));
  }
  const UnobservedDegrees degrees(users, 1);
  EXPECT_GT(mean_draw(degrees, {1, 9}), mean_draw(degrees, {1, 0}) + 0.5);
}

TEST(UnobservedDegrees, OfFewUsersWithManyDifferentPublicNeighboursAreDrawnFromAllOfThem) {
  std::vector<User> users;
  for (std::uint32_t i = 0; i < 10; ++i) users.push_back({5, 1U << i});
  const UnobservedDegrees degrees(users, 1);
  for (const User& user : users) EXPECT_NEAR(mean_draw(degrees, user), 5, 1);
}

TEST(UnobservedDegrees, AreZeroWhenAllUsersAreObserved) {
  EXPECT_EQ(mean_draw(UnobservedDegrees(users_with(3, {7, 0}), 0), {7, 0}), 0);
}

}  // namespace
}  // namespace hopveil::infer
