// Any bytes, read as the list of public users or the table of preferences: a result or an InputError.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <hopveil/errors.h>

#include "io/graph_format.h"
#include "io/user_files.h"

namespace hopveil {
namespace {

Graph small_graph() {
  GraphInput input{"graph", std::make_unique<PeekableSource>(open_memory("a b\nb c\nc 7\n\"x,y\" a\n")),
                   true};
  return read_graph_input(input, "edges", {.threads = 1}).graph;
}

void read_users(std::string_view text) {
  static const Graph graph = small_graph();
  static const UserRoles roles(graph.num_nodes(), {1});
  if (HOPVEIL_FUZZ_PREFERENCES != 0) {
    const auto preferences = parse_preferences(text, graph, roles, Epsilon::from_text("1"));
    if (preferences.size() != roles.private_users().size()) std::abort();
  } else {
    const UserRoles parsed(graph.num_nodes(), parse_public_users(text, graph));
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
