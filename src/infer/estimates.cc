#include "infer/estimates.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace hopveil {
namespace {

/// The odds that public users are one hop nearer than inferred.
constexpr float kNearerOdds = 0.08F;

}  // namespace

Estimates::Estimates(const PublicKnowledge& knowledge, const InferenceOptions& options)
    : knowledge_(knowledge),
      options_(options),
      table_(knowledge.roles().private_users().size(), options.hops, options.intervals.has_value()) {}

/// With the relative objective, a count where there is none costs most. Edges that nobody released make ways
/// longer in the inferred networks than in truth, never shorter: so the counts of the next hop are possible
/// here too, but for the first hop, which is asked for.
float Estimates::best_of(const std::vector<WeightedCounts>& by_hop, unsigned hop) const {
  if (options_.objective == Objective::kAbsolute || hop == 0) {
    return best_count(by_hop[hop], options_.objective);
  }
  WeightedCounts nearer = by_hop[hop + 1], possible;
  for (auto& [count, weight] : nearer) weight *= kNearerOdds;
  std::ranges::merge(by_hop[hop], nearer, std::back_inserter(possible));
  return best_count(possible, options_.objective);
}

void Estimates::write(NodeId user, const std::vector<WeightedCounts>& by_hop) {
  const std::size_t num_public = knowledge_.roles().public_users().size();
  const NodeId row = knowledge_.roles().row(user);
  std::vector<float> best;
  for (unsigned hop = 0; hop < options_.hops; ++hop) best.push_back(best_of(by_hop, hop));
  std::vector<std::uint32_t> whole(options_.hops);
  fit_to_range(best, num_public, whole);
  const double tail = (100 - static_cast<double>(options_.intervals.value_or(0))) / 200;
  const auto within = [&](float count) {
    return static_cast<std::uint32_t>(std::clamp(std::round(count), 0.0F, static_cast<float>(num_public)));
  };
  for (unsigned hop = 1; hop <= options_.hops; ++hop) {
    const std::uint32_t count = table_.hop(hop)[row] = whole[hop - 1];
    if (!options_.intervals) continue;
    table_.low(hop)[row] = std::min(count, within(quantile(by_hop[hop - 1], tail)));
    table_.high(hop)[row] = std::max(count, within(quantile(by_hop[hop - 1], 1 - tail)));
  }
}

}  // namespace hopveil
