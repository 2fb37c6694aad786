#include "io/graphml_format.h"

#include <array>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <expat.h>
#include <fmt/format.h>

#include "base/check.h"
#include "io/id_text.h"
#include "io/user_numbering.h"

namespace hopveil {
namespace {

constexpr int kChunk = 1 << 16;
constexpr char kNamespaceEnd = '\n';  // cannot occur in a name

class GraphmlReader {
 public:
  GraphmlReader() : parser_(XML_ParserCreateNS(nullptr, kNamespaceEnd), XML_ParserFree) {
    if (!parser_) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetStartElementHandler(parser_.get(),
                               [](void* self, const XML_Char* name, const XML_Char** attributes) {
                                 static_cast<GraphmlReader*>(self)->guarded_element(name, attributes);
                               });
  }

  ReadGraph read(ByteSource& source, unsigned threads) {
    for (bool is_last = false; !is_last;) {
      void* buffer = XML_GetBuffer(parser_.get(), kChunk);
      if (buffer == nullptr) throw std::bad_alloc();
      const std::size_t size = source.read({static_cast<char*>(buffer), kChunk});
      is_last = size < kChunk;
      const auto status = XML_ParseBuffer(parser_.get(), static_cast<int>(size), is_last ? 1 : 0);
      if (failure_) std::rethrow_exception(failure_);
      if (status == XML_STATUS_ERROR) throw syntax_error();
    }
    if (!has_graph_) throw InputError("the file has no <graph>", "GraphML is expected");
    for (NodeId node = 0; node < mentions_.size(); ++node)
      if (!mentions_[node].declared) throw unknown_node(node);
    EdgePieces pieces;
    pieces.push_back(std::move(edges_));
    return simple_graph(std::move(pieces), users_.finish(), threads);
  }

 private:
  /// Where a node first appeared, and whether a <node> declares it.
  struct Mention {
    std::size_t line;
    std::size_t column;
    bool declared;
  };

  /// No exception may pass through expat.
  void guarded_element(const XML_Char* name, const XML_Char** attributes) noexcept {
    try {
      std::string_view local = name;
      const std::size_t separator = local.rfind(kNamespaceEnd);
      if (separator != std::string_view::npos) local.remove_prefix(separator + 1);
      element(local, attributes);
    } catch (InputError& error) {
      error.at_line(line()).at_column(column());
      failure_ = std::make_exception_ptr(error);
    } catch (...) {
      failure_ = std::current_exception();
    }
    if (failure_) XML_StopParser(parser_.get(), XML_FALSE);
  }

  void element(std::string_view name, const XML_Char** attributes) {
    if (!has_root_ && name != "graphml") {
      throw InputError(fmt::format("the file begins with <{}>", name), "GraphML begins with <graphml>");
    }
    has_root_ = true;
    if (name == "graph") {
      has_graph_ = true;
    } else if (name == "node") {
      const NodeId node = mention(attribute("node", "id", attributes));
      if (std::exchange(mentions_[node].declared, true)) {
        throw InputError(
            fmt::format("the node {} is here a second time", shown(attribute("node", "id", attributes))),
            "every node has its own id");
      }
    } else if (name == "edge") {
      const NodeId from = mention(attribute("edge", "source", attributes));
      edges_.push_back({from, mention(attribute("edge", "target", attributes))});
    } else if (name == "hyperedge") {
      throw InputError("found a <hyperedge>", "only edges with two ends can be read");
    }
  }

  static std::string_view attribute(std::string_view element, std::string_view name,
                                    const XML_Char** attributes) {
    for (; *attributes != nullptr; attributes += 2)
      if (attributes[0] == name && attributes[1][0] != '\0') return attributes[1];
    throw InputError(fmt::format("the <{}> has no {}", element, name),
                     fmt::format("every {} needs its {}", element, name));
  }

  NodeId mention(std::string_view id) {
    try {
      check_id_text(id, 0, id.size());
    } catch (const MistakeAt& mistake) {
      throw mistake.error;
    }
    const NodeId node = users_.of_text(id);
    if (node == mentions_.size()) mentions_.push_back({line(), column(), false});
    return node;
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

  InputError unknown_node(NodeId node) {
    const std::string id = users_.finish().text(node);
    InputError error(fmt::format("the edge ends at the node {}, which is not in the file", shown(id)),
                     "every end of an edge is the id of a node");
    error.at_line(mentions_[node].line).at_column(mentions_[node].column);
    return error;
  }

  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  std::exception_ptr failure_;
  bool has_root_ = false;
  bool has_graph_ = false;
  UserNumbering users_;
  std::vector<Mention> mentions_;
  std::vector<Edge> edges_;
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
    .summary = "GraphML: users are named by the ids of the nodes",
    .endings = kEndings,
    .recognise = recognise_xml,
    .read =
        [](GraphInput& input, const ParseSettings& settings) {
          return GraphmlReader().read(*input.bytes, settings.threads);
        },
};

}  // namespace hopveil
