#pragma once

// The network that users show who may be asked for single edges.

#include <vector>

#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil {

/// The anchors are the public users and the *liberal* ones: private users whose preference is so large that
/// randomized response shows their edges nearly as they are.
struct Anchors {
  std::vector<NodeId> liberal;
  std::vector<bool> is_liberal;  ///< by user
  /// On all users: public edges and the edges that the liberal users released. Nobody else has edges.
  Graph known;
};

/// Asks the liberal users (at least one, ascending) for their edges.
Anchors ask_anchors(const PublicKnowledge& knowledge, AnswerSource& answers, std::vector<NodeId> liberal);

}  // namespace hopveil
