// SPDX-License-Identifier: Apache-2.0
#include "cli/release_document.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/build_info.h"
#include "base/decimal.h"
#include "base/plural.h"
#include "base/version.h"
#include "cli/error_charts.h"
#include "cli/plan_document.h"
#include "cli/plan_text.h"
#include "cli/protection_tone.h"
#include "mechanism/option_names.h"
#include "plan/forecast.h"
#include "release/expected_error.h"

namespace hopveil::cli {
namespace {

constexpr std::size_t kMostBins = 40;

/// What the page's badge judges: all releases of the ledger together, this one alone without a ledger.
const release::Promise& judged_promise(const release::ReleaseFacts& facts) {
  return facts.total_promise ? *facts.total_promise : facts.promise;
}

/// Green is for what is proved and protects.
report::Tone tone_of(const release::ReleaseFacts& facts) {
  if (facts.is_proved_and_protects()) return report::Tone::good;
  if (facts.status.kind == release::StatusKind::kRefuted ||
      judged_promise(facts).weakest() == release::Protection::kNone)
    return report::Tone::bad;
  return report::Tone::partly;
}

report::Badge badge_of(const release::ReleaseFacts& facts) {
  const release::Promise& promise = judged_promise(facts);
  std::string text = facts.status.text();
  if (facts.status.kind != release::StatusKind::kRefuted && !promise.levels.empty()) {
    const bool alike = release::protection_at(promise.levels.front().spent) == promise.weakest();
    text += "; " + release::protection_text(promise.weakest()) + (alike ? "" : " for some users");
  }
  return {text, tone_of(facts)};
}

/// Equal bins over the released numbers of one hop.
report::Histogram hop_histogram(const release::ReleasedCounts& counts, unsigned hop) {
  report::Histogram chart;
  chart.title = fmt::format("Hop {}: released counts", hop);
  chart.file_stem = fmt::format("hop-{}", hop);
  chart.x_label = fmt::format("public users exactly {} {} away", hop, hop == 1 ? "hop" : "hops");
  chart.y_label = "private users";
  if (counts.source_of(hop) != hop)
    chart.caption = fmt::format("Not published on its own: repeats hop {}.", counts.source_of(hop));
  const auto values = counts.hop(hop);
  const auto [low, high] = std::ranges::minmax(values);
  const auto range = static_cast<std::uint64_t>(high - low) + 1;
  const std::uint64_t width = range / kMostBins + (range % kMostBins != 0 ? 1 : 0);
  const std::size_t bins = static_cast<std::size_t>((range + width - 1) / width);
  report::ChartSeries series;
  series.name = "released";
  series.y.assign(bins, 0);
  for (const std::int64_t value : values) ++series.y[static_cast<std::uint64_t>(value - low) / width];
  for (std::size_t bin = 0; bin <= bins; ++bin)
    chart.edges.push_back(static_cast<double>(low) + static_cast<double>(bin * width) - 0.5);
  chart.series.push_back(std::move(series));
  return chart;
}

/// By hop: whether the table expects an error as large as its mean count, which is about the error of zeros.
std::vector<bool> no_better_than_zeros(const std::vector<release::ExpectedGroupError>& errors,
                                       const release::ReleasedCounts& counts) {
  std::vector<bool> poor;
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    double error = 0;
    for (const release::ExpectedGroupError& group : errors)
      error += static_cast<double>(group.users) * std::stod(group.by_hop.at(hop - 1));
    double sum = 0;
    for (const std::int64_t count : counts.hop(hop)) sum += static_cast<double>(count);
    poor.push_back(error >= plan::kNoBetterThanZeros * sum);
  }
  return poor;
}

void add_expected_errors(const std::vector<release::ExpectedGroupError>& errors,
                         const release::ReleasedCounts& counts, report::ReportSection& section) {
  report::ReportTable table;
  table.caption =
      "How accurate the table expects to be: mean absolute error, estimated from the noisy answers alone";
  table.columns = {{"Epsilon", report::Align::right}, {"Users", report::Align::right}};
  for (unsigned hop = 1; hop <= counts.hops(); ++hop)
    table.columns.push_back({fmt::format("Hop {}", hop), report::Align::right});
  for (const release::ExpectedGroupError& error : errors) {
    table.rows.push_back({{error.epsilon}, {fmt::to_string(error.users)}});
    for (const std::string& mean : error.by_hop) table.rows.back().push_back({mean});
  }
  section.items.emplace_back(std::move(table));
}

report::ReportSection numbers_section(const release::ReleasedCounts& counts) {
  report::ReportSection section{"The released numbers", "How they are distributed at each hop.", {}};
  if (counts.rows() == 0) return {section.heading, "There is no private user: the table is empty.", {}};
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) section.items.emplace_back(hop_histogram(counts, hop));
  return section;
}

