#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/random_source.h"
#include "dp/step_observer.h"
#include "mechanism/mechanism.h"

namespace hopveil {

using LinkedPairs = std::vector<std::pair<NodeId, NodeId>>;

struct RecordedStep {
  NoisyStep step;
  std::vector<std::int64_t> noisy;
};

struct RecordedResponse {
  PairStep step;
  LinkedPairs noisy;
};

/// Writes down all noisy steps of a run; given another run's tape, makes the steps give what they gave there.
class Tape final : public StepObserver {
 public:
  explicit Tape(const Tape* original = nullptr) : original_(original) {}

  void after_noise(const NoisyStep& step, std::span<std::int64_t> noisy) override;
  void after_response(const PairStep& step, LinkedPairs& noisy) override;

  const std::vector<RecordedStep>& steps() const { return steps_; }
  const std::vector<RecordedResponse>& responses() const { return responses_; }
  /// Whether this run asked for other steps than the original, though they all gave the same.
  bool took_another_path() const;

 private:
  const Tape* original_;
  std::vector<RecordedStep> steps_;
  std::vector<RecordedResponse> responses_;
  bool diverged_ = false;
};

/// One run that is written on the tape.
NoisyTable run_on_tape(const Mechanism& mechanism, const Setting& setting, Workspace& workspace,
                       RandomSource& random, Tape& tape);

/// The epsilon that an entry of a step spends, for its whole declared sensitivity.
double spent_by_entry(const NoisyStep& step, std::size_t entry);
/// The epsilon that randomized response spends on one pair of users.
Rational spent_by_pair(const PairStep& step, std::pair<NodeId, NodeId> pair, const Setting& setting);

}  // namespace hopveil
