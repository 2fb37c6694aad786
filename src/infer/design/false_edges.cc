// SPDX-License-Identifier: Apache-2.0
#include "infer/design/false_edges.h"

#include <cmath>

#include "query/pair_flips.h"

namespace hopveil::infer {

double flip_probability(double level, dp::Rational share) {
  const double spent =
      level * static_cast<double>(share.numerator()) / static_cast<double>(share.denominator());
  return 1 / (1 + std::exp(spent));
}

double expected_false_edges(const query::PublicKnowledge& knowledge, const query::PairQuestion& question) {
  const query::MemberOrder members(knowledge, question);
  double expected = 0;
  for (std::size_t row = 0; row < members.num_rows(); ++row) {
    expected += static_cast<double>(members.size() - row - 1) *
                flip_probability(knowledge.preference(members.user(row)).value(), question.share);
  }
  return expected;
}

}  // namespace hopveil::infer