/// The table in numbers, and what the weakest of its promises comes to.
report::ReportSection content_section(const release::ReleasePlan& plan, const release::ReleasedCounts& counts,
                                      const release::ReleaseFacts& facts) {
  report::ReportSection section{"What is in it", "", {}};
  report::KeyFigures figures;
  figures.figures = {
      {"private users", fmt::to_string(counts.rows()), "a row each"},
      {"public users", fmt::to_string(plan.request().roles.public_users().size()), "are counted"},
      {"hops", fmt::to_string(counts.hops()), "a column each"}};
  if (const release::Promise& promise = judged_promise(facts); !promise.levels.empty()) {
    const Epsilon largest = promise.levels.back().spent;
    figures.figures.push_back({"50% becomes at most", release::belief_text(largest),
                               fmt::format("for the largest epsilon, {}", largest.text()),
                               facts.status.kind == release::StatusKind::kRefuted
                                   ? report::Tone::bad
                                   : tone_of_protection(promise.weakest())});
  }
  section.items.emplace_back(std::move(figures));
  if (facts.reach) {
    section.items.emplace_back(report::Prose{
        fmt::format("A second table, {}, has the reach of each public user: how many private users are "
                    "at each hop from it. It is made from the same noisy answers and covered by the "
                    "same promise.",
                    facts.reach->file)});
  }
  return section;
}

report::ReportSection verify_section(const std::string& table, const release::ReleaseFacts& facts) {
  std::string text = fmt::format("hopveil verify {}", table);
  if (facts.ledger) text += " --ledger LEDGER";
  return {"How to verify",
          "Whether table, metadata, signature and ledger belong together, and what was promised. It opens no "
          "network, and whoever has the table and the metadata file beside it can run it.",
          {report::Command{text}}};
}

/// What that comes to for the users with the largest epsilon.
std::string strength_text(const release::Promise& promise, bool is_total) {
  if (promise.levels.empty()) return "There is no private user.";
  const Epsilon largest = promise.levels.back().spent;
  const std::string belief =
      fmt::format("{} (the largest epsilon{}: {})", release::belief_text(largest),
                  is_total ? " of all releases of the ledger together" : "", largest.text());
  switch (promise.weakest()) {
    case release::Protection::kProtects:
      return fmt::format("Here that is at most {}, so that a reader stays in doubt about every single one.",
                         belief);
    case release::Protection::kWeak:
      return fmt::format("Here that is up to {}: weak protection for those users.", belief);
    case release::Protection::kNone:
      return fmt::format(
          "Here that is up to {}: for those users a reader can be as good as certain, and the table is in "
          "effect not protected.",
          belief);
  }
  return "";
}

report::Prose plain_words(const release::ReleaseFacts& facts) {
  report::Prose words;
  words.heading = "In plain words";
  words.tone = tone_of(facts);
  words.text =
      "How much a reader of the table can learn about any single connection of a private user is bounded by "
      "epsilon, the user's preference: a belief of 50% that the connection exists becomes, after reading, at "
      "most e^epsilon / (1 + e^epsilon). Of a connection between two private users the stricter preference "
      "counts. " +
      strength_text(judged_promise(facts), facts.total_promise.has_value());
  if (facts.status.kind == release::StatusKind::kRefuted) {
    words.text =
        "The table below says what was promised. With this mechanism and number of hops the promise "
        "is known to be broken: " +
        facts.status.reason + ".";
  }
  return words;
}

report::ReportTable levels_table(const release::ReleaseFacts& facts, const release::Promise& promise,
                                 const std::string& caption) {
  report::ReportTable table;
  table.caption = caption;
  table.columns = {{"Preference", report::Align::right},
                   {"That is"},
                   {"50% becomes at most", report::Align::right},
                   {"Epsilon", report::Align::right},
                   {promise.by_quantile ? "Users with at most this" : "Users", report::Align::right}};
  const bool kept = facts.status.kind != release::StatusKind::kRefuted;
  for (const release::PromisedLevel& level : promise.levels) {
    const release::Protection protection = release::protection_at(level.spent);
    table.rows.push_back(
        {{level.preference.text()},
         {kept ? release::protection_text(protection) : "promised, not kept",
          kept ? tone_of_protection(protection) : report::Tone::bad},
         {release::belief_text(level.spent)},
         {level.spent.text()},
         {promise.by_quantile ? fmt::format("{}%", level.quantile) : fmt::to_string(level.users)}});
  }
  return table;
}

void add_total(const release::ReleaseFacts& facts, report::ReportSection& section) {
  if (!facts.ledger) {
    section.items.emplace_back(report::Prose{
        "The epsilons of all releases of a network add up. No ledger was charged for this one, so that "
        "nothing here knows of others."});
    return;
  }
  section.items.emplace_back(levels_table(
      facts, *facts.total_promise,
      fmt::format("All releases of the ledger together: this is its release {}, and up to {}% of a budget is "
                  "spent",
                  facts.ledger->release, decimal_text(facts.ledger->most_spent_nanos, 7))));
  if (facts.ledger->refuted_releases.empty()) return;
  section.items.emplace_back(report::Prose{
      fmt::format("Earlier releases of the same ledger ({}) are refuted: what they gave away, no sum of "
                  "promises bounds.",
                  fmt::join(facts.ledger->refuted_releases, ", ")),
      report::Tone::bad, "Refuted releases"});
}

