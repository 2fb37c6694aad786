// SPDX-License-Identifier: Apache-2.0
#include "mechanism/paper_mechanism.h"

#include "mechanism/option_row.h"

namespace hopveil::mechanism {

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

namespace {

ParameterInfo threshold_row() {
  return {.name = "threshold",
          .values = "NUMBER|max|mean",
          .default_value = "max",
          .meaning = "t of the sampling, between the smallest and the largest preference",
          .help = "the paper's mechanisms: sampling threshold t, a number, max or mean of the preferences",
          .placeholder = "T",
          .parse = [](MechanismOptions& options,
                      std::string_view text) { options.threshold = dp::Threshold::from_text(text); },
          .print = [](const MechanismOptions& options) { return options.threshold.text(); },
          .resolve =
              [](const MechanismOptions& options, const Preferences& preferences) {
                return options.threshold.resolve(preferences).text();
              }};
}

ParameterInfo postprocess_row() {
  return choice_row({.name = "postprocess",
                     .values = {},
                     .default_value = {},
                     .meaning = "clamp moves values into [0, number of public users] (E9)",
                     .help = "the paper's mechanisms: none, or clamp into [0, number of public users]",
                     .placeholder = "STEP"},
                    &MechanismOptions::postprocess,
                    {{"none", Postprocess::kNone}, {"clamp", Postprocess::kClamp}});
}

ParameterInfo noise_row() {
  return choice_row({.name = "noise",
                     .values = {},
                     .default_value = {},
                     .meaning = "laplace is the paper's continuous noise, for experiments only",
                     .help = "the paper's mechanisms: discrete; laplace is for experiments only",
                     .placeholder = "NOISE"},
                    &MechanismOptions::noise,
                    {{"discrete", Noise::kDiscrete}, {"laplace", Noise::kContinuousLaplace}});
}

}  // namespace

std::vector<ParameterInfo> paper_parameters() {
  return {threshold_row(), postprocess_row(), noise_row()};
}

}  // namespace hopveil::mechanism
