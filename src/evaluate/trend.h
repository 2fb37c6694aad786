// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace hopveil::evaluation {

/// How a curve goes. Movements below kFlatShare of its smallest value do not count.
enum class Trend { kFlat, kFalls, kRises, kFallsThenRises, kRisesThenFalls };
inline constexpr double kFlatShare = 0.05;

/// Of at least one value, each above 0.
Trend trend_of(std::span<const double> values);
std::string trend_text(Trend trend);

}  // namespace hopveil::evaluation
