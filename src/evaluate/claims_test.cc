// SPDX-License-Identifier: Apache-2.0
#include "evaluate/claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/paper_claims.h"
#include "evaluate/trend.h"

namespace hopveil::evaluation {
namespace {

using ::testing::HasSubstr;

/// Errors of a mechanism by threshold: MAE and MRE alike.
using Errors = std::vector<double>;

std::vector<ErrorSummary> lines_of(const std::vector<std::pair<std::string, Errors>>& mechanisms) {
  std::vector<ErrorSummary> lines;
  const std::vector<std::string> thresholds = paper_thresholds();
  for (const Variant& variant : paper_variants()) {
    for (const auto& [mechanism, errors] : mechanisms) {
      for (std::size_t i = 0; i < errors.size(); ++i) {
        if (variant.reading == "literal" && mechanism != "duba-lf") continue;
        ErrorSummary line;
        line.graph = "Polblogs";
        line.configuration = {mechanism, variant.reading, variant.postprocess, "laplace", 4, thresholds[i]};
        line.runs = 100;
        line.all = {{errors[i], 0.1}, {errors[i], 0.1}};
        lines.push_back(line);
      }
    }
  }
  return lines;
}

const Errors kFalling = {90, 80, 70, 60, 50, 40, 30, 20, 10};

Errors times(const Errors& errors, double factor) {
  Errors product = errors;
  for (double& value : product) value *= factor;
  return product;
}

const ClaimFinding& find(const std::vector<ClaimFinding>& claims, const std::string& text) {
  for (const ClaimFinding& claim : claims) {
    if (claim.claim.find(text) != std::string::npos) return claim;
  }
  throw std::runtime_error("no claim: " + text);
}

TEST(Claims, ANumberThatIsMetHolds) {
  const auto claims = check_figure_claims(paper_figures()[0],
                                          lines_of({{"uniform", times(kFalling, 1.766)},
                                                    {"exponential", Errors(9, 135.3)},
                                                    {"deba", times(kFalling, 1.2)},
                                                    {"duba-lf", kFalling}}),
                                          "Polblogs");
  EXPECT_EQ(find(claims, "DUBA-LF outperforms Uniform in MAE").verdict(), Verdict::kHolds);
  EXPECT_EQ(find(claims, "DUBA-LF outperforms Uniform in MAE").closest().found, "76.6%");
  EXPECT_EQ(find(claims, "DUBA-LF outperforms Uniform in MRE").verdict(), Verdict::kDirectionOnly);
  EXPECT_EQ(find(claims, "DUBA-LF outperforms DEBA in MAE").verdict(), Verdict::kDirectionOnly);
  EXPECT_EQ(find(claims, "DUBA-LF is at least as good as all others in MAE").verdict(), Verdict::kHolds);
  EXPECT_EQ(find(claims, "of DUBA-LF, DEBA, Uniform").verdict(), Verdict::kHolds);
  EXPECT_EQ(find(claims, "of Exponential").verdict(), Verdict::kHolds);
}

/// The paper's order turned round.
auto claims_with_duba_lf_worst() {
  return check_figure_claims(paper_figures()[0],
                             lines_of({{"uniform", kFalling},
                                       {"exponential", kFalling},
                                       {"deba", kFalling},
                                       {"duba-lf", times(kFalling, 2)}}),
                             "Polblogs");
}

TEST(Claims, AnOrderThatIsTurnedRoundDoesNotHold) {
  const auto claims = claims_with_duba_lf_worst();
  EXPECT_EQ(find(claims, "DUBA-LF outperforms Uniform in MAE").verdict(), Verdict::kDoesNotHold);
  EXPECT_EQ(find(claims, "DUBA-LF is at least as good as all others in MAE").verdict(),
            Verdict::kDoesNotHold);
  EXPECT_THAT(find(claims, "of Exponential").closest().found, HasSubstr("MAE of Exponential falls"));
}

TEST(Claims, BestAtMostThresholdsHoldsInDirectionOnly) {
  Errors worse_once = kFalling;
  worse_once[0] *= 3;
  const auto claims = check_figure_claims(paper_figures()[0],
                                          lines_of({{"uniform", times(kFalling, 2)},
                                                    {"exponential", times(kFalling, 2)},
                                                    {"deba", times(kFalling, 2)},
                                                    {"duba-lf", worse_once}}),
                                          "Polblogs");
  const ClaimFinding& best = find(claims, "DUBA-LF is at least as good as all others in MAE");
  EXPECT_EQ(best.verdict(), Verdict::kDirectionOnly);
  EXPECT_EQ(best.closest().found, "at 8 of 9 thresholds");
}

TEST(Claims, OtherMechanismsAreIgnored) {
  const auto claims = check_figure_claims(paper_figures()[0],
                                          lines_of({{"uniform", times(kFalling, 2)},
                                                    {"exponential", times(kFalling, 2)},
                                                    {"deba", times(kFalling, 2)},
                                                    {"duba-lf", kFalling}}),
                                          "Polblogs");
  auto with_floor = lines_of({{"uniform", times(kFalling, 2)},
                              {"exponential", times(kFalling, 2)},
                              {"deba", times(kFalling, 2)},
                              {"duba-lf", kFalling}});
  ErrorSummary zeros;
  zeros.graph = "Polblogs";
  zeros.configuration.mechanism = "zeros";
  zeros.configuration.hops = 4;
  zeros.all = {{1, 0}, {1, 0}};
  with_floor.push_back(zeros);
  const auto again = check_figure_claims(paper_figures()[0], with_floor, "Polblogs");
  ASSERT_EQ(again.size(), claims.size());
  for (std::size_t i = 0; i < claims.size(); ++i) EXPECT_EQ(again[i].verdict(), claims[i].verdict());
}

TEST(Claims, TheSummaryCountsVerdicts) {
  const auto claims = claims_with_duba_lf_worst();
  EXPECT_THAT(claims_summary(claims).front(), HasSubstr("Of 10 claims"));
}

TEST(Claims, EveryFigureHasItsGainsAndItsBest) {
  for (const PaperFigure& figure : paper_figures()) {
    EXPECT_EQ(std::ranges::count(gain_claims(), figure.number, &GainClaim::figure), 3);
    EXPECT_GE(std::ranges::count(best_claims(), figure.number, &BestClaim::figure), 1);
  }
}

TEST(Trend, IsToldByMovementsThatAreNoticeable) {
  EXPECT_EQ(trend_of(std::vector{10.0, 10.2, 9.9}), Trend::kFlat);
  EXPECT_EQ(trend_of(std::vector{10.0}), Trend::kFlat);
  EXPECT_EQ(trend_of(std::vector{10.0, 8.0, 8.1}), Trend::kFalls);
  EXPECT_EQ(trend_of(std::vector{8.0, 9.0, 10.0}), Trend::kRises);
  EXPECT_EQ(trend_of(std::vector{10.0, 5.0, 8.0}), Trend::kFallsThenRises);
  EXPECT_EQ(trend_of(std::vector{5.0, 9.0, 6.0}), Trend::kRisesThenFalls);
  EXPECT_EQ(trend_of(std::vector{10.0, 5.0, 12.0, 8.0}), Trend::kFalls);  // a zigzag is told by its ends
}

}  // namespace
}  // namespace hopveil::evaluation
