// SPDX-License-Identifier: Apache-2.0
#include "cli/audit_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "audit/named_pairs.h"
#include "base/plural.h"

namespace hopveil::cli {
namespace {

const char* colour_of(audit::AuditVerdict verdict) {
  switch (verdict) {
    case audit::AuditVerdict::kViolation:
      return "\033[1;31m";
    case audit::AuditVerdict::kNoneFound:
      return "\033[90m";  // grey: finding nothing is no success
    case audit::AuditVerdict::kInconclusive:
      return "\033[33m";
    case audit::AuditVerdict::kNotPromised:
      return "\033[2m";
  }
  return "";
}

std::string painted(const std::string& text, const char* colour, bool colours) {
  return colours ? colour + text + "\033[0m" : text;
}

std::string promised_text(const audit::AuditRow& row) {
  return row.promised ? epsilon_text(row.promised->value()) : "-";
}

/// A violation says why, an inconclusive row what is missing.
std::string verdict_and_reason(const audit::AuditRow& row, bool colours) {
  const std::string verdict =
      painted(audit::audit_verdict_text(row.verdict), colour_of(row.verdict), colours);
  return row.reason.empty() ? verdict : verdict + ": " + row.reason;
}

std::string rows_text(const audit::AuditResult& result, bool colours) {
  std::string text = fmt::format("{:<20} {:<15} {:>4}  {:>8}  {:>8}  {:>7}  {}\n", "mechanism", "pair",
                                 "hops", "promised", "at least", "exactly", "verdict");
  std::string subject;
  for (const audit::AuditRow& row : result.rows) {
    text += fmt::format("{:<20} {:<15} {:>4}  {:>8}  {:>8}  {:>7}  {}\n",
                        row.subject == subject ? "" : row.subject, row.pair, row.hops, promised_text(row),
                        epsilon_text(row.statistical.bound), epsilon_text(row.exact),
                        verdict_and_reason(row, colours));
    subject = row.subject;
  }
  return text;
}

std::string sweeps_text(const audit::AuditResult& result, bool colours) {
  if (result.sweeps.empty()) return "";
  std::string text =
      fmt::format("\nPlay-back on {}: does one edge move a noisy step further than it declares?\n",
                  result.sweeps.front().result.what);
  for (const audit::AuditSweep& sweep : result.sweeps) {
    const audit::SweepResult& swept = sweep.result;
    const bool holds = swept.holds();
    const std::string verdict = holds ? painted("never", colour_of(audit::AuditVerdict::kNoneFound), colours)
                                      : painted("yes", colour_of(audit::AuditVerdict::kViolation), colours);
    text += fmt::format("{:<20} {}, {}: {}", sweep.subject, plural(sweep.hops, "hop"),
                        plural(swept.pairs, "pair"), verdict);
    if (swept.leaking > 0) text += fmt::format("; something exact gets past the noise on {}", swept.leaking);
    if (swept.exceeding > 0) {
      text += fmt::format("; on {} of them, worst \"{}\": {:g}, declared {:g}", swept.exceeding,
                          swept.worst_step.name, swept.worst_step.change, swept.worst_step.declared);
    }
    if (swept.overspending > 0) {
      text += fmt::format("; the steps lose up to {:.3g} times the edge's level", swept.worst_loss);
    }
    text += "\n";
  }
  return text;
}

std::string layer_text(const audit::AuditResult& result, bool colours) {
  if (result.layer.empty()) return "";
  std::string text =
      "\nThe layer that answers eli's questions, from outside, on a large network: is its noise as wide as "
      "promised, and does one edge move one number by one?\n";
  std::size_t failed = 0;
  for (const audit::LayerCheck& check : result.layer) {
    if (check.holds()) continue;
    ++failed;
    text +=
        painted(fmt::format("{}: noise for at least {:.3g} where {:.3g} is promised, {} of {} edges move "
                            "something else\n",
                            check.what, check.noise.at_least, check.noise.said, check.strays, check.edges),
                colour_of(audit::AuditVerdict::kViolation), colours);
  }
  return text + fmt::format("{} of {} checks hold\n", result.layer.size() - failed, result.layer.size());
}

std::string not_looked_at_text(const audit::AuditResult& result) {
  std::string text = "Not looked at:\n";
  for (const std::string& thing : result.not_looked_at) text += "- " + thing + "\n";
  return text;
}

std::string summary_text(const audit::AuditResult& result, bool colours) {
  std::string text = fmt::format("\n{:<20} {:<15} {:>8}  {:>8}  {}\n", "in short", "worst pair", "promised",
                                 "at least", "verdict");
  for (const SubjectSummary& summary : subject_summaries(result)) {
    const audit::AuditRow& row = *summary.worst;
    text +=
        fmt::format("{:<20} {:<15} {:>8}  {:>8}  {}", row.subject, row.pair, promised_text(row),
                    epsilon_text(row.statistical.bound),
                    painted(audit::audit_verdict_text(summary.verdict), colour_of(summary.verdict), colours));
    text += summary.verdict == row.verdict ? "\n" : fmt::format(": {}\n", summary.reason);
  }
  return text;
}

std::string growth_text(const audit::AuditResult& result) {
  if (result.growth.empty()) return "";
  std::string text =
      "\nHow epsilon grows with the hub (at least / exactly)\n" + fmt::format("{:<20}", "friends");
  for (const unsigned friends : result.growth.front().friends) text += fmt::format(" {:>15}", friends);
  for (const audit::HubGrowth& growth : result.growth) {
    text += fmt::format("\n{:<20}", growth.subject);
    for (std::size_t i = 0; i < growth.friends.size(); ++i) {
      text += fmt::format(
          " {:>15}", fmt::format("{} / {}", epsilon_text(growth.bounds[i]), epsilon_text(growth.exact[i])));
    }
  }
  return text + "\n";
}

std::string closing_text(const audit::AuditResult& result) {
  std::string text = fmt::format(
      "\nAll bounds hold together with {:g}% confidence (seed {}). An audit can refute a promise; finding "
      "nothing does not prove it.\n",
      100 * result.confidence, result.seed);
  if (result.any_inconclusive()) {
    text += "Inconclusive rows have not passed: give them more --time or --runs, or a smaller --epsilon.\n";
  }
  return text;
}

/// Orders rows by how much they say.
double weight(const audit::AuditRow& row) {
  const double promised = row.promised ? row.promised->value() : 1e18;
  const double share = std::max(row.statistical.bound, row.exact.value_or(0) * 1e-6) / promised;
  switch (row.verdict) {
    case audit::AuditVerdict::kViolation:
      return 3e6 + std::min(share, 1e5);
    case audit::AuditVerdict::kInconclusive:
      return 1e6 + std::min(share, 1e5);
    case audit::AuditVerdict::kNoneFound:
      return std::min(share, 1e5);
    case audit::AuditVerdict::kNotPromised:
      return -1;
  }
  return -1;
}

}  // namespace

std::string epsilon_text(const std::optional<double>& epsilon) {
  return epsilon ? fmt::format("{:.3g}", *epsilon) : "-";
}

namespace {

std::vector<const audit::AuditRow*> worst_rows(const audit::AuditResult& result) {
  std::vector<const audit::AuditRow*> worst;
  for (const audit::AuditRow& row : result.rows) {
    if (worst.empty() || worst.back()->subject != row.subject) {
      worst.push_back(&row);
    } else if (weight(row) > weight(*worst.back())) {
      worst.back() = &row;
    }
  }
  return worst;
}

/// "play-back on all networks of up to 4 users: "noise of hop 2" moves by 3, declared 1"
std::string sweep_reason(const audit::SweepResult& swept) {
  const std::string where = "play-back on " + swept.what;
  if (swept.exceeding > 0) {
    return fmt::format("{}: \"{}\" moves by {:g}, declared {:g}", where, swept.worst_step.name,
                       swept.worst_step.change, swept.worst_step.declared);
  }
  if (swept.leaking > 0) return where + ": something exact gets past the noise";
  return fmt::format("{}: the steps lose up to {:.3g} times the edge's level", where, swept.worst_loss);
}

}  // namespace

std::vector<SubjectSummary> subject_summaries(const audit::AuditResult& result) {
  std::vector<SubjectSummary> summaries;
  for (const audit::AuditRow* row : worst_rows(result)) {
    SubjectSummary summary{row, row->verdict, row->reason};
    for (const audit::AuditSweep& sweep : result.sweeps) {
      const bool adds = summary.verdict != audit::AuditVerdict::kViolation && !sweep.result.holds();
      if (sweep.subject != row->subject || !adds) continue;
      summary.verdict = audit::AuditVerdict::kViolation;
      summary.reason = sweep_reason(sweep.result);
    }
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

std::string audit_text(const audit::AuditResult& result, const AuditView& view) {
  const std::string warning =
      view.of_given_network
          ? painted(kAuditNotPrivate, colour_of(audit::AuditVerdict::kViolation), view.colours) + "\n\n"
          : "";
  return warning + rows_text(result, view.colours) + sweeps_text(result, view.colours) +
         layer_text(result, view.colours) + growth_text(result) + summary_text(result, view.colours) +
         closing_text(result) + not_looked_at_text(result);
}

std::string pairs_text() {
  std::string text = "(x) is a public user, letters are private ones, === is the edge that differs.\n";
  for (const audit::NamedPair& pair : audit::named_pairs()) {
    text += fmt::format("\n{}: {}\n\n", pair.name, pair.summary);
    std::string_view rest = pair.drawing;
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      text += fmt::format("    {}\n", rest.substr(0, end));
      rest.remove_prefix(end + 1);
    }
  }
  return text;
}

}  // namespace hopveil::cli
