// SPDX-License-Identifier: Apache-2.0
// expect: edges_.* private
#include "query/query_layer.h"

/// With the signature of infer_counts; it would even have to know which kind of answerer it has.
void peek(const hopveil::query::PublicKnowledge&, hopveil::query::AnswerSource& answers) {
  dynamic_cast<hopveil::query::QueryLayer&>(answers).edges_.check_unchanged();
}
