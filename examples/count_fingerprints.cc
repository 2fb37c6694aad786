// SPDX-License-Identifier: Apache-2.0
// How to use hopveil as a library: read a network, make its best-known users public, count.
//
//   count_fingerprints GRAPH HOPS
//
// prints, for each private user, how many public users are exactly 1, 2, .. HOPS connections away. These are
// the exact counts: NOT private, not to be given away.

#include <cstdlib>
#include <iostream>

#include <hopveil/count.h>
#include <hopveil/errors.h>
#include <hopveil/graph.h>
#include <hopveil/read_graph.h>
#include <hopveil/users.h>

namespace {

void print_counts(const hopveil::Graph& graph, const hopveil::UserRoles& roles,
                  const hopveil::ExactCounts& counts) {
  for (std::size_t row = 0; row < counts.rows(); ++row) {
    std::cout << graph.ids().text(roles.private_users()[row]);
    for (unsigned hop = 1; hop <= counts.hops(); ++hop) std::cout << ' ' << counts.hop(hop)[row];
    std::cout << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int hops = argc == 3 ? std::atoi(argv[2]) : 0;
  if (hops < 1 || hops > static_cast<int>(hopveil::kMaxHops)) {
    std::cerr << "usage: count_fingerprints GRAPH HOPS   (HOPS from 1 to " << hopveil::kMaxHops << ")\n";
    return 2;
  }
  try {
    const hopveil::Graph graph = hopveil::read_graph(argv[1]).graph;
    // The 5% of users with the most connections are public; everybody else is private.
    const hopveil::UserRoles roles(graph.num_nodes(),
                                   highest_degree_users(graph, hopveil::TopShare::from_text("5%")));
    print_counts(graph, roles, count_fingerprints(graph, roles, static_cast<unsigned>(hops)));
  } catch (const hopveil::InputError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  } catch (const hopveil::Error& error) {
    std::cerr << error.what() << '\n';
    return 4;
  }
}
