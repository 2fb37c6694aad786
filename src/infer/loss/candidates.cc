// SPDX-License-Identifier: Apache-2.0
#include "infer/loss/candidates.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace hopveil::infer {
namespace {

constexpr std::array<float, 5> kNearer{0, 0.02F, 0.08F, 0.3F, 1};
constexpr std::array<float, 4> kNone{0, 0.02F, 0.08F, 0.25F};
constexpr std::size_t kCorrected = 0, kZero = 1, kMedian = 2, kFirstDoubt = 3;

float doubtful_count(const std::vector<WeightedCounts>& by_hop, unsigned hop, float nearer, float none) {
  WeightedCounts of_next = by_hop[hop + 1], possible;
  for (auto& [count, weight] : of_next) weight *= nearer;
  std::ranges::merge(by_hop[hop], of_next, std::back_inserter(possible));
  float total = 0;
  for (const auto& [count, weight] : possible) total += weight;
  if (none > 0) possible.insert(possible.begin(), {0.0F, total * none / (1 - none)});
  return best_count(possible, Objective::kRelative);
}

}  // namespace

CandidateRange candidates_for(Objective objective) {
  if (objective == Objective::kAbsolute) return {kCorrected, kMedian, kCorrected};
  return {kZero, kFirstDoubt + kNearer.size() * kNone.size(), kFirstDoubt};
}

Candidates::Candidates(const std::vector<WeightedCounts>& by_hop, const InferenceOptions& options,
                       std::size_t num_public, const PathLengthCorrection& correction)
    : by_hop_(by_hop), loss_(options.parameters.loss) {
  for (unsigned hop = 0; hop <= options.hops; ++hop) {
    medians_.push_back(best_count(by_hop[hop], Objective::kAbsolute));
  }
  corrected_ = medians_;
  correct_path_lengths(corrected_, num_public, correction);
}

float Candidates::count(std::size_t candidate, unsigned hop) const {
  if (candidate == kCorrected) return corrected_[hop];
  if (candidate == kZero) return 0;
  const bool is_far = hop + 1 >= loss_.first_nearer_hop;
  if (candidate == kMedian && !is_far) return medians_[hop];
  const std::size_t doubt = std::max(candidate, kFirstDoubt) - kFirstDoubt;
  const float least = is_far ? static_cast<float>(loss_.nearer_odds) : 0;
  return doubtful_count(by_hop_, hop, std::max(least, kNearer[doubt % kNearer.size()]),
                        kNone[doubt / kNearer.size()]);
}

}  // namespace hopveil::infer
