// SPDX-License-Identifier: Apache-2.0
// expect: charge.* private
#include "release/publish.h"

hopveil::ledger::ChargeResult charge(const hopveil::release::ReleasePlan& plan,
                                     hopveil::ledger::Ledger& ledger) {
  return plan.charge(ledger, plan.status(hopveil::release::RowOrder::kId), "elsewhere.csv");
}
