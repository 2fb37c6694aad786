// SPDX-License-Identifier: Apache-2.0
// Where the design in which everybody is asked for pairs (docs/mechanisms/eli-pairs.md) loses its accuracy:
// its error beside those that it would have if some of the truth were known. NOT PRIVATE: looks at the
// network.
//
// usage: oracle [--quick] [--preferences 4,6,8] [--groups 1,4,16].. [--seeds N] [NETWORK..]
//
// --groups: instead, where the designs that ask for counts lose it (oracle_answers.h), for each of these.
// Without a network: a generated one of communities. --quick: one draw of noise on a smaller one, and it
// fails (1) when knowing more does not help.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <exception>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>
#include <hopveil/read_graph.h>

#include "base/seeded_rng.h"
#include "graph/generators.h"
#include "infer/pairs/communities.h"
#include "infer/pairs/pair_inference.h"
#include "infer/pairs/rehearsal.h"
#include "oracle_answers.h"
#include "query/query_layer.h"

namespace hopveil::bench {
namespace {

using infer::EdgeBeliefs;
using infer::HopRows;
using infer::NoisyNetwork;

constexpr unsigned kHops = 7;

/// What kind of pair of the true network this is. A bridge joins different communities (Louvain's method). It
/// is isolated if its ends have no common neighbour, and neither has another neighbour in the other's
/// community: then nothing but its own answer shows that it is there.
enum class PairKind { kInside, kBridge, kIsolatedBridge };

class TrueNetwork {
 public:
  explicit TrueNetwork(const Graph& graph) : graph_(graph) {
    for (NodeId user = 0; user < graph.num_nodes(); ++user) {
      for (const NodeId other : graph.neighbours(user)) {
        if (other > user) edges_.push_back({user, other});
      }
    }
    const std::vector<float> weights(edges_.size(), 1);
    community_ = infer::find_communities(infer::WeightedNetwork(graph.num_nodes(), edges_, weights)).large;
  }

  const std::vector<Edge>& edges() const { return edges_; }
  PairKind kind(Edge pair) const {
    if (community_[pair.from] == community_[pair.to]) return PairKind::kInside;
    const auto reaches = [&](NodeId user, NodeId other) {
      return std::ranges::any_of(graph_.neighbours(user), [&](NodeId next) {
        return next != other && (community_[next] == community_[other] || linked(next, other));
      });
    };
    return reaches(pair.from, pair.to) || reaches(pair.to, pair.from) ? PairKind::kBridge
                                                                      : PairKind::kIsolatedBridge;
  }

 private:
  bool linked(NodeId a, NodeId b) const { return std::ranges::binary_search(graph_.neighbours(a), b); }

  const Graph& graph_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> community_;
};

/// What an oracle says of a pair.
enum class Told { kNothing, kTruth, kNoEdge };
using Oracle = Told (*)(PairKind kind);

constexpr std::array<std::pair<const char*, Oracle>, 5> kOracles{{
    {"the best way to count", [](PairKind) { return Told::kNothing; }},
    {"isolated bridges",
     [](PairKind kind) { return kind == PairKind::kIsolatedBridge ? Told::kTruth : Told::kNothing; }},
    {"all bridges", [](PairKind kind) { return kind == PairKind::kInside ? Told::kNothing : Told::kTruth; }},
    {"all but bridges",
     [](PairKind kind) { return kind == PairKind::kInside ? Told::kTruth : Told::kNothing; }},
    {"all, isolated bridges left out",
     [](PairKind kind) { return kind == PairKind::kIsolatedBridge ? Told::kNoEdge : Told::kTruth; }},
}};

/// What is believed of edges; those that an oracle speaks of as it says.
struct Beliefs {
  std::vector<Edge> edges;
  EdgeBeliefs believed;

