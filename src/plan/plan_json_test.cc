// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "plan/spending_plan.h"

namespace hopveil::plan {
namespace {

std::string plan_with(const std::string& hops) {
  return R"({"kind": "hopveil plan", "schema_version": 1, "choices": {"mechanism": "eli", "hops": )" + hops +
         R"(, "budget_share": "0.5", "options": {}}})";
}

TEST(Recipe, TakesOverWhatThePlanChose) {
  const Recipe recipe = read_recipe(plan_with("3"));
  EXPECT_EQ(recipe.mechanism, "eli");
  EXPECT_EQ(recipe.hops, 3u);
  EXPECT_EQ(recipe.share, "0.5");
  EXPECT_EQ(recipe.sha256.size(), 64u);
}

TEST(Recipe, HopsAreAWholeNumberThatCanBeCounted) {
  for (const std::string hops :
       {"0", "-1", "1.5", "true", "101", "4294967297", "1e300", "\"3\"", "null", "[]"})
    EXPECT_THROW(read_recipe(plan_with(hops)), InputError) << hops;
}

TEST(Recipe, AnythingElseIsRefused) {
  for (const std::string text : {"", "{}", "[]", "{\"kind\": 1}", "{\"kind\": \"hopveil plan\"}", "\xff"})
    EXPECT_THROW(read_recipe(text), InputError) << text;
}

}  // namespace
}  // namespace hopveil::plan
