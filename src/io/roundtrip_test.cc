// SPDX-License-Identifier: Apache-2.0
// Random graphs, written in every format, read back the same, whatever the threads and the size of blocks.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "io/csv.h"
#include "io/hvg_format.h"
#include "io/test_input.h"
#include "support/temporary_folder.h"

namespace hopveil::testing {
namespace {

struct RandomGraph {
  std::vector<std::string> names;  // all different
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};

rc::Gen<std::string> random_name() {
  const auto character = rc::gen::element<std::string>("a", "Z", "0", "7", "_", "-", ".", ",", ";", "\"", " ",
                                                       "#", "%", "&", "<", "'", "é", "日", "𝄞");
  return rc::gen::map(
      rc::gen::pair(
          rc::gen::arbitrary<bool>(),
          rc::gen::pair(rc::gen::inRange<std::uint64_t>(0, 2000000),
                        rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(character)))),
      [](const auto& parts) {
        if (parts.first) return std::to_string(parts.second.first);
        return fmt::format("{}", fmt::join(parts.second.second, ""));
      });
}

RandomGraph random_graph() {
  RandomGraph graph;
  const bool only_numbers = *rc::gen::arbitrary<bool>();
  const auto names = *rc::gen::container<std::set<std::string>>(
      only_numbers ? rc::gen::map(rc::gen::arbitrary<std::uint64_t>(),
                                  [](std::uint64_t n) { return std::to_string(n); })
                   : random_name());
  graph.names.assign(names.begin(), names.end());
  if (graph.names.empty()) graph.names.push_back("1");
  const auto node = rc::gen::inRange<std::size_t>(0, graph.names.size());
  graph.edges = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<std::pair<std::size_t, std::size_t>>>(rc::gen::pair(node, node)));
  return graph;
}

std::string escaped(std::string_view text, bool in_gml) {
  std::string out;
  for (const char c : text) {
    if (c == '"')
      out += "&quot;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '<' && !in_gml)
      out += "&lt;";
    else
      out += c;
  }
  return out;
}

std::string as_edge_list(const RandomGraph& graph) {
  std::string text = "# edges\nsource,target\n";
  for (const auto& [from, to] : graph.edges) {
    io::append_csv_field(graph.names[from], text);
    text += ',';
    io::append_csv_field(graph.names[to], text);
    text += '\n';
  }
  return text;
}

std::string as_gml(const RandomGraph& graph) {
  std::string text = "graph [\n";
  for (std::size_t i = 0; i < graph.names.size(); ++i)
    text += fmt::format("node [ id {} label \"{}\" ]\n", i, escaped(graph.names[i], true));
  for (const auto& [from, to] : graph.edges) text += fmt::format("edge [ source {} target {} ]\n", from, to);
  return text + "]\n";
}

std::string as_graphml(const RandomGraph& graph) {
  std::string text = "<graphml><graph>\n";
  for (const auto& name : graph.names) text += fmt::format("<node id=\"{}\"/>\n", escaped(name, false));
  for (const auto& [from, to] : graph.edges)
    text += fmt::format("<edge source=\"{}\" target=\"{}\"/>\n", escaped(graph.names[from], false),
                        escaped(graph.names[to], false));
  return text + "</graph></graphml>\n";
}

std::string as_matrix_market(const RandomGraph& graph) {
  std::string text = fmt::format("%%MatrixMarket matrix coordinate pattern general\n{} {} {}\n",
                                 graph.names.size(), graph.names.size(), graph.edges.size());
  for (const auto& [from, to] : graph.edges) text += fmt::format("{} {}\n", from + 1, to + 1);
  return text;
}

/// The simple edges by name, each with its smaller name first, and how many were removed.
struct Facts {
  std::set<NamedEdge> edges;
  std::uint64_t repeated = 0;
  std::uint64_t self_loops = 0;
  friend bool operator==(const Facts&, const Facts&) = default;
};

