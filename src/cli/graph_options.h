#pragma once

// The options that every command reading a graph has, and what they give.

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include <hopveil/read_graph.h>
#include <hopveil/users.h>

namespace hopveil {

struct GraphOptions {
  std::string path;
  std::string format;
  bool largest_component = false;
  std::string public_file;
  std::string public_top;
  unsigned threads = 0;
  bool quiet = false;
};

/// Adds GRAPH, --graph-format, --largest-component, --threads and --quiet; `--format` is the graph's format
/// too, unless the command writes a table (then see TableOptions).
void add_graph_options(CLI::App& command, GraphOptions& options);
/// The same without GRAPH, for commands that take several.
void add_shared_graph_options(CLI::App& command, GraphOptions& options);
/// "edges, gml, .." for help texts and messages.
std::string graph_format_names();

/// Adds --public and --public-top.
void add_public_options(CLI::App& command, GraphOptions& options);

/// Reads the graph and reduces it to its largest component if that is asked for.
ReadGraph load_graph(const GraphOptions& options);

bool public_users_given(const GraphOptions& options);
/// Splits the users as --public or --public-top say; one of them must be given.
UserRoles load_roles(const GraphOptions& options, const Graph& graph);
/// "the 5% of highest degree", "listed in celebrities.txt"
std::string describe_public_choice(const GraphOptions& options);

}  // namespace hopveil
