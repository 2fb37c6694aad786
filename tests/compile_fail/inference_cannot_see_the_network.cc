// expect: graph_.* private
#include "query/query_layer.h"

/// With the signature of infer_counts; it would even have to know which kind of answerer it has.
std::uint64_t peek(const hopveil::PublicKnowledge&, hopveil::AnswerSource& answers) {
  return dynamic_cast<hopveil::QueryLayer&>(answers).graph_.num_edges();
}
