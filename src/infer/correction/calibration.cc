// SPDX-License-Identifier: Apache-2.0
#include "infer/correction/calibration.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hopveil::infer {
namespace {

/// Fewer users of a kind prove little where another record has more.
constexpr std::size_t kEnoughUsers = 100;

/// Where possible counts agree in a rehearsal, its ratio says little of others.
constexpr double kMostRatio = 3;

/// Mean errors below this are about alike.
constexpr double kSmall = 0.02;
/// So are errors that differ by this share.
constexpr double kAlike = 0.03;

/// The value that a new one exceeds with that probability at most, as far as these show.
float exceeded_by(std::vector<float> values, double probability) {
  if (values.empty()) return 0;
  const auto rank = static_cast<std::size_t>((1 - probability) * static_cast<double>(values.size() + 1));
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(std::min(rank, values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

}  // namespace

float spread_of_roots(std::span<const float> counts) {
  float sum = 0, squares = 0;
  for (const float count : counts) {
    sum += std::sqrt(count);
    squares += count;
  }
  const auto size = static_cast<float>(counts.size());
  return 1 + std::sqrt(std::max(0.0F, squares / size - sum / size * (sum / size)));
}

void HopRecord::add(const InferredHop& inferred, float truth) {
  ++users_;
  const float root = std::sqrt(truth);
  below_.push_back((inferred.low - root) / inferred.spread);
  above_.push_back((root - inferred.high) / inferred.spread);
  const double scale = std::max(1.0, static_cast<double>(truth));
  const std::size_t candidates = inferred.counts.size();
  distances_.resize(candidates, 0);
  for (const Objective objective : {Objective::kAbsolute, Objective::kRelative}) {
    Sums& sums = errors_[static_cast<std::size_t>(objective)];
    const double unit = objective == Objective::kAbsolute ? 1 : scale;
    sums.of_zeros += truth / unit;
    sums.by_candidate.resize(candidates, 0);
    for (std::size_t i = 0; i < candidates; ++i) {
      sums.by_candidate[i] += std::abs(inferred.counts[i] - truth) / unit;
    }
  }
  for (std::size_t i = 0; i < candidates; ++i) distances_[i] += inferred.distances[i] + kDistance;
}

std::size_t HopCalibrator::best_candidate(std::span<const HopRecord* const> records,
                                          std::size_t objective) const {
  const auto error = [&](const HopRecord& record, std::size_t candidate) {
    const HopRecord::Sums& sums = record.errors_[objective];
    const auto users = static_cast<double>(record.users_);
    return users * (sums.by_candidate[candidate] + kSmall * users) / (sums.of_zeros + kSmall * users);
  };
  const CandidateRange range = candidates_[objective];
  std::size_t best = range.usual;
  double most_saved = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    double saved = 0;
    bool is_ever_worse = false;
    for (const HopRecord* record : records) {
      const double by_this = error(*record, range.usual) - error(*record, i);
      saved += by_this;
      is_ever_worse = is_ever_worse || by_this < -kAlike * error(*record, range.usual);
    }
    if (is_ever_worse || saved <= most_saved) continue;
    most_saved = saved;
    best = i;
  }
  return best;
}

CalibratedHop HopCalibrator::calibrated(std::span<const HopRecord* const> records) const {
  std::vector<const HopRecord*> large;
  for (const HopRecord* record : records) {
    if (record->users_ > 0) large.push_back(record);
  }
  CalibratedHop result{{candidates_[0].usual, candidates_[1].usual}, {}, 0, 0};
  if (large.empty()) return result;
  const auto most = (*std::ranges::max_element(large, {}, &HopRecord::users_))->users_;
  std::erase_if(large,
                [&](const HopRecord* record) { return record->users_ < std::min(most, kEnoughUsers); });
  for (std::size_t objective = 0; objective < candidates_.size(); ++objective) {
    const std::size_t best = result.candidate[objective] = best_candidate(large, objective);
    for (const HopRecord* record : large) {
      const double ratio =
          std::min(record->errors_[0].by_candidate[best] / record->distances_[best], kMostRatio);
      result.error_ratio[objective] = std::max(result.error_ratio[objective], static_cast<float>(ratio));
    }
  }
  result.low = result.high = -std::numeric_limits<float>::infinity();
  for (const HopRecord* record : large) {
    result.low = std::max(result.low, exceeded_by(record->below_, tail_));
    result.high = std::max(result.high, exceeded_by(record->above_, tail_));
  }
  return result;
}

}  // namespace hopveil::infer
