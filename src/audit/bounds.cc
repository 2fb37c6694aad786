// SPDX-License-Identifier: Apache-2.0
#include "audit/bounds.h"

#include <cmath>

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/normal.hpp>

namespace hopveil::audit {
namespace {

struct Interval {
  double low;
  double high;
};

Interval wilson(Sightings seen, double z) {
  const auto runs = static_cast<double>(seen.runs);
  const double share = static_cast<double>(seen.hits) / runs;
  const double middle = share + z * z / (2 * runs);
  const double half = z * std::sqrt(share * (1 - share) / runs + z * z / (4 * runs * runs));
  const double scale = 1 + z * z / runs;
  return {(middle - half) / scale, (middle + half) / scale};
}

}  // namespace

double exact_lower_bound(Sightings seen, double alpha) {
  if (seen.hits == 0) return 0;
  const auto hits = static_cast<double>(seen.hits);
  const auto misses = static_cast<double>(seen.runs - seen.hits);
  return boost::math::quantile(boost::math::beta_distribution<>(hits, misses + 1), alpha);
}

double exact_upper_bound(Sightings seen, double alpha) {
  if (seen.hits == seen.runs) return 1;
  const auto hits = static_cast<double>(seen.hits);
  const auto misses = static_cast<double>(seen.runs - seen.hits);
  return boost::math::quantile(
      boost::math::complement(boost::math::beta_distribution<>(hits + 1, misses), alpha));
}

double log_ratio_lower_bound(Sightings likely, Sightings unlikely, double alpha) {
  return std::log(exact_lower_bound(likely, alpha / 2)) - std::log(exact_upper_bound(unlikely, alpha / 2));
}

double quick_log_ratio_lower_bound(Sightings likely, Sightings unlikely, double z) {
  if (likely.runs == 0 || unlikely.runs == 0) return -std::numeric_limits<double>::infinity();
  return std::log(wilson(likely, z).low) - std::log(wilson(unlikely, z).high);
}

double normal_quantile_above(double alpha) {
  return boost::math::quantile(boost::math::complement(boost::math::normal(), alpha));
}

double largest_possible_bound(std::uint64_t runs, double alpha) {
  if (runs == 0) return 0;
  return log_ratio_lower_bound({runs, runs}, {0, runs}, alpha);
}

}  // namespace hopveil::audit
