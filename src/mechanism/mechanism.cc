// SPDX-License-Identifier: Apache-2.0
#include "mechanism/mechanism.h"

#include <algorithm>

#include <hopveil/errors.h>

#include "base/check.h"

namespace hopveil::mechanism {

void Mechanism::run_for_objectives(const Setting& setting, Workspace& workspace, RandomSource& random,
                                   std::span<const infer::Objective> objectives, std::span<NoisyTable> out,
                                   BudgetTrace& trace) const {
  check(objectives.size() == 1, "a mechanism without objectives is run for several");
  run(setting, workspace, random, out.front(), trace);
}

std::string status_text(GuaranteeStatus status) {
  switch (status) {
    case GuaranteeStatus::kProved:
      return "proved";
    case GuaranteeStatus::kRefuted:
      return "refuted";
  }
  throw BugError("a guarantee has no status");
}

std::string ppdp_statement() {
  return "P-PDP (Def. 9): graphs that differ in one edge with a private end give any table with "
         "probabilities "
         "within exp(s), s being the budget share times the smaller preference of the edge's private ends";
}

bool has_parameter(const MechanismInfo& mechanism, std::string_view name) {
  return std::ranges::any_of(mechanism.parameters,
                             [&](const ParameterInfo& parameter) { return parameter.name == name; });
}

}  // namespace hopveil::mechanism
