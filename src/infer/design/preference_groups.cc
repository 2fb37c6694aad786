// SPDX-License-Identifier: Apache-2.0
#include "infer/design/preference_groups.h"

#include <algorithm>

namespace hopveil::infer {
namespace {

constexpr double kWider = 1.5;

/// `sorted` by preference.
std::vector<PreferenceGroup> cut_into_groups(const query::PublicKnowledge& knowledge,
                                             const std::vector<NodeId>& sorted, double ratio) {
  std::vector<PreferenceGroup> groups;
  for (const NodeId user : sorted) {
    const double preference = knowledge.preference(user).value();
    if (groups.empty() || preference > ratio * groups.back().preferences.front()) groups.emplace_back();
    groups.back().users.push_back(user);
    groups.back().preferences.push_back(preference);
  }
  return groups;
}

}  // namespace

std::vector<PreferenceGroup> group_by_preference(const query::PublicKnowledge& knowledge,
                                                 std::span<const NodeId> users,
                                                 const DesignParameters& parameters) {
  std::vector<NodeId> sorted(users.begin(), users.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](NodeId a, NodeId b) { return knowledge.preference(a) < knowledge.preference(b); });
  double ratio = parameters.group_ratio;
  std::vector<PreferenceGroup> groups = cut_into_groups(knowledge, sorted, ratio);
  while (groups.size() > parameters.most_groups) groups = cut_into_groups(knowledge, sorted, ratio *= kWider);
  return groups;
}

}  // namespace hopveil::infer
