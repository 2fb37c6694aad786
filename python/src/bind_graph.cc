// SPDX-License-Identifier: Apache-2.0
// Networks, and who is public.

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>

#include <hopveil/build_graph.h>
#include <hopveil/read_arrow.h>
#include <hopveil/read_graph.h>
#include <hopveil/users.h>
#include <hopveil/write_graph.h>

#include "bindings.h"
#include "interruptible.h"

namespace hopveil {
namespace py = pybind11;
namespace {

/// Numbers that differ, texts, or nothing: the numbers 0, 1, ..
using Names = std::optional<std::variant<Array<std::uint64_t>, std::vector<std::string>>>;

UserIds users_of(const Names& names, std::size_t count) {
  if (!names) return numbered_users(static_cast<NodeId>(count));
  if (const auto* texts = std::get_if<std::vector<std::string>>(&*names)) return named_users(*texts);
  const auto numbers = view(std::get<Array<std::uint64_t>>(*names));
  return UserIds::from_numbers({numbers.begin(), numbers.end()});
}

Graph graph_from_edge_arrays(const Names& names, std::size_t count, const Array<std::uint32_t>& from,
                             const Array<std::uint32_t>& to) {
  const auto from_view = view(from);
  const auto to_view = view(to);
  const py::gil_scoped_release release;
  return graph_from_edges(users_of(names, count), from_view, to_view);
}

Graph graph_on_rows(const Array<std::uint64_t>& offsets, const Array<std::uint32_t>& targets,
                    const Names& names) {
  using Kept = std::pair<py::object, py::object>;
  // The last owner may be any thread: the arrays are let go under the interpreter's lock.
  const std::shared_ptr<Kept> storage(new Kept(offsets, targets), [](Kept* kept) {
    const py::gil_scoped_acquire acquire;
    delete kept;
  });
  const auto offsets_view = view(offsets);
  const auto targets_view = view(targets);
  const py::gil_scoped_release release;
  return graph_from_rows(offsets_view, targets_view,
                         users_of(names, offsets_view.empty() ? 0 : offsets_view.size() - 1), storage);
}

/// The C stream that an object's __arrow_c_stream__ gives. The capsule stays the owner until it is read.
ArrowArrayStream* stream_in(const py::capsule& capsule) {
  return static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
}

/// Who exists: a stream's capsule, or names as above, or nothing: whoever has a connection.
using ArrowNames = std::variant<py::none, py::capsule, Array<std::uint64_t>, std::vector<std::string>>;

std::pair<Graph, bool> graph_on_arrow(const py::capsule& edges, const std::string& source,
                                      const std::string& target, const ArrowNames& listed) {
  ArrowArrayStream* const stream = stream_in(edges);
  if (stream == nullptr) throw py::error_already_set();
  ArrowUsers users;
  if (const auto* capsule = std::get_if<py::capsule>(&listed)) {
    users.stream = stream_in(*capsule);
    if (users.stream == nullptr) throw py::error_already_set();
  }
  if (const auto* numbers = std::get_if<Array<std::uint64_t>>(&listed)) users.numbers = view(*numbers);
  if (const auto* names = std::get_if<std::vector<std::string>>(&listed)) users.names = *names;
  const bool lists_everybody = !std::holds_alternative<py::none>(listed);
  return interruptible(py::none(), [&](const WorkHandles& handles) {
    ArrowReadOptions options;
    options.source = source;
    options.target = target;
    options.stop = handles.stop;
    ArrowGraph read = graph_from_arrow(*stream, options, lists_everybody ? &users : nullptr);
    return std::pair(std::move(read.graph), read.integer_ids);
  });
}

/// The network, its format, and whether everybody is listed: by the file, or by `users`.
std::tuple<Graph, std::string, bool> graph_in_file(const std::string& path, const std::string& format,
                                                   const std::string& columns, std::optional<bool> header,
                                                   const std::string& id_attribute,
                                                   const std::optional<std::vector<std::string>>& users) {
  return interruptible(py::none(), [&](const WorkHandles& handles) {
    ReadOptions options;
    options.format = format;
    options.edge_list.columns = columns;
    if (header) options.edge_list.header = *header ? HeaderChoice::kHeader : HeaderChoice::kNoHeader;
    options.id_attribute = id_attribute;
    options.stop = handles.stop;
    ReadGraph read = read_graph(path, options);
    if (users) list_users(read, *users);
    return std::tuple(std::move(read.graph), std::move(read.summary.format), read.summary.lists_everybody);
  });
}

std::vector<std::string> names_of(const Graph& graph) {
  std::vector<std::string> names;
  names.reserve(graph.num_nodes());
  for (NodeId node = 0; node < graph.num_nodes(); ++node) names.push_back(graph.ids().text(node));
  return names;
}

}  // namespace

void bind_graph(py::module_& module) {
  py::class_<Graph>(module, "Graph")
      .def_static("from_edges", &graph_from_edge_arrays)
      .def_static("from_rows", &graph_on_rows)
      .def_static("from_arrow", &graph_on_arrow)
      .def_static("read", &graph_in_file, py::arg("path"), py::arg("format"), py::arg("columns") = "",
                  py::arg("header") = py::none(), py::arg("id_attribute") = "", py::arg("users") = py::none())
      .def_property_readonly("num_users", &Graph::num_nodes)
      .def_property_readonly("num_edges", &Graph::num_edges)
      .def("write", &write_binary_graph, py::call_guard<py::gil_scoped_release>())
      .def("names", &names_of)
      .def("numbers",
           [](const py::object& self) -> std::optional<Array<std::uint64_t>> {
             const auto& ids = self.cast<const Graph&>().ids();
             if (!ids.numeric()) return std::nullopt;
             return array_on(ids.numbers(), {static_cast<py::ssize_t>(ids.size())}, self);
           })
      .def("rows", [](const py::object& self) {
        const auto& graph = self.cast<const Graph&>();
        return std::pair(array_on(graph.offsets(), {static_cast<py::ssize_t>(graph.offsets().size())}, self),
                         array_on(graph.targets(), {static_cast<py::ssize_t>(graph.targets().size())}, self));
      });
  py::class_<BinaryGraphWriter>(module, "BinaryGraphWriter")
      .def(py::init([](const std::string& path, const Names& names, std::uint64_t memory) {
        return std::make_unique<BinaryGraphWriter>(path, users_of(names, 0), true, memory);
      }))
      .def("add",
           [](BinaryGraphWriter& writer, const Array<NodeId>& from, const Array<NodeId>& to) {
             const auto from_view = view(from), to_view = view(to);
             const py::gil_scoped_release release;
             writer.add(from_view, to_view);
           })
      .def("finish", &BinaryGraphWriter::finish, py::call_guard<py::gil_scoped_release>());
  py::class_<UserRoles>(module, "UserRoles")
      .def(py::init([](const Graph& graph, const std::vector<NodeId>& public_users) {
        return UserRoles(graph.num_nodes(), public_users);
      }))
      .def("private_users",
           [](const py::object& self) {
             const auto users = self.cast<const UserRoles&>().private_users();
             return array_on(users, {static_cast<py::ssize_t>(users.size())}, self);
           })
      .def("public_users", [](const py::object& self) {
        const auto users = self.cast<const UserRoles&>().public_users();
        return array_on(users, {static_cast<py::ssize_t>(users.size())}, self);
      });
  module.def("most_connected", [](const Graph& graph, const std::string& share) {
    return highest_degree_users(graph, TopShare::from_text(share));
  });
}

}  // namespace hopveil
