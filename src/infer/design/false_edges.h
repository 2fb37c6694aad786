// SPDX-License-Identifier: Apache-2.0
#pragma once

// How many edges randomized response makes by noise alone.

#include "dp/rational.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::infer {

/// The probability that the bit of a pair of this level is flipped, if that share of it is spent.
double flip_probability(double level, dp::Rational share);

/// The expected number of pairs that are linked by noise alone, if hardly any pair is linked in truth.
double expected_false_edges(const query::PublicKnowledge& knowledge, const query::PairQuestion& question);

}  // namespace hopveil::infer
