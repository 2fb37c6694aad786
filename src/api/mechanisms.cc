// SPDX-License-Identifier: Apache-2.0
#include <hopveil/mechanisms.h>

#include "mechanism/registry.h"

namespace hopveil {

std::vector<MechanismSummary> mechanism_summaries() {
  std::vector<MechanismSummary> summaries;
  for (const mechanism::MechanismInfo& info : mechanism::mechanisms()) {
    const mechanism::Guarantee guarantee = info.guarantee(mechanism::MechanismOptions{});
    MechanismSummary& summary = summaries.emplace_back();
    summary.name = info.name;
    summary.summary = info.summary;
    summary.source = info.source;
    for (const mechanism::ParameterInfo& option : info.parameters) {
      summary.options.push_back(
          {option.name, option.values, option.default_value, option.meaning, option.choices});
    }
    summary.promise = guarantee.statement;
    summary.status = mechanism::status_text(guarantee.status);
  }
  return summaries;
}

}  // namespace hopveil
