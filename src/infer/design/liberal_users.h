// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "infer/parameters.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::infer {

/// Who is liberal: private users with preferences so large that randomized response on their pairs shows far
/// more true edges than false ones.
struct LiberalUsers {
  std::vector<NodeId> users;  ///< ascending
  /// Whether a hundredth of the budget has been spent on looking how many edges there are. It is not when
  /// preferences alone decide.
  bool looked = false;
  /// About how many protected edges there are, if everybody was looked at; else 0.
  double edges_of_everybody = 0;
};

LiberalUsers find_liberal_users(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                                const DesignParameters& parameters = {});

/// Whether everybody is asked for pairs: when everybody is liberal; and, if no user is, as long as noise
/// makes no more edges than there are (twice as many, where public users' edges are clustered).
bool all_pairs_are_worth_it(const query::PublicKnowledge& knowledge, const LiberalUsers& liberal,
                            const DesignParameters& parameters = {});

}  // namespace hopveil::infer
