// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <hopveil/count.h>
#include <hopveil/graph.h>

#include "infer/basics/hop_rows.h"
#include "infer/inference.h"

namespace hopveil::infer {

/// Public users to count: all of them, or at most `at_most` where there are more than twice as many, evenly
/// spread over the public users ordered by known degree. `shift` (0 to below 1) says which of those between:
/// networks that are counted on different ones do not share the error of counting on some.
std::vector<NodeId> counted_public(const Graph& known, std::span<const NodeId> public_users,
                                   std::size_t at_most, double shift = 0.5);

/// The same options, but with a memory limit for what counting takes besides the graph. How many edges an
/// inferred network has is found out when it is too late to refuse, so the rows may be narrow, but fit.
/// Without a limit rows take as much as the graph: wider ones, and fewer batches, save hardly any time.
CountOptions besides_edges(const Graph& graph, std::size_t num_sources, CountOptions counting);

/// Counts in a network that was made from noisy answers: by options.network_counter, or else here, where
/// `at_once` such counts share the memory limit, which is besides_edges.
ExactCounts count_network(const Graph& network, const CountTask& task, unsigned hops,
                          const InferenceOptions& options, unsigned at_once = 1);

/// How many of `counted` are 1 .. hops hops away, times `scale`, for every user, the public ones as well.
HopRows count_everyone(const Graph& network, std::span<const NodeId> counted, double scale, unsigned hops,
                       const InferenceOptions& options, unsigned at_once = 1);

/// Public users who stand for all of them (counted_public), and the factor from their counts to those of all.
class PublicSample {
 public:
  PublicSample(const Graph& known, std::span<const NodeId> public_users, std::size_t at_most,
               double shift = 0.5)
      : counted_(counted_public(known, public_users, at_most, shift)),
        scale_(counted_.empty()
                   ? 0
                   : static_cast<double>(public_users.size()) / static_cast<double>(counted_.size())) {}

  /// Every user's counts in that network.
  HopRows count(const Graph& network, unsigned hops, const InferenceOptions& options,
                unsigned at_once = 1) const {
    return count_everyone(network, counted_, scale_, hops, options, at_once);
  }

 private:
  std::vector<NodeId> counted_;
  double scale_;
};

}  // namespace hopveil::infer
