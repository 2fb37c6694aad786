// SPDX-License-Identifier: Apache-2.0
#include "io/write_graph.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>
#include <hopveil/write_graph.h>

#include "base/output_file.h"
#include "io/csv.h"
#include "io/external_builder.h"
#include "io/hvg_format.h"

namespace hopveil {
namespace {

void write_edge_list(const Graph& graph, const std::string& path, char separator) {
  OutputFile output(path);
  output.write(fmt::format("# {} nodes, {} edges; a user without edges is written as linked to itself\n",
                           graph.num_nodes(), graph.num_edges()));
  std::string line;
  const auto write_edge = [&](NodeId from, NodeId to) {
    line.clear();
    io::append_csv_field(graph.ids().text(from), line);
    line += separator;
    io::append_csv_field(graph.ids().text(to), line);
    line += '\n';
    output.write(line);
  };
  for (NodeId node = 0; node < graph.num_nodes(); ++node) {
    if (graph.degree(node) == 0) write_edge(node, node);
    for (const NodeId other : graph.neighbours(node)) {
      if (other > node) write_edge(node, other);
    }
  }
  output.commit();
}

}  // namespace

void io::write_graph(const Graph& graph, const std::string& path, bool lists_everybody) {
  const std::string_view name = path;
  if (name.ends_with(".hvg")) return io::write_hvg(graph, path, lists_everybody);
  for (const std::string_view ending : {".gz", ".zst", ".gml", ".graphml", ".mtx", ".xml"}) {
    if (name.ends_with(ending)) {
      throw InputError(fmt::format("{} files can be read but not written", ending),
                       "name a .hvg file (binary) or an edge list such as graph.txt or graph.csv");
    }
  }
  write_edge_list(graph, path, name.ends_with(".csv") ? ',' : '\t');
}

void write_binary_graph(const Graph& graph, const std::string& path, bool lists_everybody) {
  io::write_hvg(graph, path, lists_everybody);
}

class BinaryGraphWriter::Impl {
 public:
  Impl(const std::string& path, UserIds users, bool lists_everybody, std::uint64_t memory)
      : builder_(path, memory), users_(std::move(users)), lists_everybody_(lists_everybody) {}

  void add(std::span<const NodeId> from, std::span<const NodeId> to) {
    check_unfinished();
    if (from.size() != to.size())
      throw InputError(fmt::format("there are {} first and {} second ends", from.size(), to.size()));
    edges_.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      edges_[i] = {from[i], to[i]};
      if (std::max(from[i], to[i]) >= users_.size()) {
        throw InputError(
            fmt::format("user {} does not exist; there are {}", std::max(from[i], to[i]), users_.size()));
      }
    }
    builder_.add(edges_);
  }
  std::uint64_t finish() {
    check_unfinished();
    finished_ = true;
    return builder_.finish(users_, lists_everybody_).num_edges;
  }

 private:
  void check_unfinished() const {
    if (finished_)
      throw InputError("the network's file is finished", "a further one needs a writer of its own");
  }

  io::ExternalBuilder builder_;
  UserIds users_;
  bool lists_everybody_;
  std::vector<Edge> edges_;
  bool finished_ = false;
};

BinaryGraphWriter::BinaryGraphWriter(const std::string& path, UserIds users, bool lists_everybody,
                                     std::uint64_t memory)
    : impl_(std::make_unique<Impl>(path, std::move(users), lists_everybody, memory)) {}
BinaryGraphWriter::~BinaryGraphWriter() = default;
void BinaryGraphWriter::add(std::span<const NodeId> from, std::span<const NodeId> to) {
  impl_->add(from, to);
}
std::uint64_t BinaryGraphWriter::finish() {
  return impl_->finish();
}

}  // namespace hopveil
