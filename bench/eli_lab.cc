// How good ELI's inference is: mean absolute and relative errors over several draws of preferences and noise,
// beside those of a table of zeros.
//
//   eli_lab GRAPH [--largest] [--seeds N] [--levels 1,4,16] [--relative] [--counted N] [--by-hop]
//           [--of-zeros]
//
// --counted: at most so many public users are counted in the inference. --by-hop: errors and coverage of
// every hop behind the table. --of-zeros: one line only, the mean absolute errors of every level as shares of
// those of zeros. GRAPH is a file, or `community:NODES:EDGES:SEED` (also powerlaw, rmat). The 5%
// users of highest degree are public. docs/mechanisms/eli-inference.md shows its tables.

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <hopveil/count.h>

#include "dp/preferences.h"
#include "infer/infer_counts.h"
#include "lab_network.h"
#include "query/query_layer.h"

namespace hopveil::bench {
namespace {

constexpr unsigned kHops = 7;

struct Request {
  std::string graph;
  bool largest = false;
  bool by_hop = false;
  bool of_zeros = false;
  std::uint64_t seeds = 3;
  std::vector<Epsilon> levels;
  std::size_t counted_public = InferenceOptions::kCountedPublic;
  Objective objective = Objective::kAbsolute;
};

/// Sums of errors per hop.
struct Errors {
  std::array<double, kHops> absolute{}, relative{}, covered{}, widths{};
  double users = 0;

