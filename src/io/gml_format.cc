// SPDX-License-Identifier: Apache-2.0
#include "io/gml_format.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/gml_lexer.h"
#include "io/id_text.h"
#include "io/user_numbering.h"

namespace hopveil::io {
namespace {

using Kind = GmlToken::Kind;

class GmlReader {
 public:
  GmlReader(std::string_view text, std::size_t longest_id)
      : text_(text), lexer_(text), longest_id_(longest_id) {}

  ReadGraph read(unsigned threads) {
    bool has_graph = false;
    for (GmlToken key = lexer_.next(); key.kind != Kind::kEnd; key = lexer_.next()) {
      expect_key(key);
      if (key.text == "graph") {
        if (has_graph) throw MistakeAt{key.offset, InputError("a second graph begins", "a file holds one")};
        has_graph = true;
        read_graph_list();
      } else {
        skip_value();
      }
    }
    if (!has_graph)
      throw MistakeAt{text_.size(), InputError("the file has no graph", "GML has \"graph [ .. ]\"")};
    EdgePieces pieces(1, resolve_edges());
    const bool named_by_label = unlabelled_ == 0 && labels_.size() == num_nodes_;
    ReadGraph read =
        simple_graph(std::move(pieces), named_by_label ? labels_.finish() : ids_.finish(), threads);
    read.summary.lists_everybody = true;
    read.summary.drops_directions = is_directed_;
    return read;
  }

 private:
  struct EdgeEntry {
    GmlToken source;
    GmlToken target;
  };

  static void expect_key(const GmlToken& token) {
    if (token.kind == Kind::kKey) return;
    throw MistakeAt{token.offset,
                    InputError(fmt::format("found {}", token.shown()), "a key is expected here")};
  }

  void expect_open(std::string_view key) {
    const GmlToken token = lexer_.next();
    if (token.kind == Kind::kOpen) return;
    throw MistakeAt{token.offset, InputError(fmt::format("found {}", token.shown()),
                                             fmt::format("\"[\" is expected after \"{}\"", key))};
  }

  /// The next key of a list; nothing at the list's end.
  std::optional<GmlToken> next_key() {
    const GmlToken key = lexer_.next();
    if (key.kind == Kind::kClose) return std::nullopt;
    if (key.kind == Kind::kEnd)
      throw MistakeAt{key.offset, InputError("the file ends in a list", "\"]\" is expected")};
    expect_key(key);
    return key;
  }

  void skip_value() {
    std::size_t depth = 0;
    do {
      const GmlToken token = lexer_.next();
      if (token.kind == Kind::kOpen) ++depth;
      if (token.kind == Kind::kClose && depth > 0) {
        --depth;
      } else if (token.kind == Kind::kClose || token.kind == Kind::kEnd) {
        throw MistakeAt{token.offset,
                        InputError(fmt::format("found {}", token.shown()), "a value is expected")};
      }
    } while (depth > 0);
  }

  GmlToken read_name(std::string_view key) {
    const GmlToken token = lexer_.next();
    if (token.kind == Kind::kNumber || token.kind == Kind::kText) return token;
    throw MistakeAt{token.offset,
                    InputError(fmt::format("found {}", token.shown()),
                               fmt::format("a number or quoted text is expected after \"{}\"", key))};
  }

  void read_graph_list() {
    expect_open("graph");
    while (const auto key = next_key()) {
      if (key->text == "node") {
        read_node(*key);
      } else if (key->text == "edge") {
        read_edge(*key);
      } else if (key->text == "directed") {
        is_directed_ = read_name("directed").text == "1";
      } else {
        skip_value();
      }
    }
  }

