// SPDX-License-Identifier: Apache-2.0
#include <cerrno>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "base/check.h"

namespace hopveil {
namespace {

TEST(InputErrorTest, SaysWhatWasFoundExpectedAndToTry) {
  EXPECT_STREQ(InputError("found").what(), "found.");
  EXPECT_STREQ(InputError("found", "expected").what(), "found; expected.");
  EXPECT_STREQ(InputError("found", "expected", "Try this.").what(), "found; expected. Try this.");
  EXPECT_STREQ(InputError("found", "", "Try this.").what(), "found. Try this.");
}

TEST(InputErrorTest, NamesThePlaceAsCompilersDo) {
  InputError error("epsilon \"-1\" is not a positive number", "every preference must be > 0");
  error.at_column(6).at_line(17).in_file("prefs.csv");
  EXPECT_STREQ(error.what(),
               "prefs.csv:17:6: epsilon \"-1\" is not a positive number; every preference must be > 0.");
}

TEST(InputErrorTest, LeavesOutThePartsOfThePlaceThatNobodyKnows) {
  EXPECT_STREQ(InputError("found").in_file("a.csv").what(), "a.csv: found.");
  EXPECT_STREQ(InputError("found").in_file("a.csv").at_line(3).what(), "a.csv:3: found.");
  EXPECT_STREQ(InputError("found").at_line(3).at_column(4).what(), "3:4: found.");
  EXPECT_STREQ(InputError("found").in_file("a.csv").at_column(4).what(), "a.csv: found.")
      << "a column without its line would be read as a line";
}

TEST(InputErrorTest, KeepsThePlaceThatTheInnermostLayerSet) {
  InputError error("found");
  error.at_column(1).at_line(2).in_file("inner");
  error.at_column(10).at_line(20).in_file("outer");
  EXPECT_STREQ(error.what(), "inner:2:1: found.");
  EXPECT_EQ(error.file(), "inner");
  EXPECT_EQ(error.line(), 2u);
  EXPECT_EQ(error.column(), 1u);
}

TEST(InputErrorTest, GrowsWhileItPassesThroughLayers) {
  const auto outer = [] {
    try {
      try {
        throw InputError("found");
      } catch (InputError& error) {
        error.at_line(5);
        throw;
      }
    } catch (InputError& error) {
      error.in_file("graph.txt");
      throw;
    }
  };
  try {
    outer();
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "graph.txt:5: found.");
  }
}

TEST(SystemErrorTest, NamesActionPathAndReason) {
  EXPECT_STREQ(SystemError("write", "out.csv", ENOSPC).what(),
               "cannot write out.csv: No space left on device.");
  EXPECT_STREQ(SystemError("read", "g.gz", "the file ends early", "Fetch it again.").what(),
               "cannot read g.gz: the file ends early. Fetch it again.");
}

TEST(BugErrorTest, AsksToBeReported) {
  EXPECT_NO_THROW(check(true, "never said"));
  try {
    check(false, "a row is missing");
    FAIL() << "nothing was thrown";
  } catch (const BugError& error) {
    EXPECT_STREQ(error.what(),
                 "a row is missing. This is a mistake in hopveil, not in your input; please report it.");
  }
}

}  // namespace
}  // namespace hopveil
