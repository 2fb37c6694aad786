// SPDX-License-Identifier: Apache-2.0
#include "base/nearest_name.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/plural.h"

namespace hopveil {
namespace {

TEST(NearestName, CountsInsertionsDeletionsChangesAndSwaps) {
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("relase", "release"), 1U);
  EXPECT_EQ(edit_distance("cuont", "count"), 1U);
  EXPECT_EQ(edit_distance("optimize", "optimise"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(NearestName, IsTheOneMeantOrNone) {
  const std::vector<std::string> names = {"info", "count", "release", "reproduce", "convert"};
  EXPECT_EQ(nearest_name("relase", names), "release");
  EXPECT_EQ(nearest_name("cuont", names), "count");
  EXPECT_EQ(nearest_name("rep", names), "reproduce");
  EXPECT_EQ(nearest_name("frobnicate", names), std::nullopt);
  EXPECT_EQ(nearest_name("x", names), std::nullopt);
  EXPECT_EQ(nearest_name("", names), std::nullopt);
  EXPECT_EQ(nearest_name("info", {}), std::nullopt);
}

TEST(Plural, OneIsSingular) {
  EXPECT_EQ(plural(0U, "user"), "0 users");
  EXPECT_EQ(plural(1U, "user"), "1 user");
  EXPECT_EQ(plural(2U, "user"), "2 users");
  EXPECT_EQ(plural(1U, "pass", "passes"), "1 pass");
  EXPECT_EQ(plural(3U, "pass", "passes"), "3 passes");
}

}  // namespace
}  // namespace hopveil
