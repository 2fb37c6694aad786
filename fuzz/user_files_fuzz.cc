// SPDX-License-Identifier: Apache-2.0
// Any bytes, read as the list of users or of public users, or as the table of preferences: a result or an
// InputError.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <hopveil/errors.h>

#include "graph/user_index.h"
#include "io/graph_format.h"
#include "io/listed_users.h"
#include "io/user_files.h"

namespace hopveil {
namespace {

ReadGraph small_graph() {
  io::GraphInput input{
      "graph", std::make_unique<io::PeekableSource>(io::open_memory("a b\nb c\nc 7\n\"x,y\" a\n")), true};
  return io::read_graph_input(input, "edges", {.threads = 1});
}

/// Everybody of a list becomes a user once, without a connection.
void add_users(std::string_view text) {
  ReadGraph read = small_graph();
  const std::size_t before = read.graph.num_nodes();
  const std::size_t edges = read.graph.targets().size();
  const io::UserFile file{"fuzz", std::string(text)};
  io::add_listed_users(read, {.users = &file});
  if (read.graph.num_nodes() < before || read.graph.targets().size() != edges) std::abort();
  const UserIndex index(read.graph.ids());
  for (NodeId user = 0; user < read.graph.num_nodes(); ++user) {
    if (index.find(read.graph.ids().text(user)) != user) std::abort();
  }
}

void read_users(std::string_view text) {
  static const Graph graph = small_graph().graph;
  static const UserRoles roles(graph.num_nodes(), {1});
  constexpr std::string_view kKind = HOPVEIL_FUZZ_LIST;
  if (kKind == "users") {
    add_users(text);
  } else if (kKind == "preferences") {
    const auto preferences =
        io::preferences_of({"fuzz", std::string(text)}, graph, roles, Epsilon::from_text("1"));
    if (preferences.size() != roles.private_users().size()) std::abort();
  } else {
    const UserRoles parsed(graph.num_nodes(), io::public_users_of({"fuzz", std::string(text)}, graph));
    if (parsed.public_users().size() > graph.num_nodes()) std::abort();
  }
}

}  // namespace
}  // namespace hopveil

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    hopveil::read_users({reinterpret_cast<const char*>(data), size});
  } catch (const hopveil::InputError&) {
    // refused
  }
  return 0;
}