Facts facts_of(const RandomGraph& graph, const std::vector<std::string>& names) {
  Facts facts;
  for (const auto& [from, to] : graph.edges) {
    if (from == to) {
      ++facts.self_loops;
    } else if (!facts.edges.insert(std::minmax(names[from], names[to])).second) {
      ++facts.repeated;
    }
  }
  return facts;
}

Facts facts_of(const ReadGraph& read) {
  Facts facts{{}, read.summary.repeated_edges, read.summary.self_loops};
  for (const auto& [from, to] : named_edges(read.graph)) facts.edges.insert(std::minmax(from, to));
  return facts;
}

io::ParseSettings random_settings() {
  return {.threads = *rc::gen::element(1U, 2U, 7U),
          .block_size = *rc::gen::element<std::size_t>(1, 7, 64, 1 << 20)};
}

RC_GTEST_PROP(Roundtrip, EdgeListsNumberUsersByFirstAppearance, ()) {
  const RandomGraph graph = random_graph();
  const std::string text = as_edge_list(graph);
  const ReadGraph read = read_text(text, "edges", random_settings());
  std::vector<std::string> by_appearance;
  std::set<std::size_t> seen;
  for (const auto& [from, to] : graph.edges)
    for (const std::size_t node : {from, to})
      if (seen.insert(node).second) by_appearance.push_back(graph.names[node]);
  RC_ASSERT(names(read.graph) == by_appearance);
  RC_ASSERT(facts_of(read) == facts_of(graph, graph.names));
}

RC_GTEST_PROP(Roundtrip, FormatsThatListNodesKeepTheirOrder, ()) {
  const RandomGraph graph = random_graph();
  for (const std::string& text : {as_gml(graph), as_graphml(graph)}) {
    const ReadGraph read = read_text(text, "", random_settings());
    RC_ASSERT(names(read.graph) == graph.names);
    RC_ASSERT(facts_of(read) == facts_of(graph, graph.names));
  }
}

RC_GTEST_PROP(Roundtrip, MatrixMarketUsersAreNumbers, ()) {
  const RandomGraph graph = random_graph();
  const ReadGraph read = read_text(as_matrix_market(graph), "", random_settings());
  std::vector<std::string> numbers;
  for (std::size_t i = 1; i <= graph.names.size(); ++i) numbers.push_back(std::to_string(i));
  RC_ASSERT(names(read.graph) == numbers);
  RC_ASSERT(facts_of(read) == facts_of(graph, numbers));
}

RC_GTEST_PROP(Roundtrip, BinaryFilesKeepEverything, ()) {
  const TemporaryFolder folder;
  const Graph graph = read_text(as_gml(random_graph())).graph;
  io::write_hvg(graph, folder.path("g.hvg"));
  const Graph read = read_graph(folder.path("g.hvg")).graph;
  RC_ASSERT(names(read) == names(graph));
  RC_ASSERT(named_edges(read) == named_edges(graph));
}

TEST(Roundtrip, TheFirstMistakeIsReportedWhateverTheThreads) {
  std::string text;
  for (int line = 1; line <= 20000; ++line)
    text += line == 7777 || line == 7790 || line > 15000 ? "x\n" : "1 2\n";
  for (const unsigned threads : {1U, 2U, 7U})
    for (const std::size_t block_size : {1U, 100U, 4096U, 1U << 20})
      EXPECT_EQ(read_error(text, "edges", {threads, block_size}).substr(0, 12), "test:7777:1:");
}

TEST(Roundtrip, NumbersAndTextFarApartAgree) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += fmt::format("{} {}\n", i * 1000003L, i * 7);
  const auto numbers = read_text(text, "edges", {2, 512});
  EXPECT_TRUE(numbers.graph.ids().numeric());
  const auto mixed = read_text(text + "x 0\n", "edges", {2, 512});
  EXPECT_FALSE(mixed.graph.ids().numeric());
  auto expected = names(numbers.graph);
  expected.push_back("x");
  EXPECT_EQ(names(mixed.graph), expected);
}

}  // namespace
}  // namespace hopveil::testing
