// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace hopveil::audit {

/// How often an event was seen.
struct Sightings {
  std::uint64_t hits = 0;
  std::uint64_t runs = 0;
};

/// Clopper and Pearson (1934): one-sided bounds of a probability that are wrong with probability at most
/// `alpha`, whatever the probability is. 0 and 1 without runs.
double exact_lower_bound(Sightings seen, double alpha);
double exact_upper_bound(Sightings seen, double alpha);

/// A lower bound of log(P(event on one network) / P(event on the other)), wrong with probability at most
/// `alpha`: each of the two probabilities is bounded at alpha / 2. Negative values say nothing.
double log_ratio_lower_bound(Sightings likely, Sightings unlikely, double alpha);

/// The same by Wilson's (1927) formula: close, quick, and without the promise. For searching only.
double quick_log_ratio_lower_bound(Sightings likely, Sightings unlikely, double z);

/// The z for which a normal variable exceeds it with probability alpha.
double normal_quantile_above(double alpha);

/// The largest bound that log_ratio_lower_bound can give with this many runs on each network: that of an
/// event that always happens on the one and never on the other.
double largest_possible_bound(std::uint64_t runs, double alpha);

}  // namespace hopveil::audit
