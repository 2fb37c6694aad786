// SPDX-License-Identifier: Apache-2.0
// eli, through the registry like every other mechanism: no violation anywhere, and a bound that shows that
// the audit would have seen one. Bounds come from its noisy answers, where an attacker would look.

#include <gtest/gtest.h>

#include "audit/audit.h"
#include "audit/named_pairs.h"
#include "mechanism/registry.h"

namespace hopveil::audit {
namespace {

std::unique_ptr<mechanism::Mechanism> eli(unsigned hops) {
  mechanism::MechanismOptions options;
  options.hops = hops;
  options.reach = true;  // what the audit finds covers it as well
  return mechanism::find_mechanism("eli").make(options);
}

TEST(EliAudit, ComesWithin30PercentOfThePromise) {
  for (const char* level : {"0.5", "1", "2"}) {
    for (const char* pair_name : {"leaf", "isolated"}) {
      const NeighbouringPair pair = make_named_pair(pair_name, Epsilon::from_text(level));
      const StatisticalResult result = audit_statistically(*eli(pair.hops), pair, {.runs = 24'000});
      EXPECT_GE(result.bound, 0.7 * pair.level()->value()) << pair_name << " at " << level;
      EXPECT_LE(result.bound, pair.level()->value()) << pair_name << " at " << level;
      EXPECT_TRUE(result.from_answers);
    }
  }
}

TEST(EliAudit, ProtectsTheEdgeOfAStrictUserAtTheStrictLevel) {
  const NeighbouringPair pair = make_named_pair("strict-liberal", Epsilon::from_text("1"));
  const StatisticalResult result = audit_statistically(*eli(pair.hops), pair, {.runs = 10'000});
  EXPECT_GE(result.bound, 0.7);
  EXPECT_LE(result.bound, 1);
}

TEST(EliAudit, FindsNoViolationOnAnyPair) {
  AuditOptions options;
  options.subjects = {audit_subjects("eli").front()};
  for (const NamedPair& pair : named_pairs()) {
    options.pairs.push_back(pair.make(pair, Epsilon::from_text("1"), pair.size));
  }
  options.runs = 300;
  options.threads = 1;
  options.small_networks = 0;
  for (const AuditRow& row : run_audit(options).rows) {
    EXPECT_TRUE(row.verdict == AuditVerdict::kNoneFound || !row.promised) << row.pair << ": " << row.reason;
    ASSERT_TRUE(row.played.has_value()) << row.pair;
    if (!row.promised) continue;
    EXPECT_LE(row.played->loss, row.promised->value() + 1e-9) << row.pair;
    EXPECT_TRUE(row.played->keeps_declared()) << row.pair;
  }
}

TEST(EliAudit, KeepsWhatItDeclaresOnAllSmallNetworks) {
  const SweepResult swept = sweep_small_networks(*eli(3), 5, 1);
  EXPECT_TRUE(swept.holds()) << swept.exceeding << " " << swept.leaking << " " << swept.overspending;
  EXPECT_NEAR(swept.worst_loss, 1, 1e-9);
}

}  // namespace
}  // namespace hopveil::audit
