// SPDX-License-Identifier: Apache-2.0
// ELI: edge-local queries + inference. docs/mechanisms/eli.md has the theorem and its proof.
//
// Nothing here sees a protected edge but QueryLayer, whose every answer is touched by one edge in one number.
// The rest is post-processing of its answers and of public knowledge.

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/stop.h"
#include "infer/infer_counts.h"
#include "infer/registry.h"
#include "mechanism/mechanism.h"
#include "mechanism/option_row.h"
#include "mechanism/registry.h"
#include "query/query_layer.h"

namespace hopveil::mechanism {
namespace {

/// Writes every question that is answered into the trace.
class TracedAnswers final : public query::AnswerSource {
 public:
  TracedAnswers(query::AnswerSource& answers, BudgetTrace& trace) : answers_(answers), trace_(trace) {}

  query::NoisyCounts ask(const query::CountQuestion& question) override {
    stop_if_asked();
    query::NoisyCounts noisy = answers_.ask(question);
    trace_.push_back({BudgetStep::Kind::kCounts, 0, question.share});
    return noisy;
  }
  query::NoisyEdges ask(const query::PairQuestion& question) override {
    stop_if_asked();
    query::NoisyEdges noisy = answers_.ask(question);
    trace_.push_back({BudgetStep::Kind::kPairs, 0, question.share});
    return noisy;
  }

 private:
  query::AnswerSource& answers_;
  BudgetTrace& trace_;
};

void fill_counts(infer::InferredCounts& counts, NoisyTable& out) {
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    std::ranges::copy(counts.hop(hop), out.hop(hop).begin());
    if (!counts.with_intervals()) continue;
    std::ranges::copy(counts.low(hop), out.low(hop).begin());
    std::ranges::copy(counts.high(hop), out.high(hop).begin());
  }
}

void fill_table(infer::InferredCounts& counts, NoisyTable& out) {
  fill_counts(counts, out);
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) out.set_expected_error(hop, counts.expected_error(hop));
  if (infer::InferredCounts* const reach = counts.reach()) fill_counts(*reach, *out.reach());
}

class Eli final : public Mechanism {
 public:
  explicit Eli(const MechanismOptions& options) : options_(options) {}

  /// Every preference and every number of hops will do: the smallest preference, 1e-9, gives noise that fits.
  void validate(const Setting&) const override {}

  void run(const Setting& setting, Workspace& workspace, RandomSource& random, NoisyTable& out,
           BudgetTrace& trace) const override {
    run_for_objectives(setting, workspace, random, {&options_.objective, 1}, {&out, 1}, trace);
  }

  void run_for_objectives(const Setting& setting, Workspace& workspace, RandomSource& random,
                          std::span<const infer::Objective> objectives, std::span<NoisyTable> out,
                          BudgetTrace& trace) const override {
    for (NoisyTable& table : out) {
      table.reset(setting.num_private(), options_.hops, 0, options_.intervals.has_value());
      if (options_.reach) table.add_reach(setting.num_public());
    }
    trace.clear();
    // Without a private user there is no row, and without a public one every count is known to be 0.
    if (setting.num_private() == 0 || setting.num_public() == 0) return;
    stop_if_asked();
    const unsigned threads = workspace.counting().threads;
    const query::PublicKnowledge knowledge(setting.graph(), setting.roles(), setting.preferences());
    const std::uint64_t run = random.next_u64();  // so that a second run with one source is another one
    const auto query_random = random.split("eli queries", run);
    const auto inference_random = random.split("eli inference", run);
    const std::unique_ptr<query::EdgeSource> edges =
        workspace.edge_source() ? workspace.edge_source()(knowledge)
                                : std::make_unique<query::GraphEdges>(setting.graph(), knowledge);
    query::QueryLayer layer(*edges, knowledge, *query_random, threads, workspace.observer());
    TracedAnswers answers(layer, trace);
    const infer::InferenceChoice choice = options_.inference ? *options_.inference : infer::InferenceChoice{};
    std::vector<infer::InferredCounts> tables =
        infer::infer_for_objectives(knowledge, answers, *inference_random,
                                    {.hops = options_.hops,
                                     .reach = options_.reach,
                                     .intervals = options_.intervals,
                                     .threads = threads,
                                     .memory_limit = workspace.counting().memory_limit,
                                     .network_counter = workspace.network_counter(),
                                     .progress = workspace.progress(),
                                     .parameters = choice.parameters},
                                    objectives, *choice.inference->infer);
    edges->check_unchanged();
    for (std::size_t i = 0; i < tables.size(); ++i) fill_table(tables[i], out[i]);
  }

 private:
  MechanismOptions options_;
};

Guarantee eli_guarantee(const MechanismOptions&) {
  return {
      ppdp_statement(), GuaranteeStatus::kProved,
      "docs/mechanisms/eli.md: every question is touched by one edge in one number, whose noise is set by "
      "the edge's level; all else is computed from the noisy answers"};
}

bool never_draws_too_much(const MechanismOptions&) {
  return false;  // QueryLayer refuses to
}

ParameterInfo optimise_row() {
  return choice_row({.name = "optimise",
                     .values = {},
                     .default_value = {},
                     .meaning = "which error the counts keep small: the difference, or the difference "
                                "relative to the true count",
                     .help = "eli: keep the absolute or the relative error small",
                     .placeholder = "ERROR",
                     .label = "-"},
                    &MechanismOptions::objective,
                    {{"absolute", infer::Objective::kAbsolute}, {"relative", infer::Objective::kRelative}});
}

constexpr const char* kNoIntervals = "none";

/// "none", or a whole number of percent from 1 to 99, with or without %.
std::optional<unsigned> parse_intervals(std::string_view text) {
  if (text == kNoIntervals) return std::nullopt;
  const std::string_view number = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
  unsigned percent = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), percent);
  if (error != std::errc() || end != number.data() + number.size() || percent < 1 || percent > 99) {
    throw InputError(fmt::format("--intervals \"{}\" is not a number of percent", text),
                     "give a whole number from 1 to 99, such as 90 or 90%, or none");
  }
  return percent;
}

ParameterInfo intervals_row() {
  return {.name = "intervals",
          .values = "PERCENT|none",
          .default_value = kNoIntervals,
          .meaning = "adds hop_k_low and hop_k_high, meant to hold the true count that often",
          .help =
              "eli: add the columns hop_k_low, hop_k_high, meant to hold the true count in this many "
              "percent of cases",
          .placeholder = "PERCENT",
          .parse = [](MechanismOptions& options,
                      std::string_view text) { options.intervals = parse_intervals(text); },
          .print =
              [](const MechanismOptions& options) {
                return options.intervals ? std::to_string(*options.intervals) : std::string(kNoIntervals);
              }};
}

}  // namespace

MechanismInfo eli_mechanism() {
  return {.name = "eli",
          .summary =
              "asks only what one edge changes in one number, and infers the far hops from the noisy answers",
          .source = "hopveil, docs/mechanisms/eli.md",
          .parameters = {optimise_row(), intervals_row()},
          .guarantee = eli_guarantee,
          .draws_more_than_its_share = never_draws_too_much,
          .make = [](const MechanismOptions& options) -> std::unique_ptr<Mechanism> {
            return std::make_unique<Eli>(options);
          },
          .serves_fewer_hops = true,
          .counts_the_network = false,
          .infers_reach = true};
}

}  // namespace hopveil::mechanism
