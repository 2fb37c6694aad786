// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mechanism/paper_mechanism.h"

namespace hopveil::mechanism {

/// What DEBA and DUBA-LF share (Algorithms 1 and 2): hop by hop, publish only what is far from the last
/// published hop, and let a published hop take over the shares of the *null* hops before it.
///
/// Half of the budget is for M1, which measures the distance of the hops 2 .. c-1 with the share 1/(2c) each;
/// hop 1 has nothing to be compared with (E7) and hop c is published in any case (E8). The other half is for
/// M2, which publishes.
class DistanceBased : public PaperMechanism {
 public:
  using PaperMechanism::PaperMechanism;

  /// The share of publishing `hop` when `last_published` (0: none) was published last.
  virtual dp::Rational publication_share(unsigned hop, unsigned last_published) const = 0;

 private:
  virtual void publish(PaperRun& run, unsigned hop, dp::Rational share) const = 0;

  dp::Rational smallest_share(unsigned hop) const final { return publication_share(hop, hop - 1); }
  void publish_hops(PaperRun& run) const final;
};

}  // namespace hopveil::mechanism
