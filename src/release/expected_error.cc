// SPDX-License-Identifier: Apache-2.0
#include "release/expected_error.h"

#include <fmt/format.h>

#include "dp/preference_levels.h"

namespace hopveil::release {

std::vector<ExpectedGroupError> expected_errors(const ReleasePlan& plan, const ReleasedCounts& counts) {
  std::vector<ExpectedGroupError> errors;
  if (counts.rows() == 0 || counts.hops() == 0 || counts.expected_error(1).empty()) return errors;
  const dp::PreferenceLevels levels = dp::preference_levels(plan.preferences_to_spend());
  for (std::size_t level = 0; level < levels.names.size(); ++level)
    errors.push_back({levels.names[level], levels.users[level], {}});
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    const std::vector<double> means = dp::means_by_level(counts.expected_error(hop), levels);
    for (std::size_t level = 0; level < means.size(); ++level)
      errors[level].by_hop.push_back(means[level] < 1000 ? fmt::format("{:.3g}", means[level])
                                                         : fmt::format("{:.0f}", means[level]));
  }
  return errors;
}

}  // namespace hopveil::release
