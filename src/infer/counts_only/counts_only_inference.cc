// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/counts_only_inference.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include <hopveil/count.h>

#include "infer/basics/count_everyone.h"
#include "infer/basics/meter.h"
#include "infer/counts_only/answers.h"
#include "infer/counts_only/locality.h"
#include "infer/counts_only/population.h"
#include "infer/counts_only/regions.h"
#include "infer/counts_only/synthetic_graph.h"
#include "infer/counts_only/templates.h"
#include "infer/reach/reach.h"

namespace hopveil::infer {
namespace {

constexpr std::size_t kFewestGraphs = 4;
constexpr std::size_t kMostGraphs = 8;
/// Of this many graphs one has no bridges between regions. How far regions are from each other is what the
/// answers say least about; templates of both kinds keep estimates and intervals honest about that.
constexpr std::size_t kGraphsPerUnbridged = 4;
/// About the shares of the time until the first graph, and until the estimates.
constexpr double kFirstGraph = 0.2;
constexpr double kEstimates = 0.4;

/// Every n-th by number of public neighbours.
std::vector<NodeId> counted_public_users(const query::PublicKnowledge& knowledge,
                                         const PublicNetwork& network, std::size_t at_most) {
  const auto users = knowledge.roles().public_users();
  std::vector<std::uint32_t> order(users.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return network.neighbours[a].size() < network.neighbours[b].size();
  });
  const std::size_t wanted = std::min(at_most, users.size());
  std::vector<NodeId> counted;
  for (std::size_t i = 0; i < wanted; ++i) counted.push_back(users[order[i * users.size() / wanted]]);
  return counted;
}

/// Adds users of a graph; of every kGraphsPerUnbridged one has no bridges.
void add_templates(const SyntheticSetting& setting, std::size_t graph_number, std::size_t wanted,
                   const InferenceOptions& options, Dice& dice, Templates& templates,
                   std::vector<HopRows>& reach) {
  const auto users = setting.knowledge.roles().private_users();
  std::vector<Profile> profiles;
  for (std::uint32_t row = 0; row < users.size(); ++row)
    profiles.push_back(setting.population.sample(row, dice));
  const Bridges bridges = graph_number % kGraphsPerUnbridged == 0 ? Bridges::kNone : Bridges::kAsAnswered;
  const Graph graph = synthetic_graph(setting, profiles, bridges, dice);
  const std::vector<NodeId> counted =
      counted_public_users(setting.knowledge, setting.network, options.parameters.local.counted_public);
  const double scale = static_cast<double>(setting.network.size()) / static_cast<double>(counted.size());
  const UserRoles roles(graph.num_nodes(), counted);
  const unsigned hops = options.hops;
  const ExactCounts counts = count_network(graph, roles, hops, options);
  if (options.reach) {
    reach.push_back(reach_in(graph, setting.knowledge.roles(), options.hops,
                             {.threads = options.threads, .memory_limit = options.memory_limit}));
  }
  std::vector<std::uint32_t> rows(users.size());
  std::iota(rows.begin(), rows.end(), 0U);
  dice.shuffle(rows);
  rows.resize(std::min(rows.size(), wanted));
  for (const std::uint32_t row : rows) {
    templates.profiles.push_back(profiles[row]);
    std::uint32_t direct = 0;
    for (std::uint32_t cell = 0; cell < setting.network.num_regions; ++cell)
      direct += setting.population.grid(cell)[profiles[row][cell]];
    templates.counts[0].push_back(std::min(direct, setting.network.size()));
    for (unsigned hop = 2; hop <= hops; ++hop) {
      const double count = scale * counts.hop(hop)[roles.row(users[row])];
      templates.counts[hop - 1].push_back(static_cast<std::uint32_t>(std::lround(count)));
    }
  }
}

}  // namespace

LocalModel learn_locally(const query::PublicKnowledge& knowledge, query::AnswerSource& source,
                         RandomSource& random, const InferenceOptions& options) {
  const PublicNetwork network = public_network(knowledge);
  LocalAnswers answers = ask_locally(knowledge, network, source, options.parameters.design);
  Population population(answers, options.parameters.local);
  Templates templates;
  std::vector<HopRows> reach;
  templates.counts.resize(options.hops);
  const std::unique_ptr<RandomSource> of_locality = random.split("locality", 0);
  Dice locality_dice(*of_locality);
  const SyntheticSetting setting{knowledge,
                                 network,
                                 answers,
                                 population,
                                 popularity_by_label(answers, network),
                                 options.parameters.imputation,
                                 links_are_local(knowledge, network, population, locality_dice)};
  const std::size_t rows = knowledge.roles().private_users().size();
  const std::size_t wanted = options.parameters.local.templates;
  const std::size_t graphs = std::clamp((wanted + rows - 1) / rows, kFewestGraphs, kMostGraphs);
  const Meter meter(options.progress);
  for (std::size_t i = 0; i < graphs; ++i) {
    meter.reach(kFirstGraph +
                (kEstimates - kFirstGraph) * static_cast<double>(i) / static_cast<double>(graphs));
    const std::unique_ptr<RandomSource> own = random.split("synthetic graph", i);
    Dice dice(*own);
    add_templates(setting, i, (wanted + graphs - 1) / graphs, options, dice, templates, reach);
  }
  meter.reach(kEstimates);
  return {std::move(answers), std::move(population), std::move(templates), std::move(reach)};
}

namespace {

/// Where no answer rises above its noise, any count is possible.
void admit_ignorance(std::uint32_t num_public, InferredCounts& table) {
  for (unsigned hop = 1; hop <= table.hops(); ++hop) {
    std::ranges::fill(table.expected_error(hop),
                      static_cast<float>(num_public) / static_cast<float>(table.hops()));
    if (!table.with_intervals()) continue;
    std::ranges::fill(table.low(hop), 0U);
    std::ranges::fill(table.high(hop), num_public);
  }
}

}  // namespace

InferredCounts estimate_locally(const query::PublicKnowledge& knowledge, const LocalModel& model,
                                const InferenceOptions& options, const Meter& meter) {
  InferredCounts result(knowledge.roles().private_users().size(), options.hops,
                        options.intervals.has_value());
  const auto num_public = static_cast<std::uint32_t>(knowledge.roles().public_users().size());
  estimate_rows(model.population, model.answers.bands, model.templates, num_public, options, meter, result);
  if (!model.population.has_learnt()) admit_ignorance(num_public, result);
  if (options.reach) add_reach(model.reach, options, result);
  return result;
}

std::vector<InferredCounts> infer_without_liberals(const query::PublicKnowledge& knowledge,
                                                   query::AnswerSource& source, RandomSource& random,
                                                   const InferenceOptions& options,
                                                   std::span<const Objective> objectives) {
  const UserRoles& roles = knowledge.roles();
  if (roles.private_users().empty() || roles.public_users().empty()) {
    return std::vector(objectives.size(), InferredCounts(roles.private_users().size(), options.hops,
                                                         options.intervals.has_value()));
  }
  const LocalModel model = learn_locally(knowledge, source, random, options);
  std::vector<InferredCounts> tables;
  InferenceOptions of_table = options;
  const Meter meter = Meter(options.progress).part(kEstimates, 1);
  const double part = 1.0 / static_cast<double>(objectives.size());
  for (const Objective objective : objectives) {
    of_table.objective = objective;
    const double begin = part * static_cast<double>(tables.size());
    tables.push_back(estimate_locally(knowledge, model, of_table, meter.part(begin, begin + part)));
  }
  return tables;
}

}  // namespace hopveil::infer
