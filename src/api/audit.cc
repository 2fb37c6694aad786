// SPDX-License-Identifier: Apache-2.0
#include "audit/audit.h"

#include <cmath>

#include <fmt/format.h>

#include <hopveil/audit.h>
#include <hopveil/errors.h>

#include "audit/named_pairs.h"

namespace hopveil {

AuditReport audit_mechanism(const AuditSettings& settings) {
  if (settings.runs == 0U) throw InputError("an audit of 0 runs is asked for", "at least one run is needed");
  if (!settings.runs && !(settings.seconds > 0 && std::isfinite(settings.seconds)))
    throw InputError(fmt::format("an audit of {} seconds is asked for", settings.seconds),
                     "give more than 0");
  audit::AuditOptions options;
  options.subjects = audit::audit_subjects(settings.mechanism);
  for (const audit::NamedPair& pair : audit::named_pairs())
    options.pairs.push_back(pair.make(pair, settings.level, pair.size));
  options.growth_level = settings.level;
  options.runs = settings.runs;
  options.seconds = settings.seconds;
  options.seed = settings.seed;
  options.threads = settings.threads;
  options.progress = settings.progress;
  options.stop = settings.stop;
  const audit::AuditResult result = audit::run_audit(options);

  AuditReport report;
  report.verdict = result.any_violation()      ? "violation"
                   : result.any_inconclusive() ? "inconclusive"
                                               : "none found";
  for (const audit::AuditRow& row : result.rows) {
    AuditLine& line = report.lines.emplace_back();
    line.subject = row.subject;
    line.pair = row.pair;
    line.hops = row.hops;
    if (row.promised) line.promised = row.promised->value();
    line.bound = row.statistical.bound;
    line.verdict = audit::audit_verdict_text(row.verdict);
    line.reason = row.reason;
  }
  return report;
}

}  // namespace hopveil
