// SPDX-License-Identifier: Apache-2.0
#include "mechanism/steps.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "base/uint128.h"
#include "dp/discrete_laplace.h"
#include "dp/experiment_noise.h"
#include "dp/ladder_noise.h"

namespace hopveil::mechanism {
namespace {

__extension__ using Int128 = __int128;

/// Continuous noise and what stands beside it is cut here, so that fixed point cannot overflow; no experiment
/// comes near.
constexpr std::int64_t kFixedPointLimit = std::int64_t{1} << 42;

std::int64_t in_fixed_point(double value) {
  const auto limit = static_cast<double>(kFixedPointLimit);
  return std::llround(
      std::ldexp(std::clamp(value, -limit, limit), static_cast<int>(kContinuousFractionBits)));
}

void add_laplace(PaperRun& run, dp::Rational epsilon, std::uint32_t sensitivity,
                 std::span<const std::uint32_t> counts, std::span<std::int64_t> out) {
  if (run.options.noise == Noise::kDiscrete) {
    dp::DiscreteLaplace(epsilon, sensitivity).add_to(run.random, counts, out);
    return;
  }
  for (std::size_t row = 0; row < counts.size(); ++row) {
    out[row] = in_fixed_point(
        counts[row] + dp::continuous_laplace_for_experiments(run.random, epsilon.value(), sensitivity));
  }
}

/// sum_j |F~_r[j] - c_k[j]|, in units of 2^-fraction_bits.
Uint128 total_distance(std::span<const std::int64_t> released, std::span<const std::uint32_t> sampled,
                       unsigned fraction_bits) {
  Uint128 total = 0;
  for (std::size_t row = 0; row < sampled.size(); ++row) {
    const std::int64_t count = static_cast<std::int64_t>(sampled[row]) << fraction_bits;
    total += static_cast<std::uint64_t>(std::abs(released[row] - count));
  }
  return total;
}

/// The noise of Alg. 1 line 5 on the total (m times the mean, so that its sensitivity m_p is a whole number).
std::int64_t distance_noise(PaperRun& run, dp::Rational epsilon) {
  const std::uint32_t sensitivity = run.setting.num_public();
  if (run.options.noise == Noise::kDiscrete)
    return dp::sample_discrete_laplace(run.random, epsilon, sensitivity);
  return in_fixed_point(dp::continuous_laplace_for_experiments(run.random, epsilon.value(), sensitivity));
}

/// Lets whoever audits the run see a step (and put back what it gave before); costs nothing without an
/// observer.
void report(PaperRun& run, const char* what, unsigned hop, dp::NoisyStep::Noise noise,
            std::span<const std::uint32_t> input, std::uint64_t sensitivity, dp::Rational epsilon,
            std::span<std::int64_t> noisy) {
  dp::StepObserver* observer = run.workspace.observer();
  if (observer == nullptr) return;
  observer->after_noise({.name = fmt::format("{} {}", what, hop),
                         .noise = noise,
                         .input = {input.begin(), input.end()},
                         .sensitivity = sensitivity,
                         .epsilon = {epsilon},
                         .max_count = run.setting.num_public()},
                        noisy);
}

/// The same for a distance, which is one number; what comes back is the noisy distance to go on with.
Int128 report_distance(PaperRun& run, unsigned hop, Uint128 total, dp::Rational epsilon, Int128 noisy_total) {
  dp::StepObserver* observer = run.workspace.observer();
  if (observer == nullptr) return noisy_total;
  const auto in_64_bits = [](Int128 value) {
    return static_cast<std::int64_t>(std::clamp<Int128>(value, -dp::kMaxNoisyCount, dp::kMaxNoisyCount));
  };
  std::int64_t noisy = in_64_bits(noisy_total);
  observer->after_noise({.name = fmt::format("distance of hop {}", hop),
                         .noise = dp::NoisyStep::Noise::kLaplace,
                         .input = {in_64_bits(static_cast<Int128>(total))},
                         .sensitivity = std::uint64_t{run.setting.num_public()} << run.out.fraction_bits(),
                         .epsilon = {epsilon},
                         .published = false},
                        {&noisy, 1});
  return noisy;
}

}  // namespace

std::uint32_t declared_sensitivity(const Setting& setting, unsigned hop) {
  return hop == 1 ? std::min(setting.num_public(), 1U) : setting.num_public();
}

void publish_with_laplace(PaperRun& run, unsigned hop, dp::Rational share) {
  run.trace.push_back({BudgetStep::Kind::kPublication, hop, share});
  const auto counts =
      run.workspace.sampled_hop(run.random, dp::SamplingBudget::with_share(share, run.threshold), hop);
  const dp::Rational epsilon = dp::times(run.threshold, share);
  const std::uint32_t sensitivity = declared_sensitivity(run.setting, hop);
  add_laplace(run, epsilon, sensitivity, counts, run.out.hop(hop));
  report(run, "publish hop", hop, dp::NoisyStep::Noise::kLaplace, counts, sensitivity, epsilon,
         run.out.hop(hop));
}

void publish_with_ladder(PaperRun& run, unsigned hop, dp::Rational share) {
  const bool literal = run.options.reading == Reading::kLiteral;
  // E4: lines 13 and 18 print P (k-r)/c where Theorem 6 needs P (k-r)/(2c), twice the share of the threshold.
  const dp::Rational preference_share =
      literal ? dp::Rational::rounded_down(Uint128{2} * share.numerator(), share.denominator()) : share;
  run.trace.push_back({BudgetStep::Kind::kPublication, hop, preference_share});
  const auto counts = run.workspace.sampled_hop(run.random, {preference_share, share, run.threshold}, hop);
  // E3: lines 14 and 19 print I_x(G, f_k), the ladder of the true graph; Theorem 3 covers only the sample's.
  const std::uint32_t local_sensitivity =
      literal ? (counts.empty() ? 0 : std::ranges::max(run.workspace.true_counts(run.options.hops).hop(1)))
              : run.workspace.largest_first_hop_of_sample();
  const dp::Rational epsilon = dp::times(run.threshold, share);
  const dp::LadderNoise ladder(run.setting.num_public(), local_sensitivity, epsilon);
  const auto out = run.out.hop(hop);
  ladder.add_to(run.random, counts, out);
  report(run, "publish hop", hop, dp::NoisyStep::Noise::kLadder, counts, local_sensitivity, epsilon, out);
  if (run.out.fraction_bits() == 0) return;
  for (std::int64_t& value : out) {
    value =
        std::clamp(value, -kFixedPointLimit, kFixedPointLimit) * (std::int64_t{1} << run.out.fraction_bits());
  }
}

bool is_far_from_last(PaperRun& run, unsigned hop, unsigned last_published, dp::Rational publication_share) {
  const dp::Rational share(1, 2 * std::uint64_t{run.options.hops});
  run.trace.push_back({BudgetStep::Kind::kDistance, hop, share});
  const auto sampled = run.workspace.row_buffer();  // c_k, line 3
  dp::sample_tuples(run.random, run.setting.row_levels(),
                    dp::SamplingBudget::with_share(share, run.threshold),
                    run.workspace.true_counts(run.options.hops).hop(hop), sampled);
  const Uint128 total = total_distance(run.out.hop(last_published), sampled, run.out.fraction_bits());
  const dp::Rational distance_epsilon = dp::times(run.threshold, share);
  const Int128 noisy_total = report_distance(
      run, hop, total, distance_epsilon, static_cast<Int128>(total) + distance_noise(run, distance_epsilon));
  if (noisy_total <= 0) return false;
  // line 12: noisy_total / m > m_p / eps_k2, in whole numbers
  const dp::Rational epsilon = dp::times(run.threshold, publication_share);
  const Uint128 users = Uint128{run.setting.num_private()} << run.out.fraction_bits();
  return dp::compare_fractions(static_cast<Uint128>(noisy_total), users,
                               Uint128{run.setting.num_public()} * epsilon.denominator(),
                               epsilon.numerator()) > 0;
}

void check_noise_fits(const Setting& setting, Epsilon threshold, dp::Rational share, unsigned hop) {
  const dp::DiscreteLaplace fits(dp::times(threshold, share), declared_sensitivity(setting, hop));
  static_cast<void>(fits);
}

void check_ladder_fits(const Setting& setting, Epsilon threshold, dp::Rational share) {
  // The tail's steps are m_p wide whatever LS is, so any LS answers for all, and no edge is looked at.
  const dp::LadderNoise fits(setting.num_public(), 0, dp::times(threshold, share));
  static_cast<void>(fits);
}

}  // namespace hopveil::mechanism
