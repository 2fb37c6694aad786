#pragma once

#include <vector>

#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil {

/// Who is liberal: private users with preferences so large that randomized response on their pairs shows far
/// more true edges than false ones.
struct LiberalUsers {
  std::vector<NodeId> users;  ///< ascending
  /// Whether a hundredth of the budget has been spent on looking how many edges there are. It is not when
  /// preferences alone decide.
  bool looked = false;
};

LiberalUsers find_liberal_users(const PublicKnowledge& knowledge, AnswerSource& answers);

}  // namespace hopveil
