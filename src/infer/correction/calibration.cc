#include "infer/correction/calibration.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "infer/basics/count_everyone.h"
#include "infer/model/hold_out.h"
#include "infer/model/imputation.h"

namespace hopveil::infer {
namespace {

constexpr std::size_t kNetworks = 7;
/// Enough for a mean error, when there are to be no intervals.
constexpr std::size_t kFewNetworks = 3;
/// As many as are held at once.
constexpr std::size_t kAtOnce = 4;

/// Counts in networks imputed from what is kept.
std::vector<HopRows> count_imputed(const HoldOut& parts, const std::vector<bool>& is_public,
                                   std::span<const NodeId> counted, double scale,
                                   const CountOptions& counting, const InferenceOptions& options,
                                   const SeededRng& rng) {
  const Imputation imputation(parts.known, is_public, parts.kept, parts.held_out,
                              options.parameters.imputation);
  const std::size_t networks = options.intervals ? kNetworks : kFewNetworks;
  std::vector<HopRows> samples(networks);
  const auto at_once = std::min<std::size_t>(kAtOnce, resolve_threads(counting.threads));
  parallel_chunks(networks, 1, static_cast<unsigned>(at_once), [&](std::size_t i, std::size_t, unsigned) {
    const Graph graph = imputation.sample(rng.stream("network", i));
    samples[i] = count_everyone(graph, counted, scale, options.hops, counting);
  });
  return samples;
}

/// The value that a new one exceeds with that probability at most, as far as these show; at least 0.
float exceeded_by(std::vector<float> values, double probability) {
  if (values.empty()) return 0;
  const auto rank = static_cast<std::size_t>((1 - probability) * static_cast<double>(values.size() + 1));
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(std::min(rank, values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return std::max(*place, 0.0F);
}

/// Distances from truth to what networks say, of one hop.
struct Distances {
  std::vector<float> spreads_below, spreads_above, below_all, above_all;

  /// `counts` are sorted.
  void add(float truth, std::span<const float> counts) {
    const float root = std::sqrt(truth), middle = std::sqrt(counts[counts.size() / 2]);
    const float spread = spread_of_roots(counts);
    spreads_below.push_back((middle - root) / spread);
    spreads_above.push_back((root - middle) / spread);
    below_all.push_back(std::sqrt(counts.front()) - root);
    above_all.push_back(root - std::sqrt(counts.back()));
  }
};

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

Calibration calibrate(const query::PublicKnowledge& knowledge, const Anchors& anchors,
                      const InferenceOptions& options, const SeededRng& rng) {
  const std::vector<float> none(options.hops, 0);
  Calibration result{{none, none}, {none, none}, none};
  const auto num_private = static_cast<double>(knowledge.roles().private_users().size());
  const double unobserved_share = 1 - static_cast<double>(anchors.liberal.size()) / num_private;
  const HoldOut parts =
      hold_out(anchors, unobserved_share, rng.stream("hide"), options.parameters.imputation);
  if (parts.kept.empty() || parts.held_out.empty()) return result;

  std::vector<bool> is_public(knowledge.num_users());
  for (const NodeId user : knowledge.roles().public_users()) is_public[user] = true;
  const auto public_users = knowledge.roles().public_users();
  const auto counted =
      counted_public(anchors.known, public_users, options.parameters.imputation.counted_public);
  const double scale = static_cast<double>(public_users.size()) / static_cast<double>(counted.size());
  const CountOptions counting{.threads = options.threads,
                              .memory_limit = memory_of_each(options.memory_limit, kAtOnce),
                              .counters_at_once = kAtOnce,
                              .elsewhere = options.count_elsewhere};
  // For intervals on all public users, so that the error of counting on some of them is seen as well.
  const HopRows truth = options.intervals
                            ? count_everyone(anchors.known, public_users, 1, options.hops, counting)
                            : count_everyone(anchors.known, counted, scale, options.hops, counting);
  const std::vector<HopRows> samples =
      count_imputed(parts, is_public, counted, scale, counting, options, rng);

  const double tail = (100 - static_cast<double>(options.intervals.value_or(0))) / 200;
  std::vector<float> counts(samples.size());
  for (unsigned hop = 1; hop < options.hops; ++hop) {  // the first hop is known
    Distances distances;
    double errors = 0, sum = 0;
    for (const NodeId user : parts.kept) {
      for (std::size_t i = 0; i < samples.size(); ++i) counts[i] = samples[i].of(user)[hop];
      std::ranges::sort(counts);
      distances.add(truth.of(user)[hop], counts);
      errors += std::abs(counts[counts.size() / 2] - truth.of(user)[hop]);
      sum += truth.of(user)[hop];
    }
    if (sum > 0) result.relative_error[hop] = static_cast<float>(errors / sum);
    if (!options.intervals) continue;
    result.spreads.low[hop] = exceeded_by(std::move(distances.spreads_below), tail);
    result.spreads.high[hop] = exceeded_by(std::move(distances.spreads_above), tail);
    result.beyond.low[hop] = exceeded_by(std::move(distances.below_all), tail);
    result.beyond.high[hop] = exceeded_by(std::move(distances.above_all), tail);
  }
  return result;
}

}  // namespace hopveil::infer
