// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/counts_only_inference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include <hopveil/count.h>

#include "infer/basics/count_everyone.h"
#include "infer/basics/meter.h"
#include "infer/basics/simulated_network.h"
#include "infer/counts_only/answers.h"
#include "infer/counts_only/locality.h"
#include "infer/counts_only/population.h"
#include "infer/counts_only/regions.h"
#include "infer/counts_only/synthetic_graph.h"
#include "infer/counts_only/templates.h"
#include "infer/loss/comparison.h"
#include "infer/loss/tables.h"
#include "infer/reach/reach.h"

namespace hopveil::infer {
namespace {

constexpr std::size_t kFewestGraphs = 4;
constexpr std::size_t kMostGraphs = 8;
/// How far parts of the network are from each other is what the answers say least about: graphs of several
/// kinds keep estimates and intervals honest about that. Taken in turn.
constexpr std::array kBridges{Bridges::kNone, Bridges::kJoined, Bridges::kAsAnswered, Bridges::kJoined};
/// How many of the first synthetic networks are taken as the true one.
constexpr std::size_t kRehearsals = 2;
/// Fewer templates show as well how wrong estimates are.
constexpr std::size_t kLighter = 4;
/// About the share of the learning's time until the first graph; and of all time until the model is learnt,
/// and rehearsed.
constexpr double kFirstGraph = 0.5, kLearnt = 0.2, kRehearsed = 0.6;

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

/// Adds users of a graph. The first graphs are kept.
void add_templates(const SyntheticSetting& setting, std::size_t graph_number, std::size_t wanted,
                   const InferenceOptions& options, Dice& dice, LocalModel& model) {
  const auto users = setting.knowledge.roles().private_users();
  std::vector<Profile> profiles;
  for (std::uint32_t row = 0; row < users.size(); ++row)
    profiles.push_back(setting.population.sample(row, dice));
  Graph graph = synthetic_graph(setting, profiles, kBridges[graph_number % kBridges.size()], dice);
  const std::vector<NodeId> counted =
      counted_public_users(setting.knowledge, setting.network, options.parameters.local.counted_public);
  const double scale = static_cast<double>(setting.network.size()) / static_cast<double>(counted.size());
  const UserRoles roles(graph.num_nodes(), counted);
  const unsigned hops = options.hops + 1, counted_hops = std::min(hops, kMaxHops);
  const ExactCounts counts = count_network(graph, roles, counted_hops, options);
  if (options.reach) {
    model.reach.push_back(reach_in(graph, setting.knowledge.roles(), options.hops,
                                   {.threads = options.threads, .memory_limit = options.memory_limit}));
  }
  const auto count = [&](std::uint32_t row, unsigned hop) {
    if (hop > counted_hops) return std::uint32_t{0};  // no user is farther away
    if (hop > 1)
      return static_cast<std::uint32_t>(std::lround(scale * counts.hop(hop)[roles.row(users[row])]));
    std::uint32_t direct = 0;
    for (std::uint32_t cell = 0; cell < setting.network.num_regions; ++cell)
      direct += setting.population.grid(cell)[profiles[row][cell]];
    return std::min(direct, setting.network.size());
  };
  if (graph_number < kRehearsals) {
    HopRows rows(graph.num_nodes(), options.hops);
    for (std::uint32_t row = 0; row < users.size(); ++row) {
      for (unsigned hop = 1; hop <= options.hops; ++hop)
        rows.of(users[row])[hop - 1] = static_cast<float>(scale * counts.hop(hop)[roles.row(users[row])]);
    }
    model.networks.push_back({std::move(graph), std::move(rows)});
  }
  std::vector<std::uint32_t> rows(users.size());
  std::iota(rows.begin(), rows.end(), 0U);
  dice.shuffle(rows);
  rows.resize(std::min(rows.size(), wanted));
  for (const std::uint32_t row : rows) {
    model.templates.profiles.push_back(profiles[row]);
    for (unsigned hop = 1; hop <= hops; ++hop) model.templates.counts[hop - 1].push_back(count(row, hop));
  }
}

}  // namespace

LocalModel learn_locally(const query::PublicKnowledge& knowledge, query::AnswerSource& source,
                         RandomSource& random, const InferenceOptions& options, const Meter& meter) {
  const PublicNetwork network = public_network(knowledge);
  LocalAnswers answers = ask_locally(knowledge, network, source, options.parameters.design);
  Population population(answers, options.parameters.local);
  LocalModel model{std::move(answers), std::move(population)};
  model.templates.counts.resize(options.hops + 1);
  const std::unique_ptr<RandomSource> of_locality = random.split("locality", 0);
  Dice locality_dice(*of_locality);
  const SyntheticSetting setting{knowledge,
                                 network,
                                 model.answers,
                                 model.population,
                                 popularity_by_label(model.answers, network),
                                 options.parameters.imputation,
                                 options.parameters.local.never_used_up,
                                 links_are_local(knowledge, network, model.population, locality_dice)};
  const std::size_t rows = knowledge.roles().private_users().size();
  const std::size_t wanted = options.parameters.local.templates;
  const std::size_t graphs = std::clamp((wanted + rows - 1) / rows, kFewestGraphs, kMostGraphs);
  for (std::size_t i = 0; i < graphs; ++i) {
    meter.reach(kFirstGraph + (1 - kFirstGraph) * static_cast<double>(i) / static_cast<double>(graphs));
    const std::unique_ptr<RandomSource> own = random.split("synthetic graph", i);
    Dice dice(*own);
    add_templates(setting, i, (wanted + graphs - 1) / graphs, options, dice, model);
  }
  meter.reach(1);
  return model;
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

/// Takes each of the model's networks as the true one, asks it the same questions with simulated noise, and
/// infers again.
Calibration rehearse(const query::PublicKnowledge& knowledge, const LocalModel& model, const SeededRng& rng,
                     const InferenceOptions& options, const Meter& meter) {
  const auto users = knowledge.roles().private_users();
  const Progress silent;
  InferenceOptions light = options;
  light.reach = false;
  light.parameters.local.templates /= kLighter;
  const PathLengthCorrection none;
  std::vector<Records> of_sorts;
  for (const SyntheticNetwork& network : model.networks) {
    const SeededRng own = rng.stream("rehearsal", of_sorts.size());
    SimulatedNetwork answers(network.graph, knowledge, own.stream("answers"));
    SeededRng draws = own.stream("inference");
    const LocalModel again = learn_locally(knowledge, answers, draws, light, Meter(silent));
    Comparison comparison(knowledge, light, none);
    weigh_templates(again.population, again.answers.bands, again.templates, users,
                    Comparison::step(users.size()), options.threads, Meter(silent), comparison);
    of_sorts.emplace_back(model.answers.bands.bands.size(), std::vector<HopRecord>(options.hops));
    comparison.add_to(network.counts, of_sorts.back());
    meter.reach(static_cast<double>(of_sorts.size()) / static_cast<double>(model.networks.size()));
  }
  return calibrate(of_sorts, options);
}

}  // namespace

std::vector<InferredCounts> infer_without_liberals(const query::PublicKnowledge& knowledge,
                                                   query::AnswerSource& source, RandomSource& random,
                                                   const InferenceOptions& options,
                                                   std::span<const Objective> objectives) {
  const UserRoles& roles = knowledge.roles();
  if (roles.private_users().empty() || roles.public_users().empty()) {
    return std::vector(objectives.size(), InferredCounts(roles.private_users().size(), options.hops,
                                                         options.intervals.has_value()));
  }
  const Meter meter(options.progress);
  const LocalModel model = learn_locally(knowledge, source, random, options, meter.part(0, kLearnt));
  const SeededRng rng(random.split("rehearsal", 0)->next_u64());
  const Calibration calibration = rehearse(knowledge, model, rng, options, meter.part(kLearnt, kRehearsed));
  const PathLengthCorrection none;
  Tables writer(knowledge, options, objectives, calibration, none);
  weigh_templates(model.population, model.answers.bands, model.templates, roles.private_users(), 1,
                  options.threads, meter.part(kRehearsed, 1), writer);
  std::vector<InferredCounts> tables = writer.take();
  for (InferredCounts& table : tables) {
    if (!model.population.has_learnt())
      admit_ignorance(static_cast<std::uint32_t>(roles.public_users().size()), table);
    if (options.reach) add_reach(model.reach, options, table);
  }
  return tables;
}

}  // namespace hopveil::infer
