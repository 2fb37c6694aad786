// SPDX-License-Identifier: Apache-2.0
#include "audit/tape.h"

#include <algorithm>
#include <limits>

#include "audit/exact.h"
#include "audit/step_observation.h"

namespace hopveil::audit {
namespace {

/// Thrown through the mechanism to end its run; only run_on_tape catches it.
struct EndOfTape {};

}  // namespace

void Tape::stop_at_end() const {
  if (size() >= end_) throw EndOfTape{};
}

void Tape::after_noise(const dp::NoisyStep& step, std::span<std::int64_t> noisy) {
  if (original_ != nullptr) {
    const std::size_t place = steps_.size();
    if (place < original_->steps_.size() && original_->steps_[place].step.name == step.name &&
        original_->steps_[place].noisy.size() == noisy.size()) {
      std::ranges::copy(original_->steps_[place].noisy, noisy.begin());
    } else {
      diverged_ = true;
    }
  }
  steps_.push_back({step, {noisy.begin(), noisy.end()}});
  stop_at_end();
}

void Tape::after_response(const dp::PairStep& step, LinkedPairs& noisy) {
  if (original_ != nullptr) {
    const std::size_t place = responses_.size();
    if (place < original_->responses_.size() && original_->responses_[place].step.name == step.name) {
      noisy = original_->responses_[place].noisy;
    } else {
      diverged_ = true;
    }
  }
  responses_.push_back({step, noisy});
  stop_at_end();
}

bool Tape::took_another_path() const {
  return diverged_ || (original_ != nullptr && (original_->steps_.size() != steps_.size() ||
                                                original_->responses_.size() != responses_.size()));
}

mechanism::NoisyTable run_on_tape(const mechanism::Mechanism& mechanism, const mechanism::Setting& setting,
                                  mechanism::Workspace& workspace, RandomSource& random, Tape& tape) {
  const StepObservation observation(workspace, tape);
  mechanism::NoisyTable table;
  mechanism::BudgetTrace trace;
  try {
    mechanism.run(setting, workspace, random, table, trace);
  } catch (const EndOfTape&) {
  }
  return table;
}

double loss_per_unit(const dp::NoisyStep& step, std::size_t entry) {
  if (!step.drawn.empty() && !step.drawn[entry]) return std::numeric_limits<double>::infinity();
  return step.epsilon[step.epsilon.size() == 1 ? 0 : entry].value() / static_cast<double>(step.sensitivity);
}

double loss_of_pair(const dp::PairStep& step, std::pair<NodeId, NodeId> pair) {
  const auto place = std::ranges::find_if(
      step.members, [&](NodeId member) { return member == pair.first || member == pair.second; });
  const auto row = static_cast<std::size_t>(place - step.members.begin());
  if (row >= step.stay_rates.size()) return std::numeric_limits<double>::infinity();
  return response_loss_at(step.stay_rates[row]);
}

}  // namespace hopveil::audit
