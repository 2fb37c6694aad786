// SPDX-License-Identifier: Apache-2.0
// What a release costs beside the counting in it: all mechanisms on CondMat, seven hops; and how eli's cost
// grows with the network.
//
// The yardstick is c exact counts, of hop k for k = 1 .. c, each on a freshly sampled graph. A release
// prepares the network (levels, renumbering), counts the truth once for the distances, samples and counts
// what it publishes, and draws the noise from the secure generator.

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <hopveil/read_graph.h>

#include "base/secure_rng.h"
#include "release/publish.h"
#include "release_scaling.h"
#include "stopwatch.h"
#include "support/data_files.h"

namespace hopveil::bench {
namespace {

constexpr unsigned kHops = 7;
constexpr int kRepeats = 9;

template <class Work>
double milliseconds_of(const Work& work) {
  return best_seconds_of(kRepeats, 10, work) * 1e3;
}

release::ReleaseRequest request_for(const Graph& graph, const char* mechanism) {
  release::ReleaseRequest request;
  request.graph = graph;
  request.roles = UserRoles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%")));
  const std::vector<Epsilon> levels = {Epsilon::from_text("1"), Epsilon::from_text("4"),
                                       Epsilon::from_text("16")};
  SeededRng groups(1);
  request.preferences = dp::assign_equal_groups(request.roles.private_users().size(), levels, groups);
  request.mechanism = mechanism;
  request.options.hops = kHops;
  return request;
}

void run(const std::string& path) {
  const Graph graph = read_graph(path).graph;
  const release::ReleaseRequest duba_lf = request_for(graph, "duba-lf");
  const mechanism::Setting setting(graph, duba_lf.roles, duba_lf.preferences);
  mechanism::Workspace workspace(setting, {});
  SecureRng random;
  const double counts = milliseconds_of([&] {
    for (unsigned hop = 1; hop <= kHops; ++hop) {
      workspace.sampled_hop(
          random, dp::SamplingBudget::with_share(dp::Rational(1, 2 * kHops), Epsilon::from_text("16")), hop);
    }
  });
  fmt::print("Time of a release / time of its {} exact counts on sampled graphs ({:.1f} ms), CondMat\n\n",
             kHops, counts);
  fmt::print("| mechanism | release, preparation included | publishing alone |\n|---|---:|---:|\n");
  for (const mechanism::MechanismInfo& info : mechanism::mechanisms()) {
    const double whole = milliseconds_of([&] {
      release::ReleasePlan plan(request_for(graph, info.name.c_str()));
      release::publish(plan, {.accept_refuted = true});
    });
    release::ReleasePlan plan(request_for(graph, info.name.c_str()));
    const double drawing = milliseconds_of([&] { release::publish(plan, {.accept_refuted = true}); });
    fmt::print("| {} | {:.2f} x | {:.2f} x |\n", info.name, whole / counts, drawing / counts);
  }
}

}  // namespace
}  // namespace hopveil::bench

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
  hopveil::bench::print_release_scaling(hopveil::bench::kHops, quick);
  const std::string path = hopveil::testing::data_file("ca-CondMat.txt.gz");
  if (path.empty()) {
    fmt::print("skipped: needs the data file ca-CondMat.txt.gz in HOPVEIL_DATA or ../shared/data\n");
    return 0;
  }
  hopveil::bench::run(path);
  return 0;
}