  void add(Edge edge, float belief, bool is_bridge) {
    edges.push_back(edge);
    believed.belief.push_back(belief);
    believed.is_bridge.push_back(is_bridge);
  }
};

Beliefs with_oracle(const TrueNetwork& truth, const NoisyNetwork& network, const EdgeBeliefs& believed,
                    Oracle oracle) {
  Beliefs result;
  for (std::size_t i = 0; i < network.answered.size(); ++i) {
    if (oracle(truth.kind(network.answered[i])) == Told::kNothing)
      result.add(network.answered[i], believed.belief[i], believed.is_bridge[i]);
  }
  for (const Edge edge : truth.edges()) {
    const PairKind kind = truth.kind(edge);
    if (oracle(kind) == Told::kTruth) result.add(edge, 1, kind != PairKind::kInside);
  }
  return result;
}

/// By hop, the mean over private users.
using HopErrors = std::array<double, kHops>;

HopErrors errors_of(const HopRows& estimate, const HopRows& truth) {
  HopErrors errors{};
  for (std::size_t row = 0; row < truth.users(); ++row) {
    for (unsigned hop = 0; hop < kHops; ++hop) {
      errors[hop] += std::abs(static_cast<double>(estimate.of(row)[hop] - truth.of(row)[hop])) /
                     static_cast<double>(truth.users());
    }
  }
  return errors;
}

/// Of whichever way to count is best, for each hop.
HopErrors best_errors(const infer::CandidateTables& candidates, const HopRows& truth) {
  HopErrors best;
  best.fill(INFINITY);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const HopErrors errors = errors_of(candidates.table(i, infer::Objective::kAbsolute), truth);
    for (unsigned hop = 0; hop < kHops; ++hop) best[hop] = std::min(best[hop], errors[hop]);
  }
  return best;
}

HopRows rows_of(infer::InferredCounts& table) {
  HopRows rows(table.rows(), kHops);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (unsigned hop = 0; hop < kHops; ++hop)
      rows.of(row)[hop] = static_cast<float>(table.hop(hop + 1)[row]);
  }
  return rows;
}

/// One draw of noise: errors of zeros, of what is inferred, and of kOracles.
std::vector<HopErrors> all_errors(const Graph& graph, const std::string& preference, std::uint64_t seed) {
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%")));
  const std::size_t rows = roles.private_users().size();
  const query::PublicKnowledge knowledge(
      graph, roles, Preferences(std::vector<Epsilon>(rows, Epsilon::from_text(preference))));
  const infer::InferenceOptions options{.hops = kHops, .threads = 1};
  const infer::CandidateCounter counter(knowledge, options);
  const TrueNetwork truth(graph);
  const HopRows counts = counter.count_edges(truth.edges());
  const SeededRng rng(seed);
  const auto ask = [&](const auto& question) {
    SeededRng noise = rng.stream("noise");  // the same answers each time
    query::QueryLayer layer(graph, knowledge, noise);
    return question(layer);
  };
  const dp::Rational share(1, 1);
  const std::array objectives{infer::Objective::kAbsolute};
  auto tables = ask([&](query::AnswerSource& answers) {
    return infer::infer_from_pairs(knowledge, answers, share, rng, options, objectives);
  });
  std::vector<HopErrors> errors{errors_of(HopRows(rows, kHops), counts),
                                errors_of(rows_of(tables.front()), counts)};
  const NoisyNetwork network =
      ask([&](query::AnswerSource& answers) { return infer::ask_all_pairs(knowledge, answers, share); });
  const EdgeBeliefs believed = infer::edge_posterior(network, 1, rng.stream("posterior"));
  for (const auto& [name, oracle] : kOracles) {
    const Beliefs told = with_oracle(truth, network, believed, oracle);
    errors.push_back(best_errors(counter.count(told.edges, told.believed, rng.stream("candidates")), counts));
  }
  return errors;
}

struct Options {
  bool quick = false;
  std::vector<std::string> preferences = {"4", "6", "8"};
  std::vector<std::string> groups = {};
  std::uint64_t seeds = 3;
  std::vector<std::string> networks = {};
};

double sum(const HopErrors& errors) {
  return std::accumulate(errors.begin(), errors.end(), 0.0);
}

std::string mean_of_first(const HopErrors& errors, unsigned hops) {
  double sum = 0;
  for (unsigned hop = 0; hop < hops; ++hop) sum += errors[hop] / hops;
  return fmt::format("{:.3g}", sum);
}

