// SPDX-License-Identifier: Apache-2.0
#include "io/table.h"

#include <limits>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "io/test_input.h"

namespace hopveil::testing {
namespace {

const Graph& users() {
  static const Graph graph = read_text("ann,\"b,\"\"c\"\"\"\nann,7\n").graph;
  return graph;
}

template <class Count>
std::string written(const io::CountColumns<Count>& columns, std::vector<NodeId> rows,
                    io::TableFormat format) {
  std::string text;
  io::write_count_table(users().ids(), rows, columns, format, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(Table, CsvHasAHeaderAndARowPerUserInTheGivenOrder) {
  const std::vector<std::uint32_t> hop1 = {1, 4000000000};
  const std::vector<std::uint32_t> hop2 = {0, 5};
  EXPECT_EQ(written<std::uint32_t>({{hop1, hop2}, false}, {1, 2}, io::TableFormat::kCsv),
            "user,hop_1,hop_2\n\"b,\"\"c\"\"\",1,0\n7,4000000000,5\n");
}

TEST(Table, CumulativeAddsRanges) {
  const std::vector<std::int64_t> hop1 = {-3, std::numeric_limits<std::int64_t>::min()};
  const std::vector<std::int64_t> hop2 = {5, 0};
  EXPECT_EQ(written<std::int64_t>({{hop1, hop2}, true}, {0, 2}, io::TableFormat::kCsv),
            "user,hop_1,hop_2,range_1,range_2\nann,-3,5,-3,2\n7,-9223372036854775808,0,-9223372036854775808,"
            "-9223372036854775808\n");
}

TEST(Table, JsonIsAnArrayOfObjects) {
  const std::vector<std::uint32_t> hop1 = {1, 2};
  EXPECT_EQ(written<std::uint32_t>({{hop1}, true}, {0, 1}, io::TableFormat::kJson),
            "[\n{\"user\": \"ann\", \"hop_1\": 1, \"range_1\": 1},\n"
            "{\"user\": \"b,\\\"c\\\"\", \"hop_1\": 2, \"range_1\": 2}\n]\n");
  EXPECT_EQ(written<std::uint32_t>({}, {}, io::TableFormat::kJson), "[\n]\n");
}

TEST(Table, IntervalsComeLastALowAndAHighPerHop) {
  const std::vector<std::int64_t> hop1 = {5};
  const std::vector<std::int64_t> hop2 = {6};
  const std::vector<std::int64_t> low1 = {3};
  const std::vector<std::int64_t> low2 = {4};
  const std::vector<std::int64_t> high1 = {7};
  const std::vector<std::int64_t> high2 = {8};
  const io::CountColumns<std::int64_t> columns = {{hop1, hop2}, true, {low1, low2}, {high1, high2}};
  EXPECT_EQ(written(columns, {0}, io::TableFormat::kCsv),
            "user,hop_1,hop_2,range_1,range_2,hop_1_low,hop_1_high,hop_2_low,hop_2_high\n"
            "ann,5,6,5,11,3,7,4,8\n");
  EXPECT_EQ(written<std::int64_t>({{hop1}, false, {low1}, {high1}}, {0}, io::TableFormat::kJson),
            "[\n{\"user\": \"ann\", \"hop_1\": 5, \"hop_1_low\": 3, \"hop_1_high\": 7}\n]\n");
}

TEST(Table, ColumnsMustHaveARowPerUser) {
  const std::vector<std::uint32_t> hop1 = {1};
  EXPECT_THROW(written<std::uint32_t>({{hop1}, false}, {0, 1}, io::TableFormat::kCsv), BugError);
  const std::vector<std::uint32_t> low1 = {};
  EXPECT_THROW(written<std::uint32_t>({{hop1}, false, {low1}, {hop1}}, {0}, io::TableFormat::kCsv), BugError);
  EXPECT_THROW(written<std::uint32_t>({{hop1}, false, {hop1}, {}}, {0}, io::TableFormat::kCsv), BugError);
}

TEST(Formulas, AreFoundWhereASpreadsheetRunsThem) {
  for (const char* name : {"=1+1", "=HYPERLINK(\"http://x\")", "=cmd|' /C calc'!A0", "+cmd|' /C calc'!A0",
                           "-2+3+cmd|'x'!A0", "@SUM(1+1)*cmd|'x'!A0", "\uFF1DSUM(A1)"})
    EXPECT_TRUE(io::runs_as_formula(name)) << name;
  for (const char* name : {"", "=", "ann", "@ann", "+491234", "-7", "-7.5e3", "a=b(c)", "#x"})
    EXPECT_FALSE(io::runs_as_formula(name)) << name;
}

TEST(JsonStrings, HoldNothingThatATerminalObeys) {
  std::string out;
  io::append_json_string("a\xC2\x9B\xE2\x80\xAE\x1B\"\\Zoë", out);
  EXPECT_EQ(out, "\"a\\u009b\\u202e\\u001b\\\"\\\\Zoë\"");
}

}  // namespace
}  // namespace hopveil::testing
