// SPDX-License-Identifier: Apache-2.0
// DEBA: Distance-based Exponential Budget Absorption (Algorithm 1).
//
// Publishing hop k is worth 2^-(k+1) of the budget, plus the shares of the null hops since r (line 11); noise
// is Laplace. E5: line 18 prints t/4 as the last hop's threshold; its own text, and we, use eps_k2.

#include "mechanism/distance_based.h"
#include "mechanism/registry.h"

namespace hopveil::mechanism {
namespace {

class Deba final : public DistanceBased {
 public:
  using DistanceBased::DistanceBased;

  dp::Rational publication_share(unsigned hop, unsigned last_published) const override {
    return dp::sum_of_halvings(last_published + 1, hop);
  }

 private:
  void publish(PaperRun& run, unsigned hop, dp::Rational share) const override {
    publish_with_laplace(run, hop, share);
  }
};

}  // namespace

MechanismInfo deba_mechanism() {
  return {"deba",
          "skips hops that change little and gives their halving shares to the next, Laplace noise",
          "Li et al., Algorithm 1, Theorem 5",
          paper_parameters(),
          paper_guarantee,
          never_draws_too_much,
          make_mechanism<Deba>};
}

}  // namespace hopveil::mechanism
