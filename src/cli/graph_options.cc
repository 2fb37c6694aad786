#include "cli/graph_options.h"

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "graph/components.h"
#include "io/graph_format.h"
#include "io/user_files.h"

namespace hopveil {

std::string graph_format_names() {
  std::string names;
  for (const GraphFormat* format : all_graph_formats()) {
    if (!names.empty()) names += ", ";
    names += format->name;
  }
  return names;
}

void add_graph_options(CLI::App& command, GraphOptions& options) {
  command.add_option("GRAPH", options.path, "the network: a file (also .gz, .zst), or - for standard input")
      ->required();
  add_shared_graph_options(command, options);
}

void add_shared_graph_options(CLI::App& command, GraphOptions& options) {
  command.add_option("--graph-format", options.format,
                     "the graph's format, when its name and content do not tell: " + graph_format_names());
  command.add_flag("--largest-component", options.largest_component,
                   "use only the largest connected component");
  command.add_option("--threads", options.threads, "number of threads (default: all processors)")
      ->check(CLI::Range(0U, 1024U));
  command.add_flag("--quiet", options.quiet, "no notes and no progress bar");
}

void add_public_options(CLI::App& command, GraphOptions& options) {
  auto* file =
      command.add_option("--public", options.public_file, "file with the public users, one id a line");
  command
      .add_option("--public-top", options.public_top,
                  "the users of highest degree are public: a number (61) or a percentage (5%, rounded down)")
      ->excludes(file);
}

ReadGraph load_graph(const GraphOptions& options) {
  ReadGraph read = read_graph(options.path, {.format = options.format, .threads = options.threads});
  if (options.largest_component) read.graph = largest_component(read.graph);
  return read;
}

bool public_users_given(const GraphOptions& options) {
  return !options.public_file.empty() || !options.public_top.empty();
}

UserRoles load_roles(const GraphOptions& options, const Graph& graph) {
  if (!options.public_file.empty()) {
    return UserRoles(graph.num_nodes(), read_public_users(options.public_file, graph));
  }
  if (!options.public_top.empty()) {
    return UserRoles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text(options.public_top)));
  }
  throw InputError("nobody says which users are public",
                   "give --public FILE (one id a line) or --public-top 5%");
}

std::string describe_public_choice(const GraphOptions& options) {
  if (!options.public_file.empty()) return "listed in " + options.public_file;
  return fmt::format("the {} of highest degree", options.public_top);
}

}  // namespace hopveil
