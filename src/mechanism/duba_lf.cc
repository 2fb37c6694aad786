// SPDX-License-Identifier: Apache-2.0
// DUBA-LF: Distance-based Uniform Budget Absorption with the Ladder Function (Algorithm 2).
//
// Publishing hop k is worth (k - r)/(2c) of the budget (line 11). Hop 1 has Laplace noise (line 9), every
// other hop that of LFNoising (Algorithm 3).

#include "mechanism/distance_based.h"
#include "mechanism/option_row.h"
#include "mechanism/registry.h"

namespace hopveil::mechanism {
namespace {

class DubaLf final : public DistanceBased {
 public:
  using DistanceBased::DistanceBased;

  dp::Rational publication_share(unsigned hop, unsigned last_published) const override {
    return dp::Rational(hop - last_published, 2 * std::uint64_t{options().hops});
  }

  void validate(const Setting& setting) const override {
    DistanceBased::validate(setting);
    if (options().hops < 2) return;  // hop 1 has Laplace noise
    check_ladder_fits(setting, options().threshold.resolve(setting.preferences()), publication_share(2, 1));
  }

 private:
  void publish(PaperRun& run, unsigned hop, dp::Rational share) const override {
    if (hop == 1) {
      publish_with_laplace(run, hop, share);
    } else {
      publish_with_ladder(run, hop, share);
    }
  }
};

bool is_literal(const MechanismOptions& options) {
  return options.reading == Reading::kLiteral && options.hops >= 2;
}

Guarantee duba_lf_guarantee(const MechanismOptions& options) {
  Guarantee guarantee = paper_guarantee(options);
  if (is_literal(options)) {
    guarantee.reason +=
        "; the literal reading also takes the ladder from the true graph (E3) and doubles its share (E4)";
  }
  return guarantee;
}

}  // namespace

MechanismInfo duba_lf_mechanism() {
  std::vector<ParameterInfo> parameters = paper_parameters();
  ParameterInfo reading{
      .name = "reading",
      .values = {},
      .default_value = {},
      .meaning = "literal follows the printed algorithm where it contradicts the proof (E3, E4)",
      .help = "duba-lf: consistent, or literal as printed (E3, E4)",
      .placeholder = "READING"};
  parameters.push_back(choice_row(std::move(reading), &MechanismOptions::reading,
                                  {{"consistent", Reading::kConsistent}, {"literal", Reading::kLiteral}}));
  return {"duba-lf",
          "skips hops that change little and gives their equal shares to the next, ladder noise",
          "Li et al., Algorithms 2 and 3, Theorem 6",
          std::move(parameters),
          duba_lf_guarantee,
          is_literal,
          make_mechanism<DubaLf>};
}

}  // namespace hopveil::mechanism
