// SPDX-License-Identifier: Apache-2.0
// Exponential: the paper's second baseline (Sec. IV).
//
// Hop k gets the share 2^-k of the budget, the last hop what is left, 2^-(c-1); published with Laplace noise.

#include "mechanism/paper_mechanism.h"
#include "mechanism/registry.h"

namespace hopveil::mechanism {
namespace {

class Exponential final : public PaperMechanism {
 public:
  using PaperMechanism::PaperMechanism;

 private:
  dp::Rational smallest_share(unsigned hop) const override {
    return dp::power_of_half(hop < options().hops ? hop : options().hops - 1);
  }

  void publish_hops(PaperRun& run) const override {
    for (unsigned hop = 1; hop <= options().hops; ++hop) publish_with_laplace(run, hop, smallest_share(hop));
  }
};

}  // namespace

MechanismInfo exponential_mechanism() {
  return {"exponential",
          "half of the remaining budget for each hop, Laplace noise",
          "Li et al., Sec. IV, baseline",
          paper_parameters(),
          paper_guarantee,
          never_draws_too_much,
          make_mechanism<Exponential>};
}

}  // namespace hopveil::mechanism
