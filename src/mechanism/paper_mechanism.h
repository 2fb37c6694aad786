// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the paper's four mechanisms have in common.

#include "mechanism/steps.h"

namespace hopveil::mechanism {

/// Resolves t, runs `publish_hops`, then the post-processing.
class PaperMechanism : public Mechanism {
 public:
  explicit PaperMechanism(const MechanismOptions& options) : options_(options) {}

  void validate(const Setting& setting) const override;
  void run(const Setting& setting, Workspace& workspace, RandomSource& random, NoisyTable& out,
           BudgetTrace& trace) const override;

 protected:
  const MechanismOptions& options() const { return options_; }

 private:
  /// The smallest share of P that publishing `hop` may get.
  virtual dp::Rational smallest_share(unsigned hop) const = 0;
  virtual void publish_hops(PaperRun& run) const = 0;

  MechanismOptions options_;
};

/// The paper's promise and what became of it: P-PDP, proved for c = 1, refuted for c >= 2 (E1).
Guarantee paper_guarantee(const MechanismOptions& options);

/// For mechanisms whose steps never add up to more than the budget.
bool never_draws_too_much(const MechanismOptions& options);

/// threshold, postprocess, noise; duba-lf adds reading.
std::vector<ParameterInfo> paper_parameters();

/// The `make` of a MechanismInfo.
template <class Kind>
std::unique_ptr<Mechanism> make_mechanism(const MechanismOptions& options) {
  return std::make_unique<Kind>(options);
}

}  // namespace hopveil::mechanism
