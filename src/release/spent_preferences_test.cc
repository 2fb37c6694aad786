// SPDX-License-Identifier: Apache-2.0
// What a release may spend is what the ledger books: each preference times the share, never the whole.

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "graph/builder.h"
#include "release/release_plan.h"

namespace hopveil::release {
namespace {

/// 0 is public; 1, 2 and 3 have the given preferences.
std::vector<std::string> spent_of(const std::vector<const char*>& preferences, const char* share) {
  ReleaseRequest request;
  request.graph = graph_from_edges(4, {{0, 1}, {0, 2}, {2, 3}});
  request.roles = UserRoles(4, {0});
  std::vector<Epsilon> by_row;
  for (const char* preference : preferences) by_row.push_back(Epsilon::from_text(preference));
  request.preferences = Preferences(by_row);
  request.share = ledger::BudgetShare::from_text(share);
  request.mechanism = "eli";
  const ReleasePlan plan(std::move(request));
  std::vector<std::string> spent;
  for (NodeId row = 0; row < preferences.size(); ++row) {
    spent.push_back(plan.preferences_to_spend().of_row(row).text());
  }
  return spent;
}

TEST(SpentPreferences, AreThePreferencesTimesTheShare) {
  using Texts = std::vector<std::string>;
  const std::vector<const char*> preferences = {"1", "16", "0.0003"};
  EXPECT_EQ(spent_of(preferences, "1"), (Texts{"1", "16", "0.0003"}));
  EXPECT_EQ(spent_of(preferences, "0.5"), (Texts{"0.5", "8", "0.00015"}));
  EXPECT_EQ(spent_of(preferences, "0.1"), (Texts{"0.1", "1.6", "0.00003"}));
}

TEST(SpentPreferences, AreRoundedDownSoThatNoMoreIsDrawnThanBooked) {
  EXPECT_EQ(spent_of({"0.000000003", "0.333333333", "1"}, "0.5"),
            (std::vector<std::string>{"0.000000001", "0.166666666", "0.5"}));
}

}  // namespace
}  // namespace hopveil::release
