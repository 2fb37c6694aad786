// SPDX-License-Identifier: Apache-2.0
#include "audit/noise_tally.h"

#include <algorithm>
#include <cmath>

#include "audit/exact.h"

namespace hopveil::audit {

void NoiseTally::add_draw(double epsilon, std::int64_t draw) {
  Laplace& tally = laplace_[epsilon];
  if (tally.draws == 0) tally.unit = std::max<std::int64_t>(1, std::llround(1 / epsilon));
  ++tally.draws;
  tally.likely[0] += draw <= 0 ? 1U : 0U;
  tally.unlikely[0] += draw <= -tally.unit ? 1U : 0U;
  tally.likely[1] += draw >= 0 ? 1U : 0U;
  tally.unlikely[1] += draw >= tally.unit ? 1U : 0U;
  tally.likely[2] += std::abs(draw) >= tally.unit ? 1U : 0U;
  tally.unlikely[2] += std::abs(draw) >= 2 * tally.unit ? 1U : 0U;
}

void NoiseTally::add_bits(double epsilon, std::uint64_t stayed, std::uint64_t flipped) {
  Bits& tally = bits_[epsilon];
  tally.stayed += stayed;
  tally.flipped += flipped;
}

void NoiseTally::add(const RecordedStep& recorded) {
  const dp::NoisyStep& step = recorded.step;
  if (step.noise != dp::NoisyStep::Noise::kLaplace || step.sensitivity == 0) return;
  for (std::size_t entry = 0; entry < step.input.size(); ++entry) {
    if (!step.drawn.empty() && !step.drawn[entry]) continue;
    add_draw(loss_per_unit(step, entry), recorded.noisy[entry] - step.input[entry]);
  }
}

void NoiseTally::add(const RecordedResponse& recorded) {
  const dp::PairStep& step = recorded.step;
  LinkedPairs flipped;
  std::ranges::set_symmetric_difference(step.linked, recorded.noisy, std::back_inserter(flipped));
  std::map<NodeId, std::size_t> place;
  for (std::size_t i = 0; i < step.members.size(); ++i) place[step.members[i]] = i;
  std::vector<std::uint64_t> flips_of_row(step.members.size());
  for (const auto& [a, b] : flipped) ++flips_of_row[std::min(place.at(a), place.at(b))];
  for (std::size_t row = 0; row < step.stay_rates.size(); ++row) {
    const std::uint64_t pairs = step.members.size() - row - 1;
    if (pairs == 0) continue;
    add_bits(response_loss_at(step.stay_rates[row]), pairs - flips_of_row[row], flips_of_row[row]);
  }
}

void NoiseTally::merge(const NoiseTally& other) {
  for (const auto& [epsilon, theirs] : other.laplace_) {
    Laplace& ours = laplace_[epsilon];
    ours.unit = theirs.unit;
    ours.draws += theirs.draws;
    for (std::size_t i = 0; i < kEvents; ++i) {
      ours.likely[i] += theirs.likely[i];
      ours.unlikely[i] += theirs.unlikely[i];
    }
  }
  for (const auto& [epsilon, theirs] : other.bits_) add_bits(epsilon, theirs.stayed, theirs.flipped);
}

std::vector<NoiseBound> NoiseTally::bounds(double alpha) const {
  const double events = static_cast<double>(kEvents * laplace_.size() + bits_.size());
  std::vector<NoiseBound> bounds;
  for (const auto& [epsilon, tally] : laplace_) {
    NoiseBound bound{.of_pairs = false, .said = epsilon, .draws = tally.draws};
    for (std::size_t i = 0; i < kEvents; ++i) {
      const double loss = log_ratio_lower_bound({tally.likely[i], tally.draws},
                                                {tally.unlikely[i], tally.draws}, alpha / events);
      bound.at_least = std::max(bound.at_least, loss / static_cast<double>(tally.unit));
    }
    bounds.push_back(bound);
  }
  for (const auto& [epsilon, tally] : bits_) {
    const std::uint64_t draws = tally.stayed + tally.flipped;
    const double loss = log_ratio_lower_bound({tally.stayed, draws}, {tally.flipped, draws}, alpha / events);
    bounds.push_back({.of_pairs = true, .said = epsilon, .at_least = std::max(loss, 0.0), .draws = draws});
  }
  return bounds;
}

const NoiseBound* narrowest(std::span<const NoiseBound> bounds) {
  const auto found = std::ranges::max_element(
      bounds, {}, [](const NoiseBound& bound) { return bound.at_least / bound.said; });
  return found == bounds.end() ? nullptr : &*found;
}

}  // namespace hopveil::audit
