#pragma once

#include "base/seeded_rng.h"
#include "infer/anchors.h"
#include "infer/hop_rows.h"

namespace hopveil {

/// Counts of every anchor, from networks completed by synthetic users. Everybody else learns from it.
struct Teacher {
  HopRows counts;     ///< by user: the median over the completed networks; only anchors' rows mean something
  HopRows low, high;  ///< by user: the least and the largest of them
};

Teacher make_teacher(const PublicKnowledge& knowledge, const Anchors& anchors, unsigned hops,
                     const SeededRng& rng, unsigned threads);

}  // namespace hopveil