report::ReportSection guarantee_section(const release::ReleaseFacts& facts) {
  report::ReportSection section{"What it promises", "", {}};
  section.items.emplace_back(plain_words(facts));
  if (!facts.promise.levels.empty())
    section.items.emplace_back(levels_table(facts, facts.promise, "What this release promises to whom"));
  add_total(facts, section);
  section.items.emplace_back(report::Prose{
      fmt::format("{} ({}: {})", facts.status.statement, facts.status.text(), facts.status.reason)});
  for (const std::string& exception : facts.status.exceptions)
    section.items.emplace_back(report::Prose{exception, report::Tone::partly, "Not covered"});
  return section;
}

report::ReportSection not_promised_section() {
  std::string text;
  for (const std::string& sentence : release::what_is_not_protected())
    text += fmt::format("{}• {}.", text.empty() ? "" : "\n\n", sentence);
  return {
      "What is not promised", "No epsilon above bounds what a reader learns about", {report::Prose{text}}};
}

report::ReportSection parameters_section(const release::ReleasePlan& plan) {
  const release::ReleaseRequest& request = plan.request();
  report::ReportTable table;
  table.caption = "Parameters of the release";
  table.columns = {{"Parameter"}, {"Value"}, {"Meaning"}};
  table.rows.push_back({{"mechanism"}, {plan.mechanism().name}, {plan.mechanism().summary}});
  table.rows.push_back({{"hops"}, {fmt::to_string(request.options.hops)}, {"counts at distance 1 to this"}});
  for (const mechanism::ParameterInfo& parameter : plan.mechanism().parameters) {
    table.rows.push_back(
        {{parameter.name}, {mechanism::option_text(request.options, parameter.name)}, {parameter.meaning}});
  }
  table.rows.push_back(
      {{"private users"}, {fmt::to_string(request.roles.private_users().size())}, {"have a row"}});
  table.rows.push_back(
      {{"public users"}, {fmt::to_string(request.roles.public_users().size())}, {"are counted"}});
  return {"Parameters", "", {std::move(table)}};
}

report::ReportSection accuracy_section(const release::ReleasePlan& plan,
                                       const release::ReleasedCounts& counts, const Progress& progress) {
  const release::ReleaseRequest& request = plan.request();
  const plan::Forecast expected =
      plan::forecast({plan::public_facts(request.graph, request.roles), plan.preferences_to_spend(),
                      request.mechanism, request.options},
                     plan::Detail::quick(), request.counting.threads, progress);
  report::ReportSection section{
      "What to expect",
      "The errors on the real network cannot be shown: they would give away the truth. "
      "This is what the mechanism "
      "does, with these preferences and options, on small generated networks, scaled to "
      "the real numbers of users: "
      "public knowledge only. MAE is the mean absolute error of a published count.",
      {}};
  // What the answers say of this network is better than what other networks say; not every mechanism has it.
  const std::vector<release::ExpectedGroupError> errors = release::expected_errors(plan, counts);
  if (!errors.empty()) add_expected_errors(errors, counts, section);
  section.items.emplace_back(forecast_chart(expected, request.mechanism));
  const std::vector<bool> no_better =
      errors.empty() ? expected.no_better_than_zeros : no_better_than_zeros(errors, counts);
  if (const std::string poor = poor_hops_text(no_better); !poor.empty())
    section.items.emplace_back(report::Prose{poor, report::Tone::partly, "Little to be had"});
  section.items.emplace_back(forecast_table(expected));
  return section;
}

}  // namespace

report::ReportDocument release_document(const release::ReleasePlan& plan,
                                        const release::ReleasedCounts& counts,
                                        const release::ReleaseFacts& facts, const std::string& table,
                                        const Progress& progress) {
  report::ReportDocument document;
  document.title = "Released connection fingerprint counts: " + table;
  document.lead = fmt::format(
      "For each of {}, how many of {} are {} away, with noise. Everything on this page is computed from the "
      "released numbers and public knowledge.",
      plural(counts.rows(), "private user"),
      plural(plan.request().roles.public_users().size(), "public user"),
      counts.hops() == 1 ? "1 hop" : fmt::format("1 to {} hops", counts.hops()));
  document.badge = badge_of(facts);
  document.sections = {content_section(plan, counts, facts), guarantee_section(facts)};
  if (counts.rows() > 0 && !plan.request().roles.public_users().empty())
    document.sections.push_back(accuracy_section(plan, counts, progress));
  document.sections.push_back(not_promised_section());
  document.sections.push_back(verify_section(table, facts));
  document.sections.push_back(numbers_section(counts));
  document.sections.push_back(parameters_section(plan));
  document.provenance = {{"program", fmt::format("hopveil {} ({})", kVersion, build_commit())},
                         {"started", facts.started},
                         {"table's SHA-256", facts.table_sha256}};
  document.palette = mechanism_palette();
  document.switch_label = "Shown";
  return document;
}

}  // namespace hopveil::cli
