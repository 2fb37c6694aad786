#pragma once

// Who may be asked for single edges, and the network that they show.

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

/// Decides who is liberal, from public knowledge, and asks for their edges. Nobody is when false edges would
/// not stay far below true ones; then nothing has been asked.
Anchors find_anchors(const PublicKnowledge& knowledge, AnswerSource& answers);

}  // namespace hopveil