/// False if knowing bridges, or which way to count is best, did not help. For a test: what the oracles say
/// reaches the estimates.
bool print_table(const std::string& name, const Graph& graph, const Options& options) {
  const TrueNetwork truth(graph);
  std::array<std::size_t, 3> number{};
  for (const Edge edge : truth.edges()) ++number[static_cast<std::size_t>(truth.kind(edge))];
  fmt::print(
      "\n{}: {} edges, of which {} are bridges between communities, and {} of these are isolated. MAE of 4 / "
      "7 hops, mean of {} draws.\n\n",
      name, truth.edges().size(), number[1] + number[2], number[2], options.seeds);
  fmt::print("| epsilon | zeros | inferred |");
  for (const auto& [known, oracle] : kOracles) fmt::print(" known: {} |", known);
  fmt::print("\n|---:|---:|---:|");
  for (std::size_t i = 0; i < kOracles.size(); ++i) fmt::print("---:|");
  fmt::print("\n");
  bool helps = true;
  for (const std::string& preference : options.preferences) {
    std::vector<HopErrors> sums(2 + kOracles.size());
    for (std::uint64_t seed = 1; seed <= options.seeds; ++seed) {
      const auto errors = all_errors(graph, preference, seed);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        for (unsigned hop = 0; hop < kHops; ++hop)
          sums[i][hop] += errors[i][hop] / static_cast<double>(options.seeds);
      }
    }
    fmt::print("| {} |", preference);
    for (const HopErrors& errors : sums)
      fmt::print(" {} / {} |", mean_of_first(errors, 4), mean_of_first(errors, kHops));
    fmt::print("\n");
    std::fflush(stdout);  // the next one takes a while
    const auto whole = [&](std::size_t column) { return sum(sums[column]); };
    const double inferred = whole(1), best = whole(2), bridges = whole(4), without_isolated = whole(6);
    helps = helps && best <= inferred && bridges < 0.5 * best && bridges < without_isolated;
  }
  return helps;
}

Options options_from(std::span<char*> arguments) {
  Options options;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view text = arguments[i];
    const auto value = [&]() -> std::string_view {
      if (++i == arguments.size())
        throw InputError(fmt::format("{} needs a value", text),
                         "see the usage at the top of bench/oracle.cc");
      return arguments[i];
    };
    if (text == "--quick") {
      options.quick = true;
    } else if (text == "--preferences") {
      options.preferences.clear();
      std::string_view list = value();
      for (std::size_t end = 0; end != list.npos; list.remove_prefix(std::min(end + 1, list.size()))) {
        end = list.find(',');
        options.preferences.emplace_back(list.substr(0, end));
        if (end == list.npos) break;
      }
    } else if (text == "--groups") {
      options.groups.emplace_back(value());
    } else if (text == "--seeds") {
      const std::string_view number = value();
      const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), options.seeds);
      if (error != std::errc() || end != number.data() + number.size() || options.seeds == 0)
        throw InputError(fmt::format("\"{}\" is not a number of seeds", number),
                         "it is a whole number from 1");
    } else if (text.starts_with("--")) {
      throw InputError(fmt::format("there is no option {}", text),
                       "see the usage at the top of bench/oracle.cc");
    } else {
      options.networks.emplace_back(text);
    }
  }
  if (options.quick) {
    options.preferences = {"8"};
    options.seeds = 1;
  }
  return options;
}

/// False if knowing more did not help.
bool print_tables(const std::string& name, const Graph& graph, const Options& options) {
  if (options.groups.empty()) return print_table(name, graph, options);
  bool helps = true;
  for (const std::string& groups : options.groups)
    helps = print_answer_oracles(name, graph, groups, options.seeds) && helps;
  return helps;
}

int run(std::span<char*> arguments) {
  const Options options = options_from(arguments);
  bool helps = true;
  if (!options.groups.empty()) {
    fmt::print(
        "MAE of 4 / 7 hops, mean of {} draws.\n\n| network | epsilons | zeros | inferred | known: how counts "
        "go with "
        "answers | and liberal users' counts |\n|---|---|---:|---:|---:|---:|\n",
        options.seeds);
  }
  if (options.networks.empty()) {
    const std::uint64_t nodes = options.quick ? 400 : 1000;
    const Graph graph =
        find_generator("community").make({.nodes = nodes, .edges = 6 * nodes, .seed = 3, .threads = 1});
    helps = print_tables(fmt::format("community, {} users", nodes), graph, options);
  }
  for (const std::string& path : options.networks) print_tables(path, read_graph(path).graph, options);
  return options.quick && !helps ? 1 : 0;
}

}  // namespace
}  // namespace hopveil::bench

int main(int argc, char** argv) {
  try {
    return hopveil::bench::run({argv, static_cast<std::size_t>(argc)});
  } catch (const std::exception& error) {
    fmt::print(stderr, "oracle: {}\n", error.what());
    return 2;
  }
}
