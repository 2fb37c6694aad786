// SPDX-License-Identifier: Apache-2.0
#include "cli/release_text.h"

#include <fmt/format.h>

#include "base/decimal.h"
#include "base/harmless_text.h"
#include "release/release_files.h"

namespace hopveil::cli {
namespace {

constexpr const char* kGreen = "\033[32m";
constexpr const char* kYellow = "\033[33m";
constexpr const char* kRed = "\033[1;31m";

std::string painted(const std::string& text, const char* with, bool colour) {
  return colour ? with + text + "\033[0m" : text;
}

const char* colour_of(release::Protection protection) {
  switch (protection) {
    case release::Protection::kProtects:
      return kGreen;
    case release::Protection::kWeak:
      return kYellow;
    case release::Protection::kNone:
      break;
  }
  return kRed;
}

/// Of a status that is not refuted: green is for what is proved and protects.
const char* colour_of(const release::ReleaseFacts& facts) {
  return facts.is_proved_and_protects() ? kGreen : kYellow;
}

std::string counted(std::size_t number, const char* thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

std::string warnings_text(const release::ReleasePlan& plan, const release::ReleaseFacts& facts, bool colour) {
  const std::string warning = painted("WARNING", kRed, colour);
  std::string text;
  if (facts.status.kind == release::StatusKind::kRefuted) {
    text += fmt::format(
        "{}: refuted: {} does not keep its promise with {}: {}.\n"
        "         Whoever gets this table may learn more about single connections than the preferences "
        "allow.\n",
        warning, plan.mechanism().name, counted(plan.request().options.hops, "hop"), facts.status.reason);
  }
  if (facts.ledger && !facts.ledger->refuted_releases.empty()) {
    text += fmt::format(
        "{}: earlier releases of {} ({}) are refuted: what they gave away, no sum of promises bounds.\n",
        warning, harmless(facts.ledger->path), fmt::join(facts.ledger->refuted_releases, ", "));
  }
  for (const std::string& exception : facts.status.exceptions)
    text += fmt::format("{}: {}\n", painted("not covered by the guarantee", kYellow, colour), exception);
  return text;
}

std::string level_text(const release::PromisedLevel& level, bool by_quantile, bool refuted, bool colour) {
  const release::Protection protection = release::protection_at(level.spent);
  const std::string share =
      level.spent == level.preference ? "" : fmt::format(" of {}", level.preference.text());
  const std::string who = by_quantile ? fmt::format("{}% of users have at most this", level.quantile)
                                      : counted(level.users, "user");
  return fmt::format(
      "  epsilon {:<12} {:<32} at most {:<14} {}\n", level.spent.text() + share, who,
      release::belief_text(level.spent),
      painted(release::protection_text(protection), refuted ? kRed : colour_of(protection), colour));
}

std::string ledger_text(const release::ReleaseFacts& facts, bool colour) {
  if (!facts.ledger) {
    return "no ledger: the epsilons of all releases of a network add up, and nothing keeps count "
           "(`hopveil ledger init` does)\n";
  }
  const auto& last = facts.total_promise->levels;
  std::string text = fmt::format("release {} of {}: with those before it, up to {}% of a budget is spent",
                                 facts.ledger->release, harmless(facts.ledger->path),
                                 decimal_text(facts.ledger->most_spent_nanos, 7));
  if (!last.empty()) {
    const release::Protection protection = release::protection_at(last.back().spent);
    text += fmt::format(": 50% becomes at most {} for the largest epsilon ({})",
                        release::belief_text(last.back().spent),
                        painted(release::protection_text(protection), colour_of(protection), colour));
  }
  return text + "\n";
}

}  // namespace

std::string promise_text(const release::Promise& promise, bool refuted, bool colour) {
  std::string text = fmt::format(
      "{}whoever thinks it 50% likely that a connection exists, and reads the table, thinks it then\n",
      refuted ? "promised, but not kept: " : "");
  for (const release::PromisedLevel& level : promise.levels)
    text += level_text(level, promise.by_quantile, refuted, colour);
  return text;
}

std::string release_text(const release::ReleasePlan& plan, const release::Published& published, bool quiet,
                         bool colour) {
  const release::ReleaseFacts& facts = published.facts;
  std::string warnings = warnings_text(plan, facts, colour);
  if (quiet) return warnings;
  std::string text =
      fmt::format("{}: {}, {}; {} holds what is said here\n", harmless(published.table_path),
                  counted(published.counts.rows(), "user"), counted(published.counts.hops(), "hop"),
                  harmless(release::metadata_path(published.table_path)));
  if (facts.reach) {
    text += fmt::format(
        "{}: reach, how many private users are at each hop from each of {}; from the same noisy answers, at "
        "no further charge\n",
        harmless(facts.reach->file), counted(published.counts.reach()->rows(), "public user"));
  }
  if (facts.status.kind != release::StatusKind::kRefuted)
    text += fmt::format("{}: {} ({})\n", painted(facts.status.text(), colour_of(facts), colour),
                        facts.status.statement, facts.status.reason);
  return text + warnings +
         promise_text(facts.promise, facts.status.kind == release::StatusKind::kRefuted, colour) +
         ledger_text(facts, colour);
}

}  // namespace hopveil::cli
