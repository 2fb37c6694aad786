// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "infer/loss/bayes_action.h"

namespace hopveil::infer {

/// Takes the possible counts of every private user that it wants, each user once. Different users may be
/// written by different threads.
class PosteriorSink {
 public:
  PosteriorSink() = default;
  PosteriorSink(const PosteriorSink&) = delete;
  PosteriorSink& operator=(const PosteriorSink&) = delete;
  virtual ~PosteriorSink() = default;

  /// Whether it looks at this user's.
  virtual bool wants(NodeId /*user*/) const { return true; }
  /// Users with the same possible counts. `kind`: 0 for liberal users, 1, 2, .. for the groups of the
  /// others by rising preference. `by_hop` has an entry
  /// more than hops are released.
  virtual void write(std::span<const NodeId> users, const std::vector<WeightedCounts>& by_hop,
                     std::size_t kind) = 0;
};

}  // namespace hopveil::infer
