// SPDX-License-Identifier: Apache-2.0
#include "audit/statistical.h"

#include <algorithm>
#include <cmath>

#include "audit/samples.h"
#include "audit/scores.h"

namespace hopveil::audit {
namespace {

/// This many of the best events are tried on the second half; the error is shared among them (Bonferroni).
constexpr std::size_t kMostEventsTried = 3;
/// Of the error, for noise that is narrower than the steps say; it is seen in enough draws that this is
/// enough.
constexpr double kPartForNoise = 0.1;
constexpr std::size_t kHistogramBins = 40;
/// Where tables are inferred from answers, one is looked at for this many runs that are ended after the
/// answers.
constexpr std::uint64_t kAnswersPerTable = 100;
constexpr std::uint64_t kFewestTables = 20;
/// The outermost runs of a score do not stretch its picture.
constexpr double kPictureTail = 0.002;

ScoreHistogram histogram_of(const Score& score) {
  std::vector<double> all = score.values[kWithout];
  all.insert(all.end(), score.values[kWith].begin(), score.values[kWith].end());
  std::ranges::sort(all);
  const auto tail = static_cast<std::size_t>(kPictureTail * static_cast<double>(all.size()));
  const double low = all[tail];
  const double high = all[all.size() - 1 - tail];
  const bool whole = std::ranges::all_of(all, [](double value) { return value == std::floor(value); });
  const double width =
      std::max(whole ? std::ceil((high - low + 1) / kHistogramBins) : (high - low) / kHistogramBins, 1e-9);
  const double begin = whole ? low - 0.5 : low;
  const auto bins =
      std::min(static_cast<std::size_t>(std::floor((high - begin) / width)) + 1, kHistogramBins + 1);
  ScoreHistogram histogram;
  for (std::size_t i = 0; i <= bins; ++i) histogram.edges.push_back(begin + static_cast<double>(i) * width);
  for (const Side side : {kWithout, kWith}) {
    auto& shares = histogram.shares[side];
    shares.assign(bins, 0);
    for (const double value : score.values[side]) {
      const double place = std::clamp((value - begin) / width, 0.0, static_cast<double>(bins) - 0.5);
      shares[static_cast<std::size_t>(place)] += 1 / static_cast<double>(score.values[side].size());
    }
  }
  return histogram;
}

struct Candidate {
  ScoredEvent scored;
  bool from_answers;
};

/// The first half of a sample is for searching, the second for bounding.
RunRange first_half(std::uint64_t runs) {
  return {0, runs / 2};
}

RunRange second_half(const Score& score) {
  return {score.values[kWith].size() / 2, score.values[kWith].size()};
}

std::vector<Candidate> find_candidates(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair,
                                       const StatisticalOptions& options, const PlannedRuns& planned,
                                       double alpha, NoiseTally& noise) {
  std::vector<Candidate> candidates;
  const auto add = [&](std::optional<ScoredEvent> scored, bool from_answers) {
    if (scored) candidates.push_back({std::move(*scored), from_answers});
  };
  SampleOptions sampling{planned.tables, options.seed, options.threads, options.done};
  const std::vector<Column> columns = sample_tables(mechanism, pair, sampling);
  const RunRange search = first_half(planned.tables);
  add(best_entry(columns, search, alpha), false);
  add(best_sum(columns, pair, search, alpha), false);
  add(best_difference(columns, search, alpha), false);
  add(learned_ratio(columns, search, alpha), false);
  add(pooled_ratio(columns, pair, search, alpha), false);
  if (planned.answers > 0) {
    sampling.runs = planned.answers;
    AnswerSample sample = sample_answers(mechanism, pair, sampling);
    Score ratios{"the likelihood ratio of the noisy answers", std::move(sample.ratios)};
    const FoundEvent found = find_event(ratios, first_half(planned.answers), alpha);
    add(ScoredEvent{std::move(ratios), found}, true);
    if (!sample.answers.empty()) {
      const RunRange kept = first_half(sample.answers.front().values[kWith].size());
      add(best_entry(sample.answers, kept, alpha), true);
      add(learned_ratio(sample.answers, kept, alpha), true);
    }
    noise = std::move(sample.noise);
  }
  std::ranges::sort(candidates, std::greater{},
                    [](const Candidate& candidate) { return candidate.scored.found.estimate; });
  if (candidates.size() > kMostEventsTried) candidates.resize(kMostEventsTried);
  return candidates;
}

}  // namespace

PlannedRuns plan_runs(bool infers, std::uint64_t runs) {
  if (!infers) return {.tables = runs, .answers = 0};
  // No table reveals more than the answers it is inferred from, and inferring takes long.
  return {.tables = std::min(runs, std::max(kFewestTables, runs / kAnswersPerTable)), .answers = runs};
}

StatisticalResult audit_statistically(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair,
                                      const StatisticalOptions& options) {
  const double alpha = (1 - options.confidence) * (1 - kPartForNoise);
  StatisticalResult result;
  result.confidence = options.confidence;
  result.runs = options.runs;
  if (options.runs < 2) return result;
  const PlannedRuns planned = plan_runs(publishes_inferences(mechanism, pair), options.runs);
  NoiseTally noise;
  const auto candidates = find_candidates(mechanism, pair, options, planned, alpha, noise);
  const std::vector<NoiseBound> noise_bounds = noise.bounds((1 - options.confidence) * kPartForNoise);
  if (const NoiseBound* worst = narrowest(noise_bounds)) result.noise = *worst;
  const double alpha_each = alpha / static_cast<double>(std::max<std::size_t>(candidates.size(), 1));
  result.largest_possible = largest_possible_bound(options.runs - options.runs / 2, alpha_each);
  for (const Candidate& candidate : candidates) {
    const auto& [score, found] = candidate.scored;
    const Side likelier = found.event.likelier_on;
    const Side other = likelier == kWith ? kWithout : kWith;
    const Sightings likely = count_sightings(found.event, score, likelier, second_half(score));
    const Sightings unlikely = count_sightings(found.event, score, other, second_half(score));
    const double bound = log_ratio_lower_bound(likely, unlikely, alpha_each);
    if (bound <= result.bound) continue;
    result.bound = bound;
    result.event = found.event.text(score.name);
    result.likelier_on = likelier;
    result.likely = likely;
    result.unlikely = unlikely;
    result.score = score.name;
    result.histogram = histogram_of(score);
    result.from_answers = candidate.from_answers;
  }
  return result;
}

}  // namespace hopveil::audit
