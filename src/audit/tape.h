// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/random_source.h"
#include "dp/step_observer.h"
#include "mechanism/mechanism.h"

namespace hopveil::audit {

using LinkedPairs = std::vector<std::pair<NodeId, NodeId>>;

struct RecordedStep {
  dp::NoisyStep step;
  std::vector<std::int64_t> noisy;
};

struct RecordedResponse {
  dp::PairStep step;
  LinkedPairs noisy;
};

/// Writes down all noisy steps of a run; given another run's tape, makes the steps give what they gave there.
class Tape final : public dp::StepObserver {
 public:
  static constexpr std::size_t kWholeRun = static_cast<std::size_t>(-1);

  /// A tape with an end makes the run stop there: whoever wants only the answers to noisy questions need not
  /// wait for what is inferred from them.
  explicit Tape(const Tape* original = nullptr, std::size_t end = kWholeRun)
      : original_(original), end_(end) {}

  void after_noise(const dp::NoisyStep& step, std::span<std::int64_t> noisy) override;
  void after_response(const dp::PairStep& step, LinkedPairs& noisy) override;

  const std::vector<RecordedStep>& steps() const { return steps_; }
  const std::vector<RecordedResponse>& responses() const { return responses_; }
  std::size_t size() const { return steps_.size() + responses_.size(); }
  /// Whether this run asked for other steps than the original, though they all gave the same.
  bool took_another_path() const;

 private:
  /// Ends the run when the tape is full.
  void stop_at_end() const;

  const Tape* original_;
  std::size_t end_;
  std::vector<RecordedStep> steps_;
  std::vector<RecordedResponse> responses_;
  bool diverged_ = false;
};

/// One run that is written on the tape. The table is unfinished when the tape ended the run.
mechanism::NoisyTable run_on_tape(const mechanism::Mechanism& mechanism, const mechanism::Setting& setting,
                                  mechanism::Workspace& workspace, RandomSource& random, Tape& tape);

/// What an entry of a step loses for every unit that its input moves by: of the noise that was drawn.
/// Infinite where none was.
double loss_per_unit(const dp::NoisyStep& step, std::size_t entry);
/// What randomized response loses on one pair of users. Infinite where its bit was not flipped by any rate.
double loss_of_pair(const dp::PairStep& step, std::pair<NodeId, NodeId> pair);

}  // namespace hopveil::audit
