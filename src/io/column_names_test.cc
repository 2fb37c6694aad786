// SPDX-License-Identifier: Apache-2.0
#include "io/column_names.h"

#include <gtest/gtest.h>

namespace hopveil::io {
namespace {

using Names = std::vector<std::string>;

TEST(ColumnNames, KnowPairsOfEnds) {
  for (const Names& names :
       {Names{"source", "target"}, Names{"Source ID", "Target-ID"}, Names{"user_id", "friend_id"},
        Names{"FromNodeId", "ToNodeId"}, Names{":START_ID", ":END_ID"},
        Names{"source_user_id", "target_user_id"}, Names{"id_1", "id_2"}, Names{"node1", "node2"},
        Names{"userA", "userB"}, Names{"Person1.id", "Person2.id"}, Names{"src", "dst"}}) {
    const auto ends = find_end_columns(names);
    ASSERT_TRUE(ends) << names[0];
    EXPECT_EQ(ends->first, 0U) << names[0];
    EXPECT_EQ(ends->second, 1U) << names[0];
    EXPECT_EQ(ends->candidates, 1U) << names[0];
  }
}

TEST(ColumnNames, FindThemAmongOthers) {
  const auto ends = find_end_columns({"id", "since", "followee_id", "follower_id"});
  ASSERT_TRUE(ends);
  EXPECT_EQ(ends->first, 3U);
  EXPECT_EQ(ends->second, 2U);
  EXPECT_TRUE(ends->is_directed);
  EXPECT_FALSE(find_end_columns({"user1", "user2"})->is_directed);
}

TEST(ColumnNames, AreNotFoundInIds) {
  for (const Names& names : {Names{"1", "2"}, Names{"a", "b"}, Names{"u", "v"}, Names{"ann", "bob"},
                             Names{"id", "weight"}, Names{"user", "user"}, Names{}})
    EXPECT_FALSE(find_end_columns(names));
}

TEST(ColumnNames, TwoPairsLeaveADoubt) {
  EXPECT_EQ(find_end_columns({"source", "target", "from", "to"})->candidates, 2U);
}

}  // namespace
}  // namespace hopveil::io
