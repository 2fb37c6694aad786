#include "cli/expected_accuracy.h"

#include <algorithm>

#include "evaluate/runner.h"
#include "graph/generators.h"

namespace hopveil {
namespace {

constexpr std::size_t kMostUsers = 3000;
constexpr std::size_t kFewestUsers = 20;  // what the generator needs
constexpr std::uint64_t kRuns = 3;
constexpr std::uint64_t kSeed = 1;

/// As many preferences as the stand-in has rows, spread evenly over the real ones in ascending order.
Preferences spread_over(const Preferences& preferences, std::size_t rows) {
  std::vector<Epsilon> sorted(preferences.by_row().begin(), preferences.by_row().end());
  std::ranges::sort(sorted);
  std::vector<Epsilon> by_row;
  for (std::size_t row = 0; row < rows; ++row) by_row.push_back(sorted[row * sorted.size() / rows]);
  SeededRng order(kSeed);
  std::shuffle(by_row.begin(), by_row.end(), order);
  return Preferences(std::move(by_row));
}

ExperimentGraph stand_in(const PublicSize& size, const Preferences& preferences) {
  const std::size_t all = size.private_users + size.public_users;
  NetworkSpec spec;
  spec.nodes = std::clamp(all, kFewestUsers, kMostUsers);
  const GeneratorInfo& generator = find_generator("community");
  spec.edges = generator.default_edges(spec.nodes);
  spec.seed = kSeed;
  ExperimentGraph graph;
  graph.name = "stand-in";
  graph.graph = generator.make(spec);
  const std::size_t public_users =
      std::clamp<std::size_t>(size.public_users * spec.nodes / all, 1, spec.nodes - 1);
  graph.roles = UserRoles(graph.graph.num_nodes(), highest_degree_users(graph.graph, {false, public_users}));
  graph.preferences = spread_over(preferences, graph.roles.private_users().size());
  graph.preferences_name = "as released";
  return graph;
}

}  // namespace

ExpectedAccuracy expected_accuracy(const MechanismInfo& mechanism, const MechanismOptions& options,
                                   const PublicSize& size, const Preferences& preferences) {
  ExperimentSpec spec;
  spec.graphs = {stand_in(size, preferences)};
  spec.hops = {options.hops};
  spec.mechanisms = {mechanism.name};
  spec.thresholds = {options.threshold};
  spec.readings = {options.reading};
  spec.postprocess = {options.postprocess};
  spec.noise = {options.noise};
  spec.objectives = {options.objective};
  spec.runs = kRuns;
  spec.seed = kSeed;
  ExpectedAccuracy expected;
  expected.users = spec.graphs.front().graph.num_nodes();
  expected.public_users = spec.graphs.front().roles.public_users().size();
  expected.lines = summarise(spec, run_experiment(spec, {}));
  return expected;
}

}  // namespace hopveil
