#include "cli/release_document.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/version.h"
#include "cli/expected_accuracy.h"
#include "mechanism/option_names.h"

namespace hopveil {
namespace {

constexpr std::size_t kMostBins = 40;

Tone tone_of(GuaranteeStatus status) {
  switch (status) {
    case GuaranteeStatus::kProved:
      return Tone::good;
    case GuaranteeStatus::kClaimed:
      return Tone::partly;
    case GuaranteeStatus::kRefuted:
      return Tone::bad;
  }
  return Tone::neutral;
}

/// Equal bins over the released numbers of one hop.
Histogram hop_histogram(const ReleasedCounts& counts, unsigned hop) {
  Histogram chart;
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
  ChartSeries series;
  series.name = "released";
  series.y.assign(bins, 0);
  for (const std::int64_t value : values) ++series.y[static_cast<std::uint64_t>(value - low) / width];
  for (std::size_t bin = 0; bin <= bins; ++bin)
    chart.edges.push_back(static_cast<double>(low) + static_cast<double>(bin * width) - 0.5);
  chart.series.push_back(std::move(series));
  return chart;
}

ReportSection numbers_section(const ReleasedCounts& counts) {
  ReportSection section{"What was released", "How the released numbers are distributed at each hop.", {}};
  if (counts.rows() == 0) return {"What was released", "There is no private user: the table is empty.", {}};
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) section.items.emplace_back(hop_histogram(counts, hop));
  return section;
}

ReportSection guarantee_section(const ReleasePlan& plan, const ReleaseContext& context) {
  const Guarantee guarantee = plan.guarantee();
  ReportSection section{"What is guaranteed", "", {}};
  Prose words;
  words.heading = "In plain words";
  words.text =
      guarantee.status == GuaranteeStatus::kRefuted
          ? "The mechanism promises that whoever reads the table can hardly tell whether any single "
            "connection "
            "of a private user exists. With this number of hops the promise is known to be broken: " +
                guarantee.reason + "."
          : "Whoever reads the table can hardly tell whether any single connection of a private user exists: "
            "with "
            "and without it, every table is about equally likely. How nearly equally is set by the stricter "
            "of "
            "the connection's private ends: a factor of at most exp(epsilon).";
  words.tone = tone_of(guarantee.status);
  section.items.emplace_back(std::move(words));
  section.items.emplace_back(Prose{
      fmt::format("{} ({}: {})", guarantee.statement, status_text(guarantee.status), guarantee.reason)});
  for (const std::string& choice : context.not_covered)
    section.items.emplace_back(Prose{choice, Tone::partly, "Not covered"});
  return section;
}

ReportSection parameters_section(const ReleasePlan& plan) {
  const ReleaseRequest& request = plan.request();
  ReportTable table;
  table.caption = "Parameters of the release";
  table.columns = {{"Parameter"}, {"Value"}, {"Meaning"}};
  table.rows.push_back({{"mechanism"}, {plan.mechanism().name}, {plan.mechanism().summary}});
  table.rows.push_back({{"hops"}, {fmt::to_string(request.options.hops)}, {"counts at distance 1 to this"}});
  for (const ParameterInfo& parameter : plan.mechanism().parameters) {
    table.rows.push_back(
        {{parameter.name}, {option_text(request.options, parameter.name)}, {parameter.meaning}});
  }
  table.rows.push_back(
      {{"private users"}, {fmt::to_string(request.roles.private_users().size())}, {"have a row"}});
  table.rows.push_back(
      {{"public users"}, {fmt::to_string(request.roles.public_users().size())}, {"are counted"}});
  return {"Parameters", "", {std::move(table)}};
}

ReportSection accuracy_section(const ReleasePlan& plan) {
  const ReleaseRequest& request = plan.request();
  const ExpectedAccuracy expected =
      expected_accuracy(plan.mechanism(), request.options,
                        {request.roles.private_users().size(), request.roles.public_users().size()},
                        plan.preferences_to_spend());
  BarChart chart;
  chart.title = "Mean absolute error on a generated network";
  chart.file_stem = "expected-error";
  chart.x_label = "hop";
  chart.y_label = "MAE";
  for (unsigned hop = 1; hop <= request.options.hops; ++hop) chart.categories.push_back(fmt::to_string(hop));
  for (const ErrorSummary& line : expected.lines) {
    if (line.configuration.mechanism == kHopMedianName) continue;
    ChartSeries series;
    series.name = line.configuration.mechanism;
    series.reference = is_floor(line.configuration);
    for (const ErrorPair& errors : line.by_hop) series.y.push_back(errors.mae.mean);
    chart.series.push_back(std::move(series));
  }
  ReportSection section{
      "How accurate one may expect it to be",
      fmt::format(
          "The errors on the real network cannot be shown: they would tell the truth. This is what the "
          "mechanism does, with these preferences and options, on a generated network of {} users, {} of "
          "them public: public knowledge only. The real errors will differ.",
          expected.users, expected.public_users),
      {}};
  section.items.emplace_back(std::move(chart));
  return section;
}

}  // namespace

ReportDocument release_document(const ReleasePlan& plan, const ReleasedCounts& counts,
                                const ReleaseContext& context) {
  const Guarantee guarantee = plan.guarantee();
  ReportDocument document;
  document.title = "Released connection fingerprint counts";
  document.lead = fmt::format(
      "For each of {} private users, how many of {} public users are 1 to {} hops away, with noise. "
      "Everything on "
      "this page is computed from the released numbers and public knowledge.",
      counts.rows(), plan.request().roles.public_users().size(), counts.hops());
  document.badge = Badge{"guarantee " + status_text(guarantee.status) +
                             (context.not_covered.empty() ? "" : ", with choices that it does not cover"),
                         tone_of(guarantee.status)};
  document.sections = {guarantee_section(plan, context), numbers_section(counts), parameters_section(plan)};
  if (counts.rows() > 0 && !plan.request().roles.public_users().empty())
    document.sections.push_back(accuracy_section(plan));
  document.provenance = {{"program", fmt::format("hopveil {}", kVersion)},
                         {"started", context.started},
                         {"table's SHA-256", context.table_sha256}};
  document.switch_label = "Shown";
  return document;
}

}  // namespace hopveil
