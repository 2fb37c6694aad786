#include "io/write_graph.h"

#include <string_view>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/output_file.h"
#include "io/hvg_format.h"

namespace hopveil {
namespace {

/// An edge list has no quotes: a name with one of these would be read back as something else.
void check_plain_names(const Graph& graph) {
  if (graph.ids().numeric()) return;
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    const std::string name = graph.ids().text(node);
    if (name.empty() || name.find_first_of(" \t,;\"") != std::string::npos || name[0] == '#' ||
        name[0] == '%') {
      throw InputError(fmt::format("the user \"{}\" cannot stand in an edge list", name),
                       "names there have no blanks, commas, semicolons or quotes",
                       "Write a .hvg file instead.");
    }
  }
}

void write_edge_list(const Graph& graph, const std::string& path, char separator) {
  check_plain_names(graph);
  OutputFile output(path);
  output.write(fmt::format("# {} nodes, {} edges; a user without edges is written as linked to itself\n",
                           graph.num_nodes(), graph.num_edges()));
  std::string line;
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    const auto write_edge = [&](NodeId other) {
      line.clear();
      graph.ids().append_text(node, line);
      line += separator;
      graph.ids().append_text(other, line);
      line += '\n';
      output.write(line);
    };
    if (graph.degree(node) == 0) write_edge(node);
    for (const NodeId other : graph.neighbours(node)) {
      if (other > node) write_edge(other);
    }
  }
  output.commit();
}

}  // namespace

void write_graph(const Graph& graph, const std::string& path) {
  const std::string_view name = path;
  if (name.ends_with(".hvg")) return write_hvg(graph, path);
  for (const std::string_view ending : {".gz", ".zst", ".gml", ".graphml", ".mtx", ".xml"}) {
    if (name.ends_with(ending)) {
      throw InputError(fmt::format("{} files can be read but not written", ending),
                       "name a .hvg file (binary) or an edge list such as graph.txt or graph.csv");
    }
  }
  write_edge_list(graph, path, name.ends_with(".csv") ? ',' : '\t');
}

}  // namespace hopveil