  void add(unsigned hop, double truth, double count, double low, double high) {
    absolute[hop] += std::abs(count - truth);
    relative[hop] += std::abs(count - truth) / std::max(truth, 1.0);
    covered[hop] += low <= truth && truth <= high ? 1 : 0;
    widths[hop] += high - low;
  }
  void merge(const Errors& other) {
    for (unsigned hop = 0; hop < kHops; ++hop) {
      absolute[hop] += other.absolute[hop];
      relative[hop] += other.relative[hop];
      covered[hop] += other.covered[hop];
      widths[hop] += other.widths[hop];
    }
    users += other.users;
  }
  double mean(const std::array<double, kHops>& sums, unsigned hops) const {
    double sum = 0;
    for (unsigned hop = 0; hop < hops; ++hop) sum += sums[hop];
    return sum / users / hops;
  }
};

/// Adds one draw's errors, by preference.
void add_draw(const Graph& graph, const UserRoles& roles, const ExactCounts& truth, const Request& request,
              std::uint64_t seed, std::map<Epsilon, Errors>& by_level) {
  SeededRng groups(seed);
  const Preferences preferences = assign_equal_groups(roles.private_users().size(), request.levels, groups);
  const PublicKnowledge knowledge(graph, roles, preferences);
  SeededRng noise = groups.stream("noise");
  SeededRng coins = groups.stream("inference");
  QueryLayer layer(graph, knowledge, noise);
  InferredCounts counts = infer_counts(knowledge, layer, coins,
                                       {.hops = kHops,
                                        .objective = request.objective,
                                        .intervals = 90,
                                        .counted_public = request.counted_public});
  for (NodeId row = 0; row < counts.rows(); ++row) {
    Errors& errors = by_level[preferences.of_row(row)];
    errors.users += 1;
    for (unsigned hop = 1; hop <= kHops; ++hop) {
      errors.add(hop - 1, truth.hop(hop)[row], counts.hop(hop)[row], counts.low(hop)[row],
                 counts.high(hop)[row]);
    }
  }
}

void print_line(const std::string& name, const std::string& who, const Errors& errors, bool by_hop) {
  fmt::print("| {} | {} | {:.2f} | {:.3f} | {:.2f} | {:.3f} | {:.0f}% | {:.1f} |", name, who,
             errors.mean(errors.absolute, 4), errors.mean(errors.relative, 4),
             errors.mean(errors.absolute, kHops), errors.mean(errors.relative, kHops),
             100 * errors.mean(errors.covered, kHops), errors.mean(errors.widths, kHops));
  if (by_hop) {
    for (const double sum : errors.absolute) fmt::print(" {:.1f}", sum / errors.users);
    for (const double sum : errors.covered) fmt::print(" {:.0f}%", 100 * sum / errors.users);
  }
  fmt::print("\n");
}

void print_of_zeros(const std::string& name, const std::map<Epsilon, Errors>& by_level, const Errors& zeros) {
  const double c4 = zeros.mean(zeros.absolute, 4), c7 = zeros.mean(zeros.absolute, kHops);
  fmt::print("| {} | {:.2f} / {:.2f} |", name, c4, c7);
  for (const auto& [level, errors] : by_level) {
    fmt::print(" {:.2f} / {:.2f} |", errors.mean(errors.absolute, 4) / c4,
               errors.mean(errors.absolute, kHops) / c7);
  }
  fmt::print("\n");
}

/// The mean of several draws' errors, its standard error, and the smallest and the largest.
std::string spread(const std::vector<double>& means) {
  if (means.size() == 1) return fmt::format("{:.2f} (one draw)", means.front());
  const auto draws = static_cast<double>(means.size());
  double sum = 0, squares = 0;
  for (const double mean : means) sum += mean;
  for (const double mean : means) squares += (mean - sum / draws) * (mean - sum / draws);
  const auto [least, most] = std::minmax_element(means.begin(), means.end());
  return fmt::format("{:.2f} +- {:.2f} ({:.1f} to {:.1f})", sum / draws,
                     std::sqrt(squares / (draws - 1) / draws), *least, *most);
}

void run(const Request& request) {
  const Graph graph = lab_network(request.graph, request.largest);
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%")));
  const ExactCounts truth = count_fingerprints(graph, roles, kHops, {.threads = 1});
  std::map<Epsilon, Errors> by_level;
  const std::clock_t start = std::clock();
  std::vector<double> means_c4, means_c7;
  for (std::uint64_t seed = 1; seed <= request.seeds; ++seed) {
    std::map<Epsilon, Errors> of_draw;
    add_draw(graph, roles, truth, request, seed, of_draw);
    Errors everybody;
    for (const auto& [level, errors] : of_draw) {
      by_level[level].merge(errors);
      everybody.merge(errors);
    }
    means_c4.push_back(everybody.mean(everybody.absolute, 4));
    means_c7.push_back(everybody.mean(everybody.absolute, kHops));
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  Errors all, zeros;
  for (const auto& [level, errors] : by_level) all.merge(errors);
  zeros.users = static_cast<double>(truth.rows());
  for (unsigned hop = 0; hop < kHops; ++hop) {
    for (const std::uint32_t count : truth.hop(hop + 1)) zeros.add(hop, count, 0, 0, 0);
  }
  const std::string name = request.graph.substr(request.graph.find_last_of('/') + 1);
  if (request.of_zeros) return print_of_zeros(name, by_level, zeros);
  fmt::print("| network | who | MAE c4 | MRE c4 | MAE c7 | MRE c7 | in 90% interval | its width |\n");
  fmt::print("|---|---|---:|---:|---:|---:|---:|---:|\n");
  for (const auto& [level, errors] : by_level)
    print_line(name, "P = " + level.text(), errors, request.by_hop);
  print_line(name, "all", all, request.by_hop);
  print_line(name, "zeros", zeros, request.by_hop);
  fmt::print("\nbetween draws: MAE c4 {}, MAE c7 {}\n{:.2f} s of processor time a draw\n\n", spread(means_c4),
             spread(means_c7), seconds / static_cast<double>(request.seeds));
}

}  // namespace
}  // namespace hopveil::bench

int main(int argc, char** argv) {
  hopveil::bench::Request request;
  std::string levels = "1,4,16";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--largest") {
      request.largest = true;
    } else if (argument == "--by-hop") {
      request.by_hop = true;
    } else if (argument == "--of-zeros") {
      request.of_zeros = true;
    } else if (argument == "--relative") {
      request.objective = hopveil::Objective::kRelative;
    } else if (argument == "--seeds" && i + 1 < argc) {
      request.seeds = std::stoull(argv[++i]);
    } else if (argument == "--counted" && i + 1 < argc) {
      request.counted_public = std::stoull(argv[++i]);
    } else if (argument == "--levels" && i + 1 < argc) {
      levels = argv[++i];
    } else {
      request.graph = argument;
    }
  }
  for (const auto& level : hopveil::bench::split(levels, ',')) {
    request.levels.push_back(hopveil::Epsilon::from_text(level));
  }
  hopveil::bench::run(request);
}