  void read_node(const GmlToken& node) {
    expect_open("node");
    std::optional<GmlToken> id;
    std::optional<GmlToken> label;
    while (const auto key = next_key()) {
      if (key->text == "id") {
        id = read_name("id");
      } else if (key->text == "label") {
        label = read_name("label");
      } else {
        skip_value();
      }
    }
    if (!id) throw MistakeAt{node.offset, InputError("the node has no id", "every node needs one")};
    if (number_of(*id) != num_nodes_)
      throw MistakeAt{id->offset, InputError(fmt::format("the node {} is here a second time", id->shown()),
                                             "every node has its own id")};
    ++num_nodes_;
    if (label && !label->text.empty()) {
      labels_.of_text(checked_text(*label));
    } else {
      ++unlabelled_;
    }
  }

  void read_edge(const GmlToken& edge) {
    expect_open("edge");
    std::optional<GmlToken> source;
    std::optional<GmlToken> target;
    while (const auto key = next_key()) {
      if (key->text == "source") {
        source = read_name("source");
      } else if (key->text == "target") {
        target = read_name("target");
      } else {
        skip_value();
      }
    }
    if (!source || !target)
      throw MistakeAt{edge.offset,
                      InputError("the edge lacks an end", "every edge has a source and a target")};
    edges_.push_back({*source, *target});
  }

  /// Nodes may stand behind the edges that use them, so edges wait for the end of the file.
  std::vector<Edge> resolve_edges() {
    std::vector<Edge> edges;
    edges.reserve(edges_.size());
    for (const auto& [source, target] : edges_) {
      const NodeId from = known_number_of(source);
      edges.push_back({from, known_number_of(target)});
    }
    return edges;
  }

  NodeId known_number_of(const GmlToken& id) {
    const NodeId node = number_of(id);
    if (node < num_nodes_) return node;
    throw MistakeAt{
        id.offset,
        InputError(fmt::format("the edge ends at the node {}, which is not in the file", id.shown()),
                   "every end of an edge is the id of a node")};
  }

  NodeId number_of(const GmlToken& id) { return ids_.of_text(checked_text(id)); }

  std::string checked_text(const GmlToken& token) const {
    const std::size_t begin = token.offset + (token.kind == Kind::kText ? 1 : 0);
    check_id_text(text_, begin, begin + token.text.size(), longest_id_);
    if (token.text.empty()) throw MistakeAt{token.offset, InputError("the id is empty", "an id is text")};
    if (token.kind != Kind::kText) return std::string(token.text);
    const std::string text = gml_text(token.text);
    try {
      check_id_text(text, 0, text.size(), longest_id_);  // an entity may name a control character
    } catch (const MistakeAt& mistake) {
      throw MistakeAt{begin, mistake.error};
    }
    return text;
  }

  std::string_view text_;
  GmlLexer lexer_;
  std::size_t longest_id_;
  UserNumbering ids_;
  UserNumbering labels_;
  NodeId num_nodes_ = 0;
  bool is_directed_ = false;
  std::uint64_t unlabelled_ = 0;
  std::vector<EdgeEntry> edges_;
};

ReadGraph read_gml(GraphInput& input, const ParseSettings& settings) {
  const std::string text = read_all(*input.bytes);
  try {
    return GmlReader(text, settings.limits.id_length).read(settings.threads);
  } catch (const MistakeAt& mistake) {
    throw placed(mistake, text, 1);
  }
}

/// GML begins with keys and their values, and one of the first is `graph [`.
bool recognise_gml(std::string_view head) {
  try {
    GmlLexer lexer(head);
    for (;;) {
      const GmlToken key = lexer.next();
      const GmlToken value = lexer.next();
      if (key.kind != Kind::kKey) return false;
      if (key.text == "graph") return value.kind == Kind::kOpen;
      if (value.kind != Kind::kNumber && value.kind != Kind::kText) return false;
    }
  } catch (const MistakeAt&) {
    return false;
  }
}

constexpr std::array<std::string_view, 1> kEndings = {".gml"};

}  // namespace

const GraphFormat kGmlFormat = {
    .name = "gml",
    .summary = "GML: users are named by their labels when all have one and all differ, else by their ids",
    .endings = kEndings,
    .recognise = recognise_gml,
    .read = read_gml,
};

}  // namespace hopveil::io
