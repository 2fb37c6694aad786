#include "io/matrix_market_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace hopveil::testing
