#include "infer/loss/estimates.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "infer/correction/path_length.h"

namespace hopveil::infer {
namespace {

/// The count with this square root; below 0 there is none.
float squared(float root) {
  return root > 0 ? root * root : 0;
}

}  // namespace

Estimates::Estimates(const query::PublicKnowledge& knowledge, const InferenceOptions& options,
                     Objective objective, const Calibration& calibration,
                     const PathLengthCorrection& correction)
    : knowledge_(knowledge),
      options_(options),
      objective_(objective),
      calibration_(calibration),
      path_lengths_(correction),
      tail_((100 - static_cast<double>(options.intervals.value_or(0))) / 200),
      table_(knowledge.roles().private_users().size(), options.hops, options.intervals.has_value()) {}

/// With the relative objective, a count where there is none costs most. Unreleased edges make paths longer in
/// the inferred networks than in truth, never shorter: so the counts of the next hop are possible here too,
/// where paths are long.
float Estimates::best_of(const std::vector<WeightedCounts>& by_hop, unsigned hop) const {
  const LossParameters& loss = options_.parameters.loss;
  if (objective_ == Objective::kAbsolute || hop + 1 < loss.first_nearer_hop) {
    return best_count(by_hop[hop], objective_);
  }
  WeightedCounts nearer = by_hop[hop + 1], possible;
  for (auto& [count, weight] : nearer) weight *= static_cast<float>(loss.nearer_odds);
  std::ranges::merge(by_hop[hop], nearer, std::back_inserter(possible));
  return best_count(possible, objective_);
}

/// Path lengths are corrected for the absolute objective only: that moves counts to where there may be none.
std::vector<float> Estimates::best_row(const std::vector<WeightedCounts>& by_hop) const {
  std::vector<float> best;
  for (unsigned hop = 0; hop < options_.hops; ++hop) best.push_back(best_of(by_hop, hop));
  if (objective_ == Objective::kRelative) return best;
  best.push_back(best_count(by_hop[options_.hops], objective_));
  correct_path_lengths(best, knowledge_.roles().public_users().size(), path_lengths_);
  best.pop_back();
  return best;
}

void Estimates::write(std::span<const NodeId> users, const std::vector<WeightedCounts>& by_hop, From from) {
  const std::size_t num_public = knowledge_.roles().public_users().size();
  const auto write_all = [&](std::span<std::uint32_t> column, std::uint32_t value) {
    for (const NodeId user : users) column[knowledge_.roles().row(user)] = value;
  };
  std::vector<std::uint32_t> whole(options_.hops);
  fit_to_range(best_row(by_hop), num_public, whole);
  const auto within = [&](float count) {
    const auto whole_count = static_cast<std::uint64_t>(std::max(std::round(count), 0.0F));
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(whole_count, num_public));
  };
  for (unsigned hop = 0; hop < options_.hops; ++hop) {
    const std::uint32_t count = whole[hop];
    write_all(table_.hop(hop + 1), count);
    const float shared = calibration_.relative_error[hop] * static_cast<float>(count);
    const float expected_error =
        from == From::kNetworks ? shared
                                : std::hypot(mean_distance(by_hop[hop], static_cast<float>(count)), shared);
    for (const NodeId user : users) {
      table_.expected_error(hop + 1)[knowledge_.roles().row(user)] = expected_error;
    }
    if (!options_.intervals) continue;
    const Interval interval =
        from == From::kNetworks ? among_networks(by_hop[hop], hop) : among_templates(by_hop[hop], hop);
    write_all(table_.low(hop + 1), std::min(count, within(interval.low)));
    write_all(table_.high(hop + 1), std::max(count, within(interval.high)));
  }
}

/// The networks' quantiles, or as many spreads around their median as calibration asks for.
Estimates::Interval Estimates::among_networks(const WeightedCounts& counts, unsigned hop) const {
  std::vector<float> plain;
  for (const auto& [count, weight] : counts) plain.push_back(count);
  const float spread = spread_of_roots(plain);
  const float middle = std::sqrt(quantile(counts, 0.5));
  return {std::min(quantile(counts, tail_), squared(middle - calibration_.spreads.low[hop] * spread)),
          std::max(quantile(counts, 1 - tail_), squared(middle + calibration_.spreads.high[hop] * spread))};
}

/// The templates' quantiles, whose distances from the median grow by the error that all templates share as
/// independent deviations do.
Estimates::Interval Estimates::among_templates(const WeightedCounts& counts, unsigned hop) const {
  const float middle = std::sqrt(quantile(counts, 0.5));
  const float below = middle - std::sqrt(quantile(counts, tail_));
  const float above = std::sqrt(quantile(counts, 1 - tail_)) - middle;
  return {squared(middle - std::hypot(below, calibration_.beyond.low[hop])),
          squared(middle + std::hypot(above, calibration_.beyond.high[hop]))};
}

}  // namespace hopveil::infer
