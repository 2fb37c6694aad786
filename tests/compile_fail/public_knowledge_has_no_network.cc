// SPDX-License-Identifier: Apache-2.0
// expect: no member named .neighbours
#include "query/public_knowledge.h"

std::size_t peek(const hopveil::query::PublicKnowledge& knowledge) {
  return knowledge.neighbours(0).size();
}
