#include "audit/play_back.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "audit/exact.h"
#include "audit/step_observation.h"
#include "base/seeded_rng.h"
#include "dp/budget.h"

namespace hopveil {
namespace {

using LinkedPairs = std::vector<std::pair<NodeId, NodeId>>;

struct RecordedStep {
  NoisyStep step;
  std::vector<std::int64_t> noisy;
};

struct RecordedResponse {
  PairStep step;
  LinkedPairs noisy;
};

/// Writes down all steps of a run; given another run, makes the steps give what they gave there.
class Tape final : public StepObserver {
 public:
  explicit Tape(const Tape* original = nullptr) : original_(original) {}

  void after_noise(const NoisyStep& step, std::span<std::int64_t> noisy) override {
    if (const auto* before = next(original_ ? &original_->steps : nullptr, steps.size())) {
      if (before->step.name == step.name && before->noisy.size() == noisy.size()) {
        std::ranges::copy(before->noisy, noisy.begin());
      } else {
        diverged = true;
      }
    }
    steps.push_back({step, {noisy.begin(), noisy.end()}});
  }

  void after_response(const PairStep& step, LinkedPairs& noisy) override {
    if (const auto* before = next(original_ ? &original_->responses : nullptr, responses.size())) {
      if (before->step.name == step.name) {
        noisy = before->noisy;
      } else {
        diverged = true;
      }
    }
    responses.push_back({step, noisy});
  }

  std::vector<RecordedStep> steps;
  std::vector<RecordedResponse> responses;
  bool diverged = false;

 private:
  template <class Recorded>
  const Recorded* next(const std::vector<Recorded>* recorded, std::size_t place) {
    if (recorded == nullptr) return nullptr;
    if (place < recorded->size()) return &(*recorded)[place];
    diverged = true;
    return nullptr;
  }

  const Tape* original_;
};

NoisyTable run_on_tape(const Mechanism& mechanism, const Setting& setting, std::uint64_t seed, Tape& tape) {
  Workspace workspace(setting, {.threads = 1});
  const StepObservation observation(workspace, tape);
  SeededRng random(seed);
  NoisyTable table;
  BudgetTrace trace;
  mechanism.run(setting, workspace, random, table, trace);
  return table;
}

bool same_tables(const NoisyTable& a, const NoisyTable& b) {
  if (a.rows() != b.rows() || a.hops() != b.hops()) return false;
  for (unsigned hop = 1; hop <= a.hops(); ++hop) {
    if (a.source_of(hop) != b.source_of(hop) || !std::ranges::equal(a.hop(hop), b.hop(hop))) return false;
  }
  return true;
}

double epsilon_of_entry(const NoisyStep& step, std::size_t entry) {
  return step.epsilon[step.epsilon.size() == 1 ? 0 : entry].value();
}

/// Largest log-ratios in both directions; independent entries add up within a direction.
struct Loss {
  double forward = 0;
  double backward = 0;
  double largest() const { return std::max(forward, backward); }
};

Loss laplace_loss(const NoisyStep& a, const NoisyStep& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.input.size(); ++i) {
    if (a.input[i] == b.input[i]) continue;
    sum += static_cast<double>(std::abs(a.input[i] - b.input[i])) * epsilon_of_entry(a, i) /
           static_cast<double>(a.sensitivity);
  }
  return {sum, sum};
}

Loss ladder_loss(const NoisyStep& a, const NoisyStep& b) {
  const double epsilon = epsilon_of_entry(a, 0);
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

ComparedStep compare(const NoisyStep& a, const NoisyStep& b, Loss& total) {
  ComparedStep compared;
  compared.name = a.name;
  // A ladder's LS is declared for each network anew, and has to hold for both.
  compared.declared = static_cast<double>(std::min(a.sensitivity, b.sensitivity));
  for (std::size_t i = 0; i < a.input.size(); ++i) {
    if (a.input[i] == b.input[i]) continue;
    compared.change += static_cast<double>(std::abs(a.input[i] - b.input[i]));
    ++compared.moved;
  }
  const Loss loss = a.noise == NoisyStep::Noise::kLadder ? ladder_loss(a, b) : laplace_loss(a, b);
  compared.loss = loss.largest();
  total.forward += loss.forward;
  total.backward += loss.backward;
  return compared;
}

Epsilon level_of(const Setting& setting, std::pair<NodeId, NodeId> pair) {
  const UserRoles& roles = setting.roles();
  const auto preference = [&](NodeId user) {
    return roles.is_public(user) ? Epsilon::from_nanos(Epsilon::kMaxNanos)
                                 : setting.preferences().of_row(roles.row(user));
  };
  return std::min(preference(pair.first), preference(pair.second));
}

ComparedStep compare(const PairStep& a, const PairStep& b, const Setting& setting, Loss& total) {
  ComparedStep compared;
  compared.name = a.name;
  compared.declared = 1;
  LinkedPairs changed;
  std::ranges::set_symmetric_difference(a.linked, b.linked, std::back_inserter(changed));
  compared.change = static_cast<double>(changed.size());
  compared.moved = changed.size();
  for (const auto& pair : changed) compared.loss += response_loss(times(level_of(setting, pair), a.share));
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

PlayBack play_back(const Mechanism& mechanism, const Setting& from, const Setting& to, std::uint64_t seed) {
  Tape original;
  const NoisyTable first = run_on_tape(mechanism, from, seed, original);
  Tape repeated(&original);
  const NoisyTable second = run_on_tape(mechanism, to, seed, repeated);

  PlayBack result;
  result.leaks_past_noise = repeated.diverged || original.steps.size() != repeated.steps.size() ||
                            original.responses.size() != repeated.responses.size() ||
                            !same_tables(first, second);
  Loss total;
  result.exact = !result.leaks_past_noise && original.responses.empty();
  for (std::size_t i = 0; i < std::min(original.steps.size(), repeated.steps.size()); ++i) {
    const NoisyStep& a = original.steps[i].step;
    const NoisyStep& b = repeated.steps[i].step;
    if (a.name != b.name || a.input.size() != b.input.size()) break;
    result.exact = result.exact && a.published;
    result.steps.push_back(compare(a, b, total));
  }
  for (std::size_t i = 0; i < std::min(original.responses.size(), repeated.responses.size()); ++i) {
    result.steps.push_back(compare(original.responses[i].step, repeated.responses[i].step, from, total));
  }
  result.loss = total.largest();
  return result;
}

PlayBack play_back(const Mechanism& mechanism, const NeighbouringPair& pair, std::uint64_t seed) {
  return play_back(mechanism, Setting(pair.without, pair.roles, pair.preferences),
                   Setting(pair.with, pair.roles, pair.preferences), seed);
}

}  // namespace hopveil
