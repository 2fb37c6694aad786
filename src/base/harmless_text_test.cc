// SPDX-License-Identifier: Apache-2.0
#include "base/harmless_text.h"

#include <gtest/gtest.h>

#include <hopveil/errors.h>

namespace hopveil {
namespace {

TEST(HarmlessText, LeavesPlainTextOfAnyLanguageAlone) {
  for (const char* text : {"", "ann_7@example.org", "Zoë", "日本", "علي", "𝄞", "a\\x1B"})
    EXPECT_EQ(harmless(text), text);
}

TEST(HarmlessText, DisarmsWhatATerminalObeys) {
  EXPECT_EQ(harmless("a\x1B]0;owned\x07z"), "a\\x1B]0;owned\\x07z");
  EXPECT_EQ(harmless("a\xC2\x9B"
                     "31mz"),
            "a\\u{9B}31mz");
  EXPECT_EQ(harmless("\x9B"
                     "31m"),
            "\\x9B31m");
  EXPECT_EQ(harmless("line\nhopveil: all is well\r"), "line\\x0Ahopveil: all is well\\x0D");
  EXPECT_EQ(harmless("two\nlines", true), "two\nlines");
  EXPECT_EQ(harmless("a\xE2\x80\xA8z\x7F"), "a\\u{2028}z\\x7F");
}

TEST(HarmlessText, DisarmsWhatReordersOrHides) {
  EXPECT_EQ(harmless("a\xE2\x80\xAE"
                     "exe.txt"),
            "a\\u{202E}exe.txt");
  EXPECT_EQ(harmless("\xE2\x81\xA6\xE2\x81\xA9"), "\\u{2066}\\u{2069}");
  EXPECT_EQ(harmless("ad\xE2\x80\x8Bmin"), "ad\\u{200B}min");
  EXPECT_EQ(harmless("\xF3\xA0\x81\x81"), "\\u{E0041}");
}

TEST(CountCharacters, CountsWhatIsSeenAsOneLetter) {
  EXPECT_EQ(count_characters(""), 0U);
  EXPECT_EQ(count_characters("Zoë"), 3U);
  EXPECT_EQ(count_characters("日本𝄞"), 3U);
}

TEST(HarmlessText, IsWhatErrorsAreMadeOf) {
  EXPECT_STREQ(InputError("found \x1B[2J").in_file("a\nb\xC2\x9B.txt").what(),
               "a\\x0Ab\\u{9B}.txt: found \\x1B[2J.");
  EXPECT_STREQ(SystemError("read", "x\x1B[2J", "no").what(), "cannot read x\\x1B[2J: no.");
}

}  // namespace
}  // namespace hopveil
