// SPDX-License-Identifier: Apache-2.0
#include "infer/estimator/cross_validation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "graph/network_spec.h"
#include "infer/estimator/simulated_answers.h"

namespace hopveil::infer {
namespace {

/// Where there are few users, other halves of them are validated as well, but not more often than this.
constexpr std::size_t kMostHalves = 4;
/// Users that share a stream of random numbers.
constexpr std::size_t kChunk = 64;
/// About how many designs are tried, for the progress bar.
constexpr double kUsualTries = 12;

struct Choice {
  std::uint32_t strata;
  double error;
};

/// From the first try, whose error is known, doubles the number of strata as long as the error falls, or else
/// halves it.
template <class Error>
Choice climb(const DesignParameters& design, double first_error, const Error& error_of) {
  const auto first_try = static_cast<std::uint32_t>(design.first_strata);
  Choice best{first_try, first_error};
  const auto better = [&](std::uint32_t strata) {
    const double error = error_of(strata);
    if (error >= best.error) return false;
    best = {strata, error};
    return true;
  };
  while (best.strata < design.most_strata && better(2 * best.strata)) {
  }
  if (best.strata > first_try) return best;
  while (best.strata > 1 && better(best.strata / 2)) {
  }
  return best;
}

/// The best of this number and those halfway to its half and its double.
template <class Error>
Choice refine(const DesignParameters& design, Choice best, const Error& error_of) {
  const auto most = static_cast<std::uint32_t>(design.most_strata);
  for (const std::uint32_t strata : {best.strata * 3 / 4, std::min(most, best.strata * 3 / 2)}) {
    if (strata == 0 || strata == best.strata) continue;
    const double error = error_of(strata);
    if (error < best.error) best = {strata, error};
  }
  return best;
}

}  // namespace

CrossValidation::Sum CrossValidation::validate_half(const StratifiedCounts& design,
                                                    const SeededRng& rng) const {
  std::vector<NodeId> trained, validated;
  SeededRng random = rng.stream("examine");
  for (const NodeId user : training_.users) {
    (random_below(random, 2) == 0 ? trained : validated).push_back(user);
  }
  if (trained.empty() || validated.empty()) return {};
  const ForestOptions options{.trees = parameters_.validation.trees,
                              .smallest_leaf = parameters_.estimator.smallest_leaf,
                              .examples_per_tree = parameters_.validation.examples_per_tree,
                              .noise_draws = parameters_.estimator.noise_draws,
                              .threads = threads_};
  const auto networks = training_.networks.first(1);
  const ConditionalEstimator estimator(design, {networks, training_.counts, trained}, preferences_, options,
                                       rng);
  const SimulatedAnswers simulated(design, networks);
  std::vector<double> errors(std::min(validated.size(), parameters_.validation.users));
  parallel_chunks(errors.size(), kChunk, threads_, [&](std::size_t begin, std::size_t end, unsigned) {
    SeededRng noise = rng.stream("examined", begin);
    std::vector<WeightedCounts> by_hop;
    SimulatedAnswers::Answers answers;
    for (std::size_t i = begin; i < end; ++i) {
      const NodeId user = validated[i * validated.size() / errors.size()];
      const double preference = draw_preference(preferences_, noise);
      simulated.answer(0, user, preference, noise, answers);
      estimator.weigh(answers, preference, by_hop);
      const auto row = training_.counts.of(user);
      for (std::size_t hop = 0; hop < row.size(); ++hop) {
        errors[i] += std::abs(static_cast<double>(best_count(by_hop[hop], Objective::kAbsolute) - row[hop]));
      }
    }
  });
  return {std::accumulate(errors.begin(), errors.end(), 0.0), errors.size()};
}

double CrossValidation::error(const StratifiedCounts& design) const {
  Sum all;
  for (std::size_t half = 0; half < kMostHalves && all.users < parameters_.validation.users; ++half) {
    const Sum of_half = validate_half(design, rng_.stream("half", half));
    all.errors += of_half.errors;
    all.users += of_half.users;
  }
  return all.users == 0 ? 0 : all.errors / static_cast<double>(all.users);
}

StratifiedCounts CrossValidation::choose_strata(const Partners& partners, const Meter& meter) const {
  const DesignParameters& design = parameters_.design;
  const auto first_try = static_cast<std::uint32_t>(design.first_strata);
  std::size_t tried = 0;
  const auto error_of = [&](std::uint32_t public_strata, std::uint32_t private_strata) {
    meter.reach(std::min(1.0, static_cast<double>(tried++) / kUsualTries));
    return error({partners, public_strata, private_strata});
  };
  const Choice of_public = climb(design, error_of(first_try, first_try),
                                 [&](std::uint32_t strata) { return error_of(strata, first_try); });
  const Choice of_private = climb(design, of_public.error,
                                  [&](std::uint32_t strata) { return error_of(of_public.strata, strata); });
  const auto error_of_joint = [&](std::uint32_t strata) { return error_of(0, strata); };
  const Choice joint =
      refine(design, climb(design, error_of_joint(first_try), error_of_joint), error_of_joint);
  if (joint.error < of_private.error) return {partners, 0, joint.strata};
  return {partners, of_public.strata, of_private.strata};
}

}  // namespace hopveil::infer
