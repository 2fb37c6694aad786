// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "io/test_input.h"

namespace hopveil::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(MatrixMarket, UsersAreOneToNAlsoWithoutEntries) {
  const auto read = read_text(
      "%%MatrixMarket matrix coordinate real symmetric\n% comment\n\n4 4 3\n2 1 0.5\n3 3 1e5\n  4  2 -1\n");
  EXPECT_EQ(read.summary.format, "mtx");
  EXPECT_THAT(names(read.graph), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(named_edges(read.graph), ElementsAre(Pair("1", "2"), Pair("2", "4")));
  EXPECT_EQ(read.summary.self_loops, 1U);
}

TEST(MatrixMarket, GeneralPatternMatricesHoldBothDirections) {
  const auto read = read_text("%%MatrixMarket MATRIX Coordinate pattern general\r\n2 2 2\r\n1 2\r\n2 1");
  EXPECT_EQ(read.graph.num_edges(), 1U);
  EXPECT_EQ(read.summary.repeated_edges, 1U);
}

TEST(MatrixMarket, AnEmptyMatrixIsAnEmptyGraph) {
  EXPECT_EQ(read_text("%%MatrixMarket matrix coordinate pattern general\n0 0 0\n").graph.num_nodes(), 0U);
  EXPECT_EQ(read_text("%%MatrixMarket matrix coordinate pattern general\n3 3 0\n").graph.num_nodes(), 3U);
}

TEST(MatrixMarket, ASmallFileCannotClaimGigabytes) {
  std::string text = "%%MatrixMarket matrix coordinate pattern general\n100000000 100000000 2000000\n";
  for (int i = 0; i < 2000000; ++i) text += "1 2\n";
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  ASSERT_LT(packed.size(), 20'000U);
  EXPECT_THAT(read_error(packed), ::testing::HasSubstr("the size line promises 100000000 users"));
}

}  // namespace
}  // namespace hopveil::testing
