// SPDX-License-Identifier: Apache-2.0
// A program outside of the project, which sees only what is installed. On the path 1-2-3-4 with user 1 public
// it prints "3:01": user 3 has no public user at one hop, one at two. Then it shows that hopveil's errors can
// be caught on this side of the library.

#include <fstream>
#include <iostream>
#include <string>

#include <hopveil/count.h>
#include <hopveil/errors.h>
#include <hopveil/read_graph.h>
#include <hopveil/users.h>
#include <hopveil/version.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string path = argv[1];
  std::ofstream(path) << "1 2\n2 3\n3 4\n";
  const hopveil::Graph graph = hopveil::read_graph(path).graph;
  const hopveil::UserRoles roles(graph.num_nodes(), {0});
  const hopveil::ExactCounts counts = count_fingerprints(graph, roles, 2);
  std::cout << graph.ids().text(roles.private_users()[1]) << ":" << counts.hop(1)[1] << counts.hop(2)[1]
            << '\n';
  try {
    hopveil::Epsilon::from_text("-1");
  } catch (const hopveil::InputError& error) {
    std::cout << "hopveil " << hopveil::version() << " says: " << error.what() << '\n';
    return 0;
  }
  return 1;
}
