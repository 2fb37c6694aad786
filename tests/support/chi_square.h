// SPDX-License-Identifier: Apache-2.0
#pragma once

// Does a sampler draw from the distribution it claims? Pearson's chi-square test with a stated rate of false
// alarms. Tests that use it also show that it rejects distributions that are slightly wrong.

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>

namespace hopveil::testing {

/// How often a correct sampler would fail one test. Seeds are fixed, so that a test that passed stays
/// passing.
inline constexpr double kFalseAlarmRate = 1e-6;

struct ChiSquareResult {
  double statistic = 0;
  unsigned cells = 0;
  double p_value = 1;
  bool fits() const { return p_value >= kFalseAlarmRate; }
};

/// `expected` are the cells' expected counts, all large enough (50, say) for the chi-square approximation to
/// hold far out in its tail; both sum to the number of draws.
inline ChiSquareResult chi_square(const std::vector<double>& observed, const std::vector<double>& expected) {
  ChiSquareResult result;
  result.cells = static_cast<unsigned>(observed.size());
  if (result.cells < 2) return result;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const double difference = observed[i] - expected[i];
    result.statistic += difference * difference / expected[i];
  }
  const boost::math::chi_squared distribution(result.cells - 1);
  result.p_value = boost::math::cdf(boost::math::complement(distribution, result.statistic));
  return result;
}

/// Tests draws of an integer variable against `probability`, summed over [first, last], the range that holds
/// all but a negligible part of it. Neighbouring values are joined until a cell expects 50 draws; whatever
/// lies outside the range belongs to the first or last cell.
inline ChiSquareResult chi_square_integers(const std::map<std::int64_t, std::uint64_t>& draws,
                                           std::int64_t first, std::int64_t last,
                                           const std::function<double(std::int64_t)>& probability) {
  constexpr double kLeastExpected = 50;
  double total = 0;
  for (const auto& [value, count] : draws) total += static_cast<double>(count);
  std::vector<double> observed(1, 0);
  std::vector<double> expected(1, 0);
  auto draw = draws.begin();
  double left = total;  // expected draws above the cells so far: keeps the last cell large enough
  for (std::int64_t value = first; value <= last; ++value) {
    for (; draw != draws.end() && draw->first <= value; ++draw) {
      observed.back() += static_cast<double>(draw->second);
    }
    expected.back() += total * probability(value);
    if (expected.back() >= kLeastExpected && left - expected.back() >= kLeastExpected) {
      left -= expected.back();
      observed.push_back(0);
      expected.push_back(0);
    }
  }
  for (; draw != draws.end(); ++draw) observed.back() += static_cast<double>(draw->second);
  expected.back() = left;
  return chi_square(observed, expected);
}

/// The tally of `draws` calls of `sample`.
template <class Sample>
std::map<std::int64_t, std::uint64_t> tally(std::uint64_t draws, Sample&& sample) {
  std::map<std::int64_t, std::uint64_t> counts;
  for (std::uint64_t i = 0; i < draws; ++i) ++counts[static_cast<std::int64_t>(sample())];
  return counts;
}

}  // namespace hopveil::testing
