// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sensitivity by play-back: a mechanism runs on one network, then on its neighbour, where every noisy step is
// made to give what it gave before. So both runs take the same path, and what the steps *received* can be
// compared: the true change against the sensitivity that the step declared.

#include <string>
#include <vector>

#include "audit/neighbouring_pair.h"
#include "mechanism/mechanism.h"

namespace hopveil::audit {

/// One noisy step on both networks.
struct ComparedStep {
  std::string name;
  double change = 0;      ///< of its input, in L1
  double declared = 0;    ///< the sensitivity
  std::size_t moved = 0;  ///< entries
  double loss = 0;        ///< the largest log-ratio of what comes out, for this change and its noise
  bool within_declared() const { return change <= declared; }
};

struct PlayBack {
  std::vector<ComparedStep> steps;
  /// The two runs differ though every noisy step gave the same: something exact gets past the noise.
  bool leaks_past_noise = false;
  /// Of all steps together: the loss to an observer who sees what each of them gave.
  double loss = 0;
  /// Nothing but the steps' outputs is published and all of them are, and none depends on another: then
  /// `loss` is the exact epsilon of the mechanism on this pair.
  bool exact = false;

  bool keeps_declared() const;
  /// The step that exceeds its declared sensitivity by the largest factor; null without steps.
  const ComparedStep* worst() const;
};

/// Runs `mechanism` on both networks of the pair. Its sampling, if it has any, must keep every edge for
/// certain (a threshold at the smallest preference does): what the noisy steps are given is then a function
/// of the network. That loses nothing: a sample is a network too.
PlayBack play_back(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair, std::uint64_t seed);

/// The same on settings that are already made, from `from` to `to`.
PlayBack play_back(const mechanism::Mechanism& mechanism, const mechanism::Setting& from,
                   const mechanism::Setting& to, std::uint64_t seed);

}  // namespace hopveil::audit
