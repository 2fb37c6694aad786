// SPDX-License-Identifier: Apache-2.0
#include "io/csv.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "io/text_blocks.h"

namespace hopveil::io {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> split(std::string_view line, Separator separator) {
  FieldSplitter splitter(line, 0, line.size(), separator);
  std::vector<std::string> values;
  Field field;
  while (splitter.next(field)) values.push_back(field.value());
  return values;
}

TEST(Csv, SplitsBySeparatorAndTrimsBlanks) {
  EXPECT_THAT(split(" a , b c,,d ", Separator::kComma), ElementsAre("a", "b c", "", "d"));
  EXPECT_THAT(split("a;", Separator::kSemicolon), ElementsAre("a", ""));
  EXPECT_THAT(split("  a \t b  ", Separator::kBlank), ElementsAre("a", "b"));
  EXPECT_THAT(split("a b\t\t c,d", Separator::kTab), ElementsAre("a b", "c,d"));
  EXPECT_THAT(split("", Separator::kComma), ElementsAre());
}

TEST(Csv, QuotesHideSeparatorsAndDoubledQuotesAreOne) {
  EXPECT_THAT(split(R"("a,b","c ""d""" , "")", Separator::kComma), ElementsAre("a,b", "c \"d\"", ""));
  EXPECT_THAT(split(R"("a b" c)", Separator::kBlank), ElementsAre("a b", "c"));
}

TEST(Csv, ABrokenQuoteIsAMistakeAtItsPlace) {
  EXPECT_THROW(split("a,\"b", Separator::kComma), MistakeAt);
  EXPECT_THROW(split("\"a\"b", Separator::kBlank), MistakeAt);
  EXPECT_THROW(split("\"a\" b,c", Separator::kComma), MistakeAt);
}

TEST(Csv, TheFirstSeparatorAfterTheFirstColumnDecides) {
  const auto of = [](std::string_view line) { return separator_of(line, 0, line.size()); };
  EXPECT_EQ(of("1 2"), Separator::kBlank);
  EXPECT_EQ(of("1 2 {'a': 1, 'b': 2}"), Separator::kBlank);
  EXPECT_EQ(of("1 , 2"), Separator::kComma);
  EXPECT_EQ(of("a;b,c"), Separator::kSemicolon);
  EXPECT_EQ(of("a,b\tc"), Separator::kTab);
  EXPECT_EQ(of("\"a b\",c"), Separator::kComma);
  EXPECT_EQ(of("\"a\tb\" c"), Separator::kBlank);
  EXPECT_EQ(of("alone"), Separator::kBlank);
}

TEST(Csv, OnlyFieldsThatNeedQuotesGetThem) {
  std::string out;
  append_csv_field("plain_id", out);
  EXPECT_EQ(out, "plain_id");
  out.clear();
  append_csv_field("say \"hi\"", out);
  EXPECT_EQ(out, "\"say \"\"hi\"\"\"");
}

RC_GTEST_PROP(Csv, WhatIsAppendedIsReadBack, ()) {
  const auto character = rc::gen::element('a', '0', ' ', ',', ';', '"', '\t', '#', '%');
  const auto values = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<std::string>>(rc::gen::container<std::string>(character)));
  std::string line;
  for (const std::string& value : values) {
    if (!line.empty()) line += ',';
    append_csv_field(value, line);
  }
  RC_ASSERT(split(line, Separator::kComma) == values);
  RC_ASSERT(values.size() == 1 || separator_of(line, 0, line.size()) == Separator::kComma);
}

}  // namespace
}  // namespace hopveil::io
