// SPDX-License-Identifier: Apache-2.0
#include "audit/play_back.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "audit/exact.h"
#include "audit/tape.h"
#include "base/seeded_rng.h"

namespace hopveil::audit {
namespace {

bool same_tables(const mechanism::NoisyTable& a, const mechanism::NoisyTable& b) {
  if (a.rows() != b.rows() || a.hops() != b.hops()) return false;
  for (unsigned hop = 1; hop <= a.hops(); ++hop) {
    if (a.source_of(hop) != b.source_of(hop) || !std::ranges::equal(a.hop(hop), b.hop(hop))) return false;
  }
  if (a.reach() == nullptr || b.reach() == nullptr) return a.reach() == b.reach();
  return same_tables(*a.reach(), *b.reach());
}

/// Largest log-ratios in both directions; independent entries add up within a direction.
struct Loss {
  double forward = 0;
  double backward = 0;
  double largest() const { return std::max(forward, backward); }
};

Loss laplace_loss(const dp::NoisyStep& a, const dp::NoisyStep& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.input.size(); ++i) {
    if (a.input[i] == b.input[i]) continue;
    const double per_unit = std::max(loss_per_unit(a, i), loss_per_unit(b, i));
    sum += static_cast<double>(std::abs(a.input[i] - b.input[i])) * per_unit;
  }
  return {sum, sum};
}

Loss ladder_loss(const dp::NoisyStep& a, const dp::NoisyStep& b) {
  const double epsilon = a.epsilon.front().value();
  const LadderDistribution noise_a(a.max_count, static_cast<std::uint32_t>(a.sensitivity), epsilon);
  const LadderDistribution noise_b(b.max_count, static_cast<std::uint32_t>(b.sensitivity), epsilon);
  std::map<std::int64_t, Loss> by_change;
  Loss sum;
  for (std::size_t i = 0; i < a.input.size(); ++i) {
    const std::int64_t change = b.input[i] - a.input[i];
    if (change == 0 && a.sensitivity == b.sensitivity) continue;
    const auto [place, is_new] = by_change.try_emplace(change);
    if (is_new) {
      place->second = {largest_ladder_ratio(noise_a, 0, noise_b, change),
                       largest_ladder_ratio(noise_b, change, noise_a, 0)};
    }
    sum.forward += place->second.forward;
    sum.backward += place->second.backward;
  }
  return sum;
}

ComparedStep compare(const dp::NoisyStep& a, const dp::NoisyStep& b, Loss& total) {
  ComparedStep compared;
  compared.name = a.name;
  // A ladder's LS is declared for each network anew, and has to hold for both.
  compared.declared = static_cast<double>(std::min(a.sensitivity, b.sensitivity));
  for (std::size_t i = 0; i < a.input.size(); ++i) {
    if (a.input[i] == b.input[i]) continue;
    compared.change += static_cast<double>(std::abs(a.input[i] - b.input[i]));
    ++compared.moved;
  }
  const Loss loss = a.noise == dp::NoisyStep::Noise::kLadder ? ladder_loss(a, b) : laplace_loss(a, b);
  compared.loss = loss.largest();
  total.forward += loss.forward;
  total.backward += loss.backward;
  return compared;
}

ComparedStep compare(const dp::PairStep& a, const dp::PairStep& b, Loss& total) {
  ComparedStep compared;
  compared.name = a.name;
  compared.declared = 1;
  LinkedPairs changed;
  std::ranges::set_symmetric_difference(a.linked, b.linked, std::back_inserter(changed));
  compared.change = static_cast<double>(changed.size());
  compared.moved = changed.size();
  for (const auto& pair : changed) compared.loss += std::max(loss_of_pair(a, pair), loss_of_pair(b, pair));
  total.forward += compared.loss;
  total.backward += compared.loss;
  return compared;
}

}  // namespace

bool PlayBack::keeps_declared() const {
  return !leaks_past_noise && std::ranges::all_of(steps, &ComparedStep::within_declared);
}

const ComparedStep* PlayBack::worst() const {
  const auto excess = [](const ComparedStep& step) {
    return step.change == 0 ? 0 : step.declared == 0 ? step.change * 1e9 : step.change / step.declared;
  };
  const auto found = std::ranges::max_element(steps, {}, excess);
  return found == steps.end() ? nullptr : &*found;
}

PlayBack play_back(const mechanism::Mechanism& mechanism, const mechanism::Setting& from,
                   const mechanism::Setting& to, std::uint64_t seed) {
  const auto run = [&](const mechanism::Setting& setting, Tape& tape) {
    mechanism::Workspace workspace(setting, {.threads = 1});
    SeededRng random(seed);
    return run_on_tape(mechanism, setting, workspace, random, tape);
  };
  Tape original;
  const mechanism::NoisyTable first = run(from, original);
  Tape repeated(&original);
  const mechanism::NoisyTable second = run(to, repeated);

  PlayBack result;
  result.leaks_past_noise = repeated.took_another_path() || !same_tables(first, second);
  if (repeated.took_another_path()) return result;
  result.exact = !result.leaks_past_noise && original.responses().empty();
  Loss total;
  for (std::size_t i = 0; i < original.steps().size(); ++i) {
    result.exact = result.exact && original.steps()[i].step.published;
    result.steps.push_back(compare(original.steps()[i].step, repeated.steps()[i].step, total));
  }
  for (std::size_t i = 0; i < original.responses().size(); ++i) {
    result.steps.push_back(compare(original.responses()[i].step, repeated.responses()[i].step, total));
  }
  result.loss = total.largest();
  return result;
}

PlayBack play_back(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair, std::uint64_t seed) {
  return play_back(mechanism, mechanism::Setting(pair.without, pair.roles, pair.preferences),
                   mechanism::Setting(pair.with, pair.roles, pair.preferences), seed);
}

}  // namespace hopveil::audit
