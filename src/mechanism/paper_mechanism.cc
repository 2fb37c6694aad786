#include "mechanism/paper_mechanism.h"

namespace hopveil {

void PaperMechanism::validate(const Setting& setting) const {
  const Epsilon threshold = options_.threshold.resolve(setting.preferences());
  for (unsigned hop = 1; hop <= options_.hops; ++hop) {
    check_noise_fits(setting, threshold, smallest_share(hop), hop);
  }
}

void PaperMechanism::run(const Setting& setting, Workspace& workspace, RandomSource& random, NoisyTable& out,
                         BudgetTrace& trace) const {
  const unsigned fraction_bits = options_.noise == Noise::kDiscrete ? 0 : kContinuousFractionBits;
  out.reset(setting.num_private(), options_.hops, fraction_bits);
  trace.clear();
  // Without a private user there is no row, and without a public one every count is known to be 0.
  if (setting.num_private() == 0 || setting.num_public() == 0) return;
  PaperRun run{setting, workspace, random, options_, options_.threshold.resolve(setting.preferences()),
               out,     trace};
  publish_hops(run);
  if (options_.postprocess == Postprocess::kClamp) out.clamp(setting.num_public());
}

Guarantee paper_guarantee(const MechanismOptions& options) {
  if (options.hops == 1) {
    return {ppdp_statement(), GuaranteeStatus::kProved,
            "one hop: an edge changes one count by 1, so Theorem 3 (Jorgensen et al. 2015) applies"};
  }
  return {ppdp_statement(), GuaranteeStatus::kRefuted,
          "the paper's proof takes m_p for the sensitivity of a hop, but one edge can change every user's "
          "count: between a private hub "
          "and one public user it moves the second hop of all the hub's friends (erratum E1)"};
}

bool never_draws_too_much(const MechanismOptions&) {
  return false;
}

std::vector<ParameterInfo> paper_parameters() {
  return {
      {"threshold", "NUMBER|max|mean", "max",
       "t of the sampling, between the smallest and the largest preference"},
      {"postprocess", "none|clamp", "none", "clamp moves values into [0, number of public users] (E9)"},
      {"noise", "discrete|laplace", "discrete",
       "laplace is the paper's continuous noise, for experiments only"},
  };
}

}  // namespace hopveil
