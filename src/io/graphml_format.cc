// SPDX-License-Identifier: Apache-2.0
#include "io/graphml_format.h"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <expat.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/harmless_text.h"
#include "graph/plain_number.h"
#include "io/id_text.h"
#include "io/user_numbering.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kSmallestChunk = std::size_t{1} << 16;
constexpr std::size_t kLargestChunk = kLongestLine;
constexpr char kNamespaceEnd = '\n';  // cannot occur in a name

/// Whether the id looks like those that igraph makes up: n0, n1, ..
bool looks_made_up(std::string_view id) {
  return id.size() > 1 && id[0] == 'n' && plain_number(id.substr(1)).has_value();
}

class GraphmlReader {
 public:
  explicit GraphmlReader(const ParseSettings& settings)
      : settings_(settings), parser_(XML_ParserCreateNS(nullptr, kNamespaceEnd), XML_ParserFree) {
    if (!parser_) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(
        parser_.get(),
        [](void* self, const XML_Char* name, const XML_Char** attributes) {
          auto& reader = *static_cast<GraphmlReader*>(self);
          reader.guarded([&] { reader.begin_element(local_name(name), attributes); });
        },
        [](void* self, const XML_Char* name) {
          auto& reader = *static_cast<GraphmlReader*>(self);
          reader.guarded([&] { reader.end_element(local_name(name)); });
        });
    if (!settings_.id_attribute.empty()) {
      XML_SetCharacterDataHandler(parser_.get(), [](void* self, const XML_Char* text, int size) {
        auto& reader = *static_cast<GraphmlReader*>(self);
        reader.guarded([&] { reader.add_text({text, static_cast<std::size_t>(size)}); });
      });
    }
  }

  ReadGraph read(ByteSource& source) {
    parse(source);
    if (!has_graph_) throw InputError("the file has no <graph>", "GraphML is expected");
    for (NodeId node = 0; node < mentions_.size(); ++node)
      if (!mentions_[node].declared) throw unknown_node(node);
    EdgePieces pieces;
    pieces.push_back(std::move(edges_));
    UserIds users = settings_.id_attribute.empty() ? users_.finish() : users_by_attribute();
    ReadGraph read = simple_graph(std::move(pieces), std::move(users), settings_.threads);
    read.summary.lists_everybody = true;
    read.summary.drops_directions = is_directed_;
    read.summary.hint = hint();
    return read;
  }

 private:
  /// Where a node first appeared, and whether a <node> declares it.
  struct Mention {
    std::size_t line;
    std::size_t column;
    bool declared;
  };

  /// Where a tag is not complete, expat scans it again from its beginning with every chunk. So chunks grow as
  /// long as a tag does, and the time stays in proportion to the file.
  void parse(ByteSource& source) {
    std::size_t chunk = kSmallestChunk;
    for (bool is_last = false; !is_last;) {
      void* buffer = XML_GetBuffer(parser_.get(), static_cast<int>(chunk));
      if (buffer == nullptr) throw std::bad_alloc();
      const std::size_t size = source.read({static_cast<char*>(buffer), chunk});
      is_last = size < chunk;
      const XML_Index before = XML_GetCurrentByteIndex(parser_.get());
      const auto status = XML_ParseBuffer(parser_.get(), static_cast<int>(size), is_last ? 1 : 0);
      if (failure_) std::rethrow_exception(failure_);
      if (status == XML_STATUS_ERROR) throw syntax_error();
      const bool moved = XML_GetCurrentByteIndex(parser_.get()) != before;
      if (!moved && chunk >= kLargestChunk) throw endless_tag();
      chunk = moved ? kSmallestChunk : chunk * 2;
    }
  }

  static std::string_view local_name(std::string_view name) {
    const std::size_t separator = name.rfind(kNamespaceEnd);
    return separator == std::string_view::npos ? name : name.substr(separator + 1);
  }

  /// No exception may pass through expat.
  template <class Handle>
  void guarded(Handle&& handle) noexcept {
    if (failure_) return;
    try {
      handle();
    } catch (InputError& error) {
      error.at_line(line()).at_column(column());
      failure_ = std::make_exception_ptr(error);
    } catch (...) {
      failure_ = std::current_exception();
    }
    if (failure_) XML_StopParser(parser_.get(), XML_FALSE);
  }

  void begin_element(std::string_view name, const XML_Char** attributes) {
    if (!has_root_ && name != "graphml") {
      throw InputError(fmt::format("the file begins with <{}>", name), "GraphML begins with <graphml>");
    }
    has_root_ = true;
    if (name == "graph") {
      has_graph_ = true;
      is_directed_ = optional_attribute("edgedefault", attributes) == "directed";
    } else if (name == "key") {
      add_key(attributes);
    } else if (name == "node") {
      current_node_ = mention(attribute("node", "id", attributes));
      if (std::exchange(mentions_[current_node_].declared, true)) {
        throw InputError(
            fmt::format("the node {} is here a second time", shown(attribute("node", "id", attributes))),
            "every node has its own id");
      }
    } else if (name == "edge") {
      const NodeId from = mention(attribute("edge", "source", attributes));
      edges_.push_back({from, mention(attribute("edge", "target", attributes))});
    } else if (name == "data") {
      in_id_ =
          current_node_ != kNoNode && !id_key_.empty() && optional_attribute("key", attributes) == id_key_;
      if (in_id_) id_text_.clear();
    } else if (name == "hyperedge") {
      throw InputError("found a <hyperedge>", "only edges with two ends can be read");
    }
  }

