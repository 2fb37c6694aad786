#include "infer/preference_groups.h"

#include <algorithm>

namespace hopveil {
namespace {

constexpr double kWidestRatio = 1.5;

}  // namespace

std::vector<PreferenceGroup> group_by_preference(const PublicKnowledge& knowledge,
                                                 std::span<const NodeId> users) {
  std::vector<NodeId> sorted(users.begin(), users.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](NodeId a, NodeId b) { return knowledge.preference(a) < knowledge.preference(b); });
  std::vector<PreferenceGroup> groups;
  for (const NodeId user : sorted) {
    const double preference = knowledge.preference(user).value();
    if (groups.empty() || preference > kWidestRatio * groups.back().preferences.front())
      groups.emplace_back();
    groups.back().users.push_back(user);
    groups.back().preferences.push_back(preference);
  }
  return groups;
}

}  // namespace hopveil
