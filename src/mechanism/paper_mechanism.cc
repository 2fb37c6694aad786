#include "mechanism/paper_mechanism.h"

#include <hopveil/errors.h>

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
  const std::string statement =
      "P-PDP (Def. 9): graphs that differ in one edge with a private end give any table with probabilities "
      "within exp(s), s being the "
      "budget share times the smaller preference of the edge's private ends";
  if (options.hops == 1) {
    return {statement, GuaranteeStatus::kProved,
            "one hop: an edge changes one count by 1, so Theorem 3 (Jorgensen et al. 2015) applies"};
  }
  return {statement, GuaranteeStatus::kRefuted,
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

std::string status_text(GuaranteeStatus status) {
  switch (status) {
    case GuaranteeStatus::kProved:
      return "proved";
    case GuaranteeStatus::kClaimed:
      return "claimed";
    case GuaranteeStatus::kRefuted:
      return "refuted";
  }
  throw BugError("a guarantee has no status");
}

}  // namespace hopveil