  void end_element(std::string_view name) {
    if (name == "node") current_node_ = kNoNode;
    if (name != "data" || !std::exchange(in_id_, false)) return;
    check_id(id_text_);
    if (attribute_ids_.size() <= current_node_) attribute_ids_.resize(current_node_ + std::size_t{1});
    attribute_ids_[current_node_] = id_text_;
  }

  void add_text(std::string_view text) {
    if (in_id_ && id_text_.size() <= settings_.limits.id_length) id_text_ += text;
  }

  /// <key id="v_name" for="node" attr.name="name"/> declares an attribute of nodes.
  void add_key(const XML_Char** attributes) {
    const std::string_view owner = optional_attribute("for", attributes);
    if (owner == "edge" || owner == "graph") return;
    const std::string_view name = optional_attribute("attr.name", attributes);
    const std::string_view id = optional_attribute("id", attributes);
    if (name.empty()) return;
    node_attributes_.emplace_back(name);
    if (name == settings_.id_attribute) id_key_ = id;
  }

  static std::string_view optional_attribute(std::string_view name, const XML_Char** attributes) {
    for (; *attributes != nullptr; attributes += 2)
      if (attributes[0] == name) return attributes[1];
    return {};
  }

  static std::string_view attribute(std::string_view element, std::string_view name,
                                    const XML_Char** attributes) {
    if (const std::string_view value = optional_attribute(name, attributes); !value.empty()) return value;
    throw InputError(fmt::format("the <{}> has no {}", element, name),
                     fmt::format("every {} needs its {}", element, name));
  }

  void check_id(std::string_view id) const {
    try {
      check_id_text(id, 0, id.size(), settings_.limits.id_length);
    } catch (const MistakeAt& mistake) {
      throw mistake.error;
    }
  }

  NodeId mention(std::string_view id) {
    check_id(id);
    const NodeId node = users_.of_text(id);
    if (node == mentions_.size()) {
      mentions_.push_back({line(), column(), false});
      ids_look_made_up_ = ids_look_made_up_ && looks_made_up(id);
    }
    return node;
  }

  /// The users named by the chosen attribute.
  UserIds users_by_attribute() {
    if (id_key_.empty()) {
      throw InputError(
          fmt::format("nodes have no attribute {}", shown(settings_.id_attribute)),
          node_attributes_.empty()
              ? "the file declares no attribute of nodes"
              : "its attributes are " + harmless(fmt::format("{}", fmt::join(node_attributes_, ", "))))
          .in_file("--id-attribute");
    }
    attribute_ids_.resize(mentions_.size());
    UserNumbering named;
    for (NodeId node = 0; node < mentions_.size(); ++node) {
      const std::string& id = attribute_ids_[node];
      if (!id.empty() && named.of_text(id) == node) continue;
      InputError error(
          id.empty() ? fmt::format("the node has no {}", shown(settings_.id_attribute))
                     : fmt::format("the {} {} is here a second time", settings_.id_attribute, shown(id)),
          "--id-attribute names an attribute that every node has, each its own");
      error.at_line(mentions_[node].line).at_column(mentions_[node].column);
      throw error;
    }
    return named.finish();
  }

  /// igraph calls nodes n0, n1, .. and keeps their names in an attribute.
  std::string hint() const {
    if (!settings_.id_attribute.empty() || !ids_look_made_up_ || node_attributes_.empty()) return "";
    const auto name = std::ranges::find(node_attributes_, "name");
    return fmt::format("its ids are n0, n1, ..; --id-attribute {} would name users by that attribute",
                       harmless(name != node_attributes_.end() ? *name : node_attributes_.front()));
  }

  std::size_t line() const { return XML_GetCurrentLineNumber(parser_.get()); }
  std::size_t column() const { return XML_GetCurrentColumnNumber(parser_.get()) + 1; }

  InputError syntax_error() const {
    InputError error(
        fmt::format("the XML is not well-formed ({})", XML_ErrorString(XML_GetErrorCode(parser_.get()))),
        "GraphML is expected");
    error.at_line(line()).at_column(column());
    return error;
  }

  InputError endless_tag() const {
    InputError error(fmt::format("a tag is longer than {} MiB", kLargestChunk >> 20), "GraphML is expected");
    error.at_line(line()).at_column(column());
    return error;
  }

  InputError unknown_node(NodeId node) {
    const std::string id = users_.finish().text(node);
    InputError error(fmt::format("the edge ends at the node {}, which is not in the file", shown(id)),
                     "every end of an edge is the id of a node");
    error.at_line(mentions_[node].line).at_column(mentions_[node].column);
    return error;
  }

  const ParseSettings& settings_;
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  std::exception_ptr failure_;
  bool has_root_ = false;
  bool has_graph_ = false;
  bool is_directed_ = false;
  bool ids_look_made_up_ = true;
  UserNumbering users_;
  std::vector<Mention> mentions_;
  std::vector<Edge> edges_;
  // Names by an attribute.
  std::vector<std::string> node_attributes_;
  std::string id_key_;
  NodeId current_node_ = kNoNode;
  bool in_id_ = false;
  std::string id_text_;
  std::vector<std::string> attribute_ids_;
};

bool recognise_xml(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return false;
  head.remove_prefix(begin);
  return head.starts_with("<?xml") || head.starts_with("<graphml") || head.starts_with("<!");
}

constexpr std::array<std::string_view, 2> kEndings = {".graphml", ".xml"};

}  // namespace

const GraphFormat kGraphmlFormat = {
    .name = "graphml",
    .summary = "GraphML: users are named by the ids of the nodes, or by --id-attribute",
    .endings = kEndings,
    .recognise = recognise_xml,
    .read = [](GraphInput& input,
               const ParseSettings& settings) { return GraphmlReader(settings).read(*input.bytes); },
};

}  // namespace hopveil::io
