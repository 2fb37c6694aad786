// expect: charge.* private
#include "release/publish.h"

hopveil::ChargeResult charge(const hopveil::ReleasePlan& plan, hopveil::Ledger& ledger) {
  return plan.charge(ledger, plan.status(hopveil::RowOrder::kId), "elsewhere.csv");
}
