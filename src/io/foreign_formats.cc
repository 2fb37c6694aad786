// SPDX-License-Identifier: Apache-2.0
#include "io/foreign_formats.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include <hopveil/errors.h>

namespace hopveil::io {
namespace {

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string_view without_blanks(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view() : head.substr(begin);
}

/// The first line that is not a comment, without regard to case.
std::string first_line(std::string_view head, std::string_view comment) {
  for (head = without_blanks(head); head.starts_with(comment);) {
    head.remove_prefix(std::min(head.find('\n'), head.size()));
    head = without_blanks(head);
  }
  return lower_case(head.substr(0, head.find('\n')));
}

bool is_pajek(std::string_view head) {
  const std::string line = first_line(head, "%");
  return line.starts_with("*vertices") || line.starts_with("*network") || line.starts_with("*arcs") ||
         line.starts_with("*edges");
}

bool is_gexf(std::string_view head) {
  return without_blanks(head).starts_with('<') &&
         head.substr(0, 4096).find("<gexf") != std::string_view::npos;
}

/// `strict`, `graph` or `digraph`, a name, `{`.
bool is_dot(std::string_view head) {
  std::string_view rest = without_blanks(head);
  while (rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#')) {
    const std::size_t end = rest.starts_with("/*") ? rest.find("*/") : rest.find('\n');
    if (end == std::string_view::npos) return false;
    rest = without_blanks(rest.substr(end + (rest.starts_with("/*") ? 2 : 1)));
  }
  const std::string opening = lower_case(rest.substr(0, 300));
  const std::size_t brace = opening.find('{');
  if (brace == std::string::npos) return false;
  std::string_view words = std::string_view(opening).substr(0, brace);
  if (words.starts_with("strict")) words = without_blanks(words.substr(6));
  const bool is_graph = words.starts_with("graph") || words.starts_with("digraph");
  return is_graph && words.find('[') == std::string_view::npos;
}

bool is_json(std::string_view head) {
  const std::string_view text = without_blanks(head);
  if (text.starts_with('{')) return without_blanks(text.substr(1)).starts_with('"');
  return text.starts_with('[') &&
         (without_blanks(text.substr(1)).starts_with('{') || without_blanks(text.substr(1)).starts_with('['));
}

bool holds(std::string_view head, std::string_view key) {
  return head.find(key) != std::string_view::npos;
}

bool is_json_adjacency(std::string_view head) {
  return is_json(head) && holds(head, "\"adjacency\"") && holds(head, "\"nodes\"");
}
bool is_json_links(std::string_view head) {
  return is_json(head) && holds(head, "\"nodes\"") && holds(head, "\"links\"");
}
bool is_json_edges(std::string_view head) {
  return is_json(head) && holds(head, "\"nodes\"") && holds(head, "\"edges\"");
}

struct ForeignFormat {
  std::string_view name;
  bool (*recognise)(std::string_view head);
  std::string_view conversion;  ///< a shell line; {} is the file
};

// Only what python3 has by itself, where that is enough; tests/inputs_program_test.cc runs them.
constexpr std::array kForeign = {
    ForeignFormat{
        "Pajek", is_pajek,
        "python3 -c \"import networkx as n; g = n.Graph(n.read_pajek('{0}')); [print(u, u, sep='\\t') "
        "for u in g]; [print(*e, sep='\\t') for e in g.edges]\" >{0}.tsv"},
    ForeignFormat{
        "GEXF", is_gexf,
        "python3 -c \"import networkx as n; g = n.Graph(n.read_gexf('{0}')); [print(u, u, sep='\\t') "
        "for u in g]; [print(*e, sep='\\t') for e in g.edges]\" >{0}.tsv"},
    ForeignFormat{
        "DOT", is_dot,
        "python3 -c \"import networkx as n; g = n.Graph(n.nx_pydot.read_dot('{0}')); [print(u, u, sep='\\t') "
        "for u in g]; [print(*e, sep='\\t') for e in g.edges]\" >{0}.tsv"},
    ForeignFormat{"JSON with nodes and their adjacency", is_json_adjacency,
                  "python3 -c \"import json; g = json.load(open('{0}')); [print(u['id'], v['id'], sep='\\t') "
                  "for u, w in "
                  "zip(g['nodes'], g['adjacency']) for v in [u] + w]\" >{0}.tsv"},
    ForeignFormat{
        "JSON with nodes and links", is_json_links,
        "python3 -c \"import json; g = json.load(open('{0}')); [print(u['id'], u['id'], sep='\\t') for u in "
        "g['nodes']]; [print(e['source'], e['target'], sep='\\t') for e in g['links']]\" >{0}.tsv"},
    ForeignFormat{
        "JSON with nodes and edges", is_json_edges,
        "python3 -c \"import json; g = json.load(open('{0}')); [print(u['id'], u['id'], sep='\\t') for u in "
        "g['nodes']]; [print(e['source'], e['target'], sep='\\t') for e in g['edges']]\" >{0}.tsv"},
    ForeignFormat{"JSON", is_json,
                  "jq -r '.[] | [.source, .target] | @csv' {0} >{0}.csv (with the names that the file uses)"},
    ForeignFormat{
        "Parquet", [](std::string_view head) { return head.starts_with("PAR1"); },
        "python3 -c \"import pyarrow.parquet as p, pyarrow.csv as c; c.write_csv(p.read_table('{0}'), "
        "'{0}.csv')\""},
    ForeignFormat{
        "Arrow", [](std::string_view head) { return head.starts_with("ARROW1"); },
        "python3 -c \"import pyarrow.feather as f, pyarrow.csv as c; c.write_csv(f.read_table('{0}'), "
        "'{0}.csv')\""},
    ForeignFormat{"SQLite", [](std::string_view head) { return head.starts_with("SQLite format 3"); },
                  "sqlite3 -header -csv {0} 'select source, target from edges' >edges.csv (with the names "
                  "that it uses)"},
};

/// The path where it can stand in a shell line as it is.
std::string file_in_line(std::string_view path) {
  const bool is_plain =
      path != "-" && std::ranges::all_of(path, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '/' || c == '-' || c == '+';
      });
  return is_plain ? std::string(path) : "FILE";
}

std::string replaced(std::string_view line, const std::string& file) {
  std::string out(line);
  for (std::size_t at = out.find("{0}"); at != std::string::npos; at = out.find("{0}", at + file.size()))
    out.replace(at, 3, file);
  return out;
}

}  // namespace

void refuse_foreign_format(std::string_view path, std::string_view head) {
  for (const ForeignFormat& format : kForeign) {
    if (!format.recognise(head)) continue;
    throw InputError(fmt::format("this is {}, which hopveil does not read", format.name),
                     "an edge list, GML, GraphML, Matrix Market or .hvg is expected",
                     "This converts it: " + replaced(format.conversion, file_in_line(path)));
  }
}

std::string adjacency_conversion(Separator separator, bool has_colons) {
  const bool is_blank = separator == Separator::kBlank || separator == Separator::kTab;
  return fmt::format("awk{} '{}NF==1{{print $1,$1}} {{for(i=2;i<=NF;i++) print $1,$i}}' FILE >edges.txt",
                     is_blank ? "" : fmt::format(" -F'{}'", static_cast<char>(separator)),
                     has_colons ? "{sub(/:$/,\"\",$1)} " : "");
}

}  // namespace hopveil::io
