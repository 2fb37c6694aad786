#include "infer/local_inference.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <hopveil/count.h>

#include "infer/local_answers.h"
#include "infer/local_graph.h"
#include "infer/local_population.h"
#include "infer/local_regions.h"
#include "infer/local_templates.h"

namespace hopveil {
namespace {

constexpr std::size_t kTemplates = 4096;
constexpr std::size_t kFewestGraphs = 2;
constexpr std::size_t kMostGraphs = 8;
/// Public users to count on; every n-th by number of public neighbours.
constexpr std::size_t kCountedPublic = 256;

std::vector<NodeId> counted_public_users(const PublicKnowledge& knowledge, const PublicNetwork& network) {
  const auto users = knowledge.roles().public_users();
  std::vector<std::uint32_t> order(users.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return network.neighbours[a].size() < network.neighbours[b].size();
  });
  const std::size_t wanted = std::min(kCountedPublic, users.size());
  std::vector<NodeId> counted;
  for (std::size_t i = 0; i < wanted; ++i) counted.push_back(users[order[i * users.size() / wanted]]);
  return counted;
}

void add_templates(const SyntheticSetting& setting, std::size_t wanted, unsigned hops, unsigned threads,
                   Dice& dice, Templates& templates) {
  const auto users = setting.knowledge.roles().private_users();
  std::vector<Profile> profiles;
  for (std::uint32_t row = 0; row < users.size(); ++row)
    profiles.push_back(setting.population.sample(row, dice));
  const Graph graph = synthetic_graph(setting, profiles, dice);
  const std::vector<NodeId> counted = counted_public_users(setting.knowledge, setting.network);
  const double scale = static_cast<double>(setting.network.size()) / static_cast<double>(counted.size());
  const UserRoles roles(graph.num_nodes(), counted);
  CountOptions count_options;
  count_options.threads = threads;
  const ExactCounts counts = count_fingerprints(graph, roles, hops, count_options);
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

InferredCounts infer_without_liberals(const PublicKnowledge& knowledge, AnswerSource& source,
                                      RandomSource& random, const InferenceOptions& options) {
  const std::size_t rows = knowledge.roles().private_users().size();
  InferredCounts result(rows, options.hops, options.intervals.has_value());
  const PublicNetwork network = public_network(knowledge);
  if (rows == 0 || network.size() == 0) return result;
  const LocalAnswers answers = ask_locally(knowledge, network, source);
  const Population population(answers);
  const SyntheticSetting setting{knowledge, network, answers, population,
                                 popularity_by_label(answers, network)};

  Templates templates;
  templates.counts.resize(options.hops);
  const std::size_t graphs = std::clamp((kTemplates + rows - 1) / rows, kFewestGraphs, kMostGraphs);
  for (std::size_t i = 0; i < graphs; ++i) {
    const std::unique_ptr<RandomSource> own = random.split("synthetic graph", i);
    Dice dice(*own);
    add_templates(setting, (kTemplates + graphs - 1) / graphs, options.hops, options.threads, dice,
                  templates);
  }
  estimate_rows(population, answers.bands, templates, network.size(), options, result);
  return result;
}

}  // namespace hopveil
