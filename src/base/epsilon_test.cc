// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/epsilon.h>
#include <hopveil/errors.h>

#include "support/property.h"

namespace hopveil {
namespace {

std::string complaint_about(std::string_view text) {
  try {
    Epsilon::from_text(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(EpsilonTest, OneTenthIsOneTenth) {
  EXPECT_EQ(Epsilon::from_text("0.1").nanos(), 100'000'000u);
  EXPECT_EQ(Epsilon::from_text("1e-1"), Epsilon::from_text("+.1"));
  EXPECT_DOUBLE_EQ(Epsilon::from_text("0.1").value(), 0.1);
}

TEST(EpsilonTest, RoundsTowardMorePrivacy) {
  EXPECT_EQ(Epsilon::from_text("0.1999999999999").nanos(), 199'999'999u);
  EXPECT_EQ(Epsilon::from_text("1.9e-9").nanos(), 1u);
}

TEST(EpsilonTest, KnowsItsRange) {
  EXPECT_EQ(Epsilon::from_text("0.000000001").nanos(), 1u);
  EXPECT_EQ(Epsilon::from_text("1000000").nanos(), Epsilon::kMaxNanos);
  EXPECT_EQ(Epsilon::from_text("1000000.0000000001").nanos(), Epsilon::kMaxNanos);
  EXPECT_EQ(
      complaint_about("1000000.000000001"),
      "epsilon \"1000000.000000001\" is too large; a preference is at most 1000000, which is no protection "
      "at all.");
  EXPECT_EQ(complaint_about("1e-10"),
            "epsilon \"1e-10\" is too small; the smallest preference is 0.000000001 (a billionth).");
  EXPECT_THAT(complaint_about("1e300"), ::testing::HasSubstr("too large"));
  EXPECT_THAT(complaint_about("1e-300"), ::testing::HasSubstr("too small"));
}

TEST(EpsilonTest, RefusesWhatIsNotAPositiveNumber) {
  for (const char* text : {"", " 1", "1e", "nan", "inf", "-1", "0", "-0", "0.0", "0e5", "text", "1,5"}) {
    EXPECT_EQ(complaint_about(text), std::string("epsilon \"") + text +
                                         "\" is not a positive number; every preference must be > 0.");
  }
}

TEST(EpsilonTest, NanosOutOfRangeAreOurOwnMistake) {
  EXPECT_THROW(Epsilon::from_nanos(0), InputError);
  EXPECT_THROW(Epsilon::from_nanos(Epsilon::kMaxNanos + 1), InputError);
  EXPECT_EQ(Epsilon::from_nanos(Epsilon::kMaxNanos).text(), "1000000");
}

TEST(EpsilonTest, WritesTheShortestText) {
  EXPECT_EQ(Epsilon::from_text("16.000").text(), "16");
  EXPECT_EQ(Epsilon::from_text("1e-1").text(), "0.1");
}

RC_GTEST_PROP(EpsilonProperties, TextRoundTrips, ()) {
  const auto nanos = *rc::gen::inRange<std::uint64_t>(1, Epsilon::kMaxNanos + 1);
  const Epsilon epsilon = Epsilon::from_nanos(nanos);
  RC_ASSERT(Epsilon::from_text(epsilon.text()) == epsilon);
}

RC_GTEST_PROP(EpsilonProperties, ComparesLikeItsNanos, ()) {
  const auto a = *rc::gen::inRange<std::uint64_t>(1, 1000);
  const auto b = *rc::gen::inRange<std::uint64_t>(1, 1000);
  RC_ASSERT((Epsilon::from_nanos(a) < Epsilon::from_nanos(b)) == (a < b));
}

}  // namespace
}  // namespace hopveil
