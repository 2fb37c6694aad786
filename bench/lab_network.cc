#include "lab_network.h"

#include <hopveil/read_graph.h>

#include "graph/components.h"
#include "graph/generators.h"

namespace hopveil::bench {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

Graph lab_network(const std::string& name, bool largest) {
  const auto parts = split(name, ':');
  if (parts.size() == 4) {
    return find_generator(parts[0]).make(
        {std::stoull(parts[1]), std::stoull(parts[2]), std::stoull(parts[3]), 1});
  }
  const Graph graph = read_graph(name).graph;
  return largest ? largest_component(graph) : graph;
}

}  // namespace hopveil::bench
