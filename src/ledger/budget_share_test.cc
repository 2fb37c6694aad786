// SPDX-License-Identifier: Apache-2.0
#include "ledger/budget_share.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <hopveil/errors.h>

#include "base/uint128.h"

namespace hopveil::ledger {
namespace {

TEST(BudgetShare, ReadsDecimalsExactly) {
  EXPECT_EQ(BudgetShare::from_text("0.1").nanos(), 100'000'000u);
  EXPECT_EQ(BudgetShare::from_text("1").nanos(), 1'000'000'000u);
  EXPECT_EQ(BudgetShare::from_text("1e-9").nanos(), 1u);
  EXPECT_EQ(BudgetShare::from_text("0.25").text(), "0.25");
  EXPECT_EQ(BudgetShare::from_text("50%").nanos(), 500'000'000u);
  EXPECT_EQ(BudgetShare::from_text("100%").nanos(), 1'000'000'000u);
  EXPECT_EQ(BudgetShare::from_text("0.0000001%").nanos(), 1u);
}

TEST(BudgetShare, RoundsFurtherDigitsUp) {
  EXPECT_EQ(BudgetShare::from_text("0.1234567891").nanos(), 123'456'790u);
  EXPECT_EQ(BudgetShare::from_text("1e-300").nanos(), 1u);
  EXPECT_EQ(BudgetShare::from_text("12.34567891%").nanos(), 123'456'790u);
  EXPECT_EQ(BudgetShare::from_text("0.99999999999").nanos(), 1'000'000'000u);
}

TEST(BudgetShare, RefusesWhatIsNotAShare) {
  for (const char* text :
       {"0",    "0.000",  "-0.1", "-0", "1.0000000001", "1.1",  "2", "1e300", "nan",  "inf",
        "-inf", "half",   "",     " ",  "0.1 ",         "10 %", "%", "0%",    "101%", "100.00000001%",
        "10%%", "0x1p-3", "1/2",  "0,5"}) {
    EXPECT_THROW(BudgetShare::from_text(text), InputError) << '"' << text << '"';
  }
}

TEST(BudgetShare, SaysWhatIsWrong) {
  const auto message = [](const char* text) -> std::string {
    try {
      BudgetShare::from_text(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("x"),
            "budget share \"x\" is not a number; a release spends a share > 0 and <= 1 of every budget, for "
            "example 0.1 or 10%.");
  EXPECT_NE(message("-1").find("is not positive"), std::string::npos);
  EXPECT_NE(message("1.5").find("is above 1"), std::string::npos);
}

TEST(BudgetShare, LeavesAMechanismNoMoreThanIsCharged) {
  const BudgetShare tenth = BudgetShare::from_text("0.1");
  EXPECT_EQ(tenth.of(Epsilon::from_text("0.333333333")).nanos(), 33'333'333u);
  EXPECT_EQ(tenth.of(Epsilon::from_text("1000000")).text(), "100000");
  EXPECT_THROW(tenth.of(Epsilon::from_nanos(9)), InputError);
  EXPECT_EQ(BudgetShare::from_text("1").of(Epsilon::from_nanos(1)).nanos(), 1u);
}

RC_GTEST_PROP(BudgetShare, OfIsTheFloorOfTheProduct, ()) {
  const auto budget = *rc::gen::inRange<std::uint64_t>(1'000'000'000, Epsilon::kMaxNanos);
  const auto share = *rc::gen::inRange<std::uint64_t>(1, BudgetShare::kNanosPerWhole + 1);
  const std::uint64_t part = BudgetShare::from_nanos(share).of(Epsilon::from_nanos(budget)).nanos();
  const Uint128 exact = Uint128{budget} * share;
  RC_ASSERT(Uint128{part} * BudgetShare::kNanosPerWhole <= exact);
  RC_ASSERT(exact < (Uint128{part} + 1) * BudgetShare::kNanosPerWhole);
}

TEST(ExactShareText, KeepsEveryDigit) {
  EXPECT_EQ(exact_share_text(Epsilon::from_text("0.333333333"), 100'000'000), "0.0333333333");
  EXPECT_EQ(exact_share_text(Epsilon::from_nanos(1), 1), "0.000000000000000001");
  EXPECT_EQ(exact_share_text(Epsilon::from_text("1000000"), 1'000'000'000), "1000000");
  EXPECT_EQ(exact_share_text(Epsilon::from_text("999999.999999999"), 999'999'999),
            "999999.998999999000000001");
  EXPECT_EQ(exact_share_text(Epsilon::from_text("2"), 0), "0");
  EXPECT_EQ(exact_share_text(Epsilon::from_text("2"), 250'000'000), "0.5");
}

}  // namespace
}  // namespace hopveil::ledger
