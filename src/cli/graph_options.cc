// SPDX-License-Identifier: Apache-2.0
#include "cli/graph_options.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "cli/memory_size.h"
#include "io/graph_format.h"

namespace hopveil::cli {
namespace {

void add_reading_options(CLI::App& command, GraphOptions& options) {
  command.add_option(
      "--columns", options.columns,
      "edge list: the two columns of ids, by name or number, such as follower,followee or 2,3");
  auto* header = command.add_flag("--header", options.header, "edge list: the first line names the columns");
  command.add_flag("--no-header", options.no_header, "edge list: the first line is an edge")
      ->excludes(header);
  command.add_option("--delimiter", options.delimiter,
                     "edge list: what separates columns: comma, tab, semicolon, blank, pipe or a character");
  command.add_option("--id-attribute", options.id_attribute,
                     "GraphML: the attribute that holds the users' ids, such as name");
  command.add_option(
      "--max-unpacked", options.max_unpacked,
      "how large a compressed input may become, such as 20G (default: 100 times its size and 64M)");
  command.add_option("--max-id-length", options.max_id_length, "bytes that a user's id may have")
      ->check(CLI::Range(1, 1 << 30))
      ->capture_default_str();
}

char parse_delimiter(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, char>, 6> kNames = {
      {{"comma", ','}, {"tab", '\t'}, {"semicolon", ';'}, {"blank", ' '}, {"space", ' '}, {"pipe", '|'}}};
  for (const auto& [name, character] : kNames)
    if (text == name) return character;
  if (text == "\\t") return '\t';
  const bool separates = text.size() == 1 && (text[0] == ' ' || text[0] == '\t' ||
                                              (text[0] > ' ' && text[0] < 0x7F && text[0] != '"' &&
                                               std::isalnum(static_cast<unsigned char>(text[0])) == 0));
  if (separates) return text[0];
  throw InputError(
      fmt::format("{} cannot separate columns", text.empty() ? "nothing" : text),
      "give comma, tab, semicolon, blank, pipe, or one character that is no letter, digit or quote")
      .in_file("--delimiter");
}

}  // namespace

std::string graph_format_names() {
  std::string names;
  for (const io::GraphFormat* format : io::all_graph_formats()) {
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
                     "the graph's format, when its name and content do not show it: " + graph_format_names());
  command.add_option(
      "--users", options.users_file,
      "file with everybody who exists, one id a line: whoever is in no edge has no connections");
  command.add_flag("--largest-component", options.largest_component,
                   "use only the largest connected component");
  add_reading_options(command, options);
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

void add_allow_empty_option(CLI::App& command, GraphOptions& options) {
  command.add_flag("--allow-empty", options.allow_empty, "go on when no user is public, or none is private");
}

InputLimits input_limits(const GraphOptions& options) {
  InputLimits limits;
  if (!options.max_unpacked.empty()) limits.unpacked = parse_memory_size(options.max_unpacked);
  limits.id_length = options.max_id_length;
  return limits;
}

ReadOptions read_options(const GraphOptions& options) {
  ReadOptions reading;
  reading.format = options.format;
  reading.threads = options.threads;
  reading.edge_list.columns = options.columns;
  if (options.header) reading.edge_list.header = HeaderChoice::kHeader;
  if (options.no_header) reading.edge_list.header = HeaderChoice::kNoHeader;
  if (!options.delimiter.empty()) reading.edge_list.delimiter = parse_delimiter(options.delimiter);
  reading.id_attribute = options.id_attribute;
  reading.limits = input_limits(options);
  return reading;
}

bool public_users_given(const GraphOptions& options) {
  return !options.public_file.empty() || !options.public_top.empty();
}

std::string describe_public_choice(const GraphOptions& options) {
  if (!options.public_file.empty()) return "listed in " + options.public_file;
  return fmt::format("the {} of highest degree", options.public_top);
}

}  // namespace hopveil::cli
