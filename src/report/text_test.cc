// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hopveil::report {
namespace {

TEST(Text, KeepsValidTextAsItIs) {
  EXPECT_EQ(clean_text("a\tb\nc é € \U0001F600"), "a\tb\nc é € \U0001F600");
  EXPECT_EQ(clean_text(""), "");
}

TEST(Text, ReplacesBytesThatAreNoUtf8) {
  EXPECT_EQ(clean_text("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(clean_text("cut \xE2\x82"), "cut \uFFFD\uFFFD");
  EXPECT_EQ(clean_text("\xC0\xAF"), "\uFFFD\uFFFD") << "an overlong slash";
  EXPECT_EQ(clean_text("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "a surrogate";
  EXPECT_EQ(clean_text("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD") << "beyond Unicode";
}

TEST(Text, ReplacesControlCharacters) {
  EXPECT_EQ(clean_text(std::string_view("a\0b\x1B", 4)), "a\uFFFDb\uFFFD");
  EXPECT_EQ(clean_text("\xC2\x85"), "\uFFFD");
  EXPECT_EQ(clean_text("\xC2\xA0"), "\xC2\xA0") << "a no-break space is no control character";
}

RC_GTEST_PROP(Text, NoBytesLeaveMarkupThatBreaksOut, (const std::string& bytes)) {
  const std::string escaped = escape_markup(bytes);
  RC_ASSERT(escaped.find_first_of("<>\"'") == std::string::npos);
  RC_ASSERT(clean_text(escaped) == escaped);
}

TEST(Text, EscapesOnceAndInOrder) {
  EXPECT_EQ(escape_markup("<a b=\"c\">&'"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;");
}

TEST(Text, EmptyLinesSeparateParagraphs) {
  EXPECT_EQ(paragraphs("one\ntwo\n\n\n\nthree"), "<p>one\ntwo</p>\n<p>three</p>\n");
  EXPECT_EQ(paragraphs(""), "");
}

TEST(Text, FragmentNamesAreSafeAndNeverEmpty) {
  EXPECT_EQ(fragment_name("Figure 1: Polblogs, c = 4"), "figure-1-polblogs-c-4");
  EXPECT_EQ(fragment_name("\"><script>"), "script");
  EXPECT_EQ(fragment_name("???"), "section");
}

TEST(Text, ReadableNumbersHaveFourDigits) {
  EXPECT_EQ(readable_number(17.6349), "17.63");
  EXPECT_EQ(readable_number(0.25), "0.25");
  EXPECT_EQ(readable_number(0), "0");
  EXPECT_EQ(readable_number(-3.5), "-3.5");
  EXPECT_EQ(readable_number(1234), "1234");
  EXPECT_EQ(readable_number(12345.6), "12\u202F346");
  EXPECT_EQ(readable_number(-1234567), "-1\u202F234\u202F567");
  EXPECT_EQ(readable_number(2.5e9), "2.50e+09");
  EXPECT_EQ(readable_number(std::numeric_limits<double>::quiet_NaN()), "-");
}

RC_GTEST_PROP(Text, ExactNumbersComeBack, (double value)) {
  RC_ASSERT(std::stod(exact_number(value)) == value);
}

TEST(Text, NoNumberIsEmptyInDownloads) {
  EXPECT_EQ(exact_number(std::numeric_limits<double>::infinity()), "");
}

TEST(Text, CsvFieldsAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

}  // namespace
}  // namespace hopveil::report
