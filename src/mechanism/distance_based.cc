// SPDX-License-Identifier: Apache-2.0
#include "mechanism/distance_based.h"

namespace hopveil::mechanism {

void DistanceBased::publish_hops(PaperRun& run) const {
  unsigned last_published = 0;  // r
  for (unsigned hop = 1; hop <= options().hops; ++hop) {
    const dp::Rational share = publication_share(hop, last_published);  // eps_k2 / t: lines 7, 11, 17
    const bool always = hop == 1 || hop == options().hops;              // lines 6 and 16; E8
    if (always || is_far_from_last(run, hop, last_published, share)) {  // lines 1-5 and 12
      publish(run, hop, share);                                         // lines 8-9, 13-14, 18-19
      last_published = hop;
    } else {
      run.out.repeat(hop, last_published);  // line 20: null, shown as hop r again
    }
  }
}

}  // namespace hopveil::mechanism
