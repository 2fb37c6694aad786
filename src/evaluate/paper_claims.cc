// SPDX-License-Identifier: Apache-2.0
#include "evaluate/paper_claims.h"

#include <array>
#include <limits>

namespace hopveil::evaluation {
namespace {

constexpr std::string_view kUniform = "uniform";
constexpr std::string_view kExponential = "exponential";
constexpr std::string_view kDeba = "deba";
constexpr std::string_view kDubaLf = "duba-lf";
constexpr double kAnyThreshold = std::numeric_limits<double>::infinity();

constexpr std::array<GainClaim, 18> kGains = {{
    {1, kDubaLf, kUniform, 76.6, 152.5},
    {1, kDubaLf, kExponential, 50.3, 98.4},
    {1, kDubaLf, kDeba, 5.0, 10.4},
    {2, kDubaLf, kUniform, 43.9, 180.4},
    {2, kDubaLf, kExponential, 38.8, 181.8},
    {2, kDubaLf, kDeba, 7.1, 37.8},
    {3, kDeba, kUniform, 45.8, 126.3},
    {3, kDeba, kExponential, 42.9, 125.0},
    {3, kDeba, kDubaLf, 25.4, 76.7},
    {4, kDubaLf, kUniform, 27.2, 86.3},
    {4, kDubaLf, kExponential, 17.7, 70.0},
    {4, kDubaLf, kDeba, 4.1, 3.9},
    {5, kDubaLf, kUniform, 107.9, kOrderOfMagnitude},
    {5, kDubaLf, kExponential, 107.2, kOrderOfMagnitude},
    {5, kDubaLf, kDeba, 35.8, 190.7},
    {6, kDubaLf, kUniform, 120.5, 894.5},
    {6, kDubaLf, kExponential, 76.9, 862.7},
    {6, kDubaLf, kDeba, 34.4, 84.3},
}};

constexpr std::array<BestClaim, 7> kBest = {{
    {1, kDubaLf, {}, true, true, 0, kAnyThreshold},
    {2, kDubaLf, {}, false, true, 0, kAnyThreshold},
    {2, kDeba, kDubaLf, true, false, 0, 2},  // "outperformed by DEBA in MAE for small sampling threshold"
    {3, kDeba, {}, true, true, 0, kAnyThreshold},
    {4, kDubaLf, {}, true, true, 0, kAnyThreshold},
    {5, kDubaLf, {}, true, true, 0, kAnyThreshold},
    {6, kDubaLf, {}, true, true, 0, kAnyThreshold},
}};

const std::array<TrendClaim, 9> kTrends = {{
    {1, {kDubaLf, kDeba, kUniform}, Trend::kFalls},
    {1, {kExponential}, Trend::kFlat},
    {2, {kDubaLf, kDeba}, Trend::kFalls},
    {3, {kDubaLf, kDeba}, Trend::kFallsThenRises},
    {4, {kDubaLf, kDeba}, Trend::kFalls},
    {4, {kUniform, kExponential}, Trend::kFallsThenRises},
    {5, {kDubaLf, kDeba, kUniform}, Trend::kFalls},
    {5, {kExponential}, Trend::kFlat},
    {6, {kDubaLf, kDeba}, Trend::kFallsThenRises},
}};

const std::array<WeakerEffectClaim, 3> kWeakerEffects = {{
    {2, {kUniform, kExponential}, {kDubaLf, kDeba}},
    {3, {kUniform, kExponential}, {kDubaLf, kDeba}},
    {6, {kUniform, kExponential}, {kDubaLf, kDeba}},
}};

}  // namespace

std::span<const GainClaim> gain_claims() {
  return kGains;
}

std::span<const BestClaim> best_claims() {
  return kBest;
}

std::span<const TrendClaim> trend_claims() {
  return kTrends;
}

std::span<const WeakerEffectClaim> weaker_effect_claims() {
  return kWeakerEffects;
}

double gains_from_threshold(unsigned figure) {
  return figure == 2 ? 4 : 0;  // "For the sampling threshold t (t >= 4)"
}

}  // namespace hopveil::evaluation
