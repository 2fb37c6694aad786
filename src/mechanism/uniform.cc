// SPDX-License-Identifier: Apache-2.0
// Uniform: the paper's first baseline (Sec. IV).
//
// Every hop gets the share 1/c of the budget and is published with Laplace noise.

#include "mechanism/paper_mechanism.h"
#include "mechanism/registry.h"

namespace hopveil::mechanism {
namespace {

class Uniform final : public PaperMechanism {
 public:
  using PaperMechanism::PaperMechanism;

 private:
  dp::Rational smallest_share(unsigned) const override { return dp::Rational(1, options().hops); }

  void publish_hops(PaperRun& run) const override {
    for (unsigned hop = 1; hop <= options().hops; ++hop) publish_with_laplace(run, hop, smallest_share(hop));
  }
};

}  // namespace

MechanismInfo uniform_mechanism() {
  return {"uniform",
          "the same share 1/c of the budget for every hop, Laplace noise",
          "Li et al., Sec. IV, baseline",
          paper_parameters(),
          paper_guarantee,
          never_draws_too_much,
          make_mechanism<Uniform>};
}

}  // namespace hopveil::mechanism
