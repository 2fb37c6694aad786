// How far ELI's local inference is from the truth, per preference level; docs/mechanisms/eli-local.md has its
// tables. Public users are the top 5% by degree; hops up to 4 and up to 7.
//
//   local_lab GRAPH LEVELS RUNS [largest]      local_lab facebook_combined.txt.gz .5,1,2 10
//
// GRAPH is a file, or a generated network (community:4039:88234:7: nodes, edges, seed); `largest` takes the
// largest component only.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <hopveil/count.h>

#include "base/seeded_rng.h"
#include "dp/preferences.h"
#include "infer/local_inference.h"
#include "lab_network.h"
#include "query/query_layer.h"
#include "stopwatch.h"

namespace hopveil::bench {
namespace {

constexpr unsigned kHops = 7;
constexpr unsigned kNearHops = 4;
constexpr unsigned kInterval = 90;

std::vector<Epsilon> levels_from(const std::string& text) {
  std::vector<Epsilon> levels;
  for (const std::string& level : split(text, ',')) levels.push_back(Epsilon::from_text(level));
  return levels;
}

/// Sums over users, by hop.
struct Errors {
  double absolute[kHops] = {};
  double zeros[kHops] = {};  // of a table of zeros, absolute
  double relative[kHops] = {};
  double relative_zeros[kHops] = {};
  double covered[kHops] = {};
  double users = 0;

  void add(const Errors& other) {
    for (unsigned k = 0; k < kHops; ++k) {
      absolute[k] += other.absolute[k];
      zeros[k] += other.zeros[k];
      relative[k] += other.relative[k];
      relative_zeros[k] += other.relative_zeros[k];
      covered[k] += other.covered[k];
    }
    users += other.users;
  }
  double mean(const double (&sums)[kHops], unsigned hops) const {
    double sum = 0;
    for (unsigned k = 0; k < hops; ++k) sum += sums[k];
    return sum / (users * hops);
  }
};

void print(const std::string& name, const Errors& absolute, const Errors& relative) {
  const auto pair = [](const Errors& e, const double(&sums)[kHops], int digits) {
    return fmt::format("{:.{}f} / {:.{}f}", e.mean(sums, kNearHops), digits, e.mean(sums, kHops), digits);
  };
  fmt::print("| {} | {} | {} | {} | {} | {:.2f} |\n", name, pair(absolute, absolute.absolute, 2),
             pair(absolute, absolute.zeros, 1), pair(relative, relative.relative, 3),
             pair(relative, relative.relative_zeros, 3), absolute.mean(absolute.covered, kHops));
}

class Lab {
 public:
  Lab(const Graph& graph, std::vector<Epsilon> levels)
      : graph_(graph),
        roles_(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%"))),
        truth_(count_fingerprints(graph, roles_, kHops)),
        levels_(std::move(levels)),
        absolute_(levels_.size()),
        relative_(levels_.size()) {}

  void run(unsigned seed) {
    const SeededRng rng(seed);
    SeededRng groups = rng.stream("groups");
    const Preferences preferences = assign_equal_groups(roles_.private_users().size(), levels_, groups);
    const PublicKnowledge knowledge(graph_, roles_, preferences);
    SeededRng noise = rng.stream("noise");
    SeededRng inference = rng.stream("inference");
    QueryLayer layer(graph_, knowledge, noise);
    std::optional<LocalModel> model;
    seconds_ += seconds_of([&] { model = learn_locally(knowledge, layer, inference, {.hops = kHops}); });
    InferenceOptions options{.hops = kHops, .intervals = kInterval, .threads = 1};
    seconds_ +=
        seconds_of([&] { add(estimate_locally(knowledge, *model, options), preferences, absolute_); });
    options.objective = Objective::kRelative;
    add(estimate_locally(knowledge, *model, options), preferences, relative_);
  }

  void report(const std::string& name, const std::string& levels, unsigned runs) const {
    fmt::print("{}, P = {}, {} runs, {:.1f} s each\n\n", name.substr(name.find_last_of('/') + 1), levels,
               runs, seconds_ / runs);
    fmt::print("| level | MAE c4 / c7 | of zeros | MRE c4 / c7 (relative) | of zeros | in {}% intervals |\n",
               kInterval);
    fmt::print("|---|---|---|---|---|---|\n");
    Errors absolute, relative;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      absolute.add(absolute_[i]);
      relative.add(relative_[i]);
      if (levels_.size() > 1) print("P = " + levels_[i].text(), absolute_[i], relative_[i]);
    }
    print("all", absolute, relative);
    fmt::print("\n");
  }

 private:
  void add(InferredCounts counts, const Preferences& preferences, std::vector<Errors>& by_level) const {
    for (NodeId row = 0; row < truth_.rows(); ++row) {
      const auto level = std::find(levels_.begin(), levels_.end(), preferences.of_row(row)) - levels_.begin();
      Errors& errors = by_level[static_cast<std::size_t>(level)];
      errors.users += 1;
      for (unsigned hop = 1; hop <= kHops; ++hop) {
        const double exact = truth_.hop(hop)[row];
        const double error = std::abs(exact - counts.hop(hop)[row]);
        const bool inside = counts.low(hop)[row] <= exact && exact <= counts.high(hop)[row];
        errors.absolute[hop - 1] += error;
        errors.zeros[hop - 1] += exact;
        errors.relative[hop - 1] += error / std::max(1.0, exact);
        errors.relative_zeros[hop - 1] += exact > 0 ? 1 : 0;
        errors.covered[hop - 1] += inside ? 1 : 0;
      }
    }
  }

  Graph graph_;
  UserRoles roles_;
  ExactCounts truth_;
  std::vector<Epsilon> levels_;
  std::vector<Errors> absolute_, relative_;  // by level
  double seconds_ = 0;
};

}  // namespace
}  // namespace hopveil::bench

int main(int argc, char** argv) {
  using namespace hopveil::bench;
  if (argc < 4) {
    fmt::print(stderr, "local_lab GRAPH LEVELS RUNS [largest]\n");
    return 2;
  }
  const auto runs = static_cast<unsigned>(std::atoi(argv[3]));
  Lab lab(lab_network(argv[1], argc > 4), levels_from(argv[2]));
  for (unsigned seed = 1; seed <= runs; ++seed) lab.run(seed);
  lab.report(argv[1], argv[2], runs);
}
