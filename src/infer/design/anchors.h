// SPDX-License-Identifier: Apache-2.0
#pragma once

// The network of the edges that liberal users release.

#include <vector>

#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::infer {

/// The anchors are the public users and the *liberal* ones: private users whose preference is so large that
/// randomized response releases their edges nearly as they are.
struct Anchors {
  std::vector<NodeId> liberal;
  std::vector<bool> is_liberal;  ///< by user
  /// On all users: public edges and those that the liberal users released. No other user has edges.
  Graph known;
};

/// Asks the liberal users (at least one, ascending) for their edges.
Anchors ask_anchors(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                    std::vector<NodeId> liberal);

}  // namespace hopveil::infer
