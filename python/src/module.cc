// SPDX-License-Identifier: Apache-2.0
// What python/hopveil stands on: the public headers of hopveil, with NumPy arrays for tables.

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <hopveil/audit.h>
#include <hopveil/build_graph.h>
#include <hopveil/build_users.h>
#include <hopveil/count.h>
#include <hopveil/errors.h>
#include <hopveil/evaluate.h>
#include <hopveil/ledger.h>
#include <hopveil/mechanisms.h>
#include <hopveil/read_arrow.h>
#include <hopveil/read_graph.h>
#include <hopveil/release.h>
#include <hopveil/version.h>
#include <hopveil/write_graph.h>

#include "interruptible.h"

namespace hopveil {
namespace py = pybind11;
namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;

template <class T>
std::span<const T> view(const Array<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// An array on memory that `owner` keeps alive; it is read-only.
template <class T>
Array<T> array_on(std::span<const T> values, std::vector<py::ssize_t> shape, py::object owner) {
  Array<T> array(std::move(shape), values.data(), std::move(owner));
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

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

void bind_count(py::module_& module) {
  py::class_<ExactCounts>(module, "ExactCounts").def("table", [](const py::object& self) {
    const auto& counts = self.cast<const ExactCounts&>();
    const std::size_t size = counts.rows() * counts.hops();
    const std::span<const std::uint32_t> values =
        size == 0 ? std::span<const std::uint32_t>() : std::span(counts.hop(1).data(), size);
    return array_on(values,
                    {static_cast<py::ssize_t>(counts.hops()), static_cast<py::ssize_t>(counts.rows())}, self);
  });
  py::class_<CountPlan>(module, "CountPlan")
      .def(py::init(
          [](const Graph& graph, std::size_t num_sources, std::size_t fewest_batches, std::uint64_t memory) {
            CountOptions options;
            options.fewest_batches = fewest_batches;
            options.memory_limit = memory;
            return plan_count(graph, num_sources, options);
          }))
      .def_readonly("row_words", &CountPlan::row_words)
      .def_readonly("batches", &CountPlan::batches)
      .def_readonly("streams_edges", &CountPlan::streams_edges)
      .def_property_readonly("bytes", &CountPlan::bytes);
  // A counter for batches of the sources that a plan made elsewhere: the same batches on every machine.
  py::class_<FingerprintCounter>(module, "Counter")
      .def(py::init([](const Graph& graph, const Array<NodeId>& sources, const Array<NodeId>& rows,
                       unsigned row_words, std::size_t batches, bool streams_edges, unsigned threads,
                       std::uint64_t memory) {
        const CountTask task({sources.data(), sources.data() + sources.size()},
                             {rows.data(), rows.data() + rows.size()});
        CountOptions options;
        options.threads = threads;
        options.memory_limit = memory;
        options.row_words = row_words;
        options.fewest_batches = batches;
        options.edges = streams_edges ? EdgeAccess::kStreamed : EdgeAccess::kInMemory;
        const py::gil_scoped_release release;
        return std::make_unique<FingerprintCounter>(graph, task, options, CounterUse::kWholeGraphOnce);
      }))
      .def("count_batches",
           [](FingerprintCounter& counter, std::size_t first, std::size_t last, unsigned hops) {
             const py::gil_scoped_release release;
             ExactCounts counts;
             counter.count_batches(first, last, hops, counts);
             return counts;
           })
      .def("sources_in_order", [](const FingerprintCounter& counter) {
        const std::vector<NodeId> nodes = counter.sources_in_order();
        return Array<NodeId>(static_cast<py::ssize_t>(nodes.size()), nodes.data());
      });
  module.def("count", [](const Graph& graph, const UserRoles& roles, unsigned hops, unsigned threads,
                         const py::object& progress) {
    return interruptible(progress, [&](const WorkHandles& handles) {
      CountOptions options;
      options.threads = threads;
      options.progress = handles.progress;
      options.stop = handles.stop;
      return count_fingerprints(graph, roles, hops, options);
    });
  });
}

/// Edges that a Python object holds: hopveil.spark's. A method that raises returns None instead, and keeps
/// the exception for whoever called `publish`.
class PythonEdges final : public OutsideEdges {
 public:
  explicit PythonEdges(py::object edges) : edges_(std::move(edges)) {}
  ~PythonEdges() override {
    const py::gil_scoped_acquire acquire;
    edges_ = {};
  }
  PythonEdges(const PythonEdges&) = delete;
  PythonEdges& operator=(const PythonEdges&) = delete;

  OutsideCounts count(const PairOwnership& by, std::span<const std::uint32_t> pool_of_owner,
                      std::span<const std::uint32_t> cell_of_partner) override {
    const py::gil_scoped_acquire acquire;
    const py::object answer = edges_.attr("count")(copy(by.preference), copy(by.parity), copy(by.rank),
                                                   copy(pool_of_owner), copy(cell_of_partner));
    if (answer.is_none()) throw failed("answer a question");
    const auto columns =
        answer.cast<std::tuple<Array<std::uint32_t>, Array<std::uint32_t>, Array<std::uint64_t>>>();
    return {list(std::get<0>(columns)), list(std::get<1>(columns)), list(std::get<2>(columns))};
  }
  OutsidePairs pairs(const PairOwnership& by, std::span<const std::uint8_t> is_member) override {
    const py::gil_scoped_acquire acquire;
    const py::object answer = edges_.attr("pairs")(copy(by.preference), copy(is_member));
    if (answer.is_none()) throw failed("answer a question");
    const auto columns = answer.cast<std::pair<Array<std::uint32_t>, Array<std::uint32_t>>>();
    return {list(columns.first), list(columns.second)};
  }
  void check_unchanged() override {
    const py::gil_scoped_acquire acquire;
    if (!edges_.attr("check")().cast<bool>()) throw failed("vouch for its edges");
  }

 private:
  template <class T>
  static Array<T> copy(std::span<const T> values) {
    return Array<T>(static_cast<py::ssize_t>(values.size()), values.data());
  }
  template <class T>
  static std::vector<T> list(const Array<T>& values) {
    return {values.data(), values.data() + values.size()};
  }
  static SystemError failed(const std::string& action) {
    return SystemError(action, "by the cluster", "see the exception that this one came from");
  }
  py::object edges_;
};

/// Counts by a Python function of (network, sources, rows, hops): an array with a row per hop, or None for
/// networks that are counted here. What it raises is not passed on; it keeps that for whoever wants to know.
class PythonCounter {
 public:
  explicit PythonCounter(py::object count)
      : count_(new py::object(std::move(count)), [](py::object* held) {
          const py::gil_scoped_acquire acquire;
          delete held;
        }) {}

  std::optional<ExactCounts> operator()(const Graph& network, const CountTask& task, unsigned hops) const {
    const py::gil_scoped_acquire acquire;
    const auto list = [](const std::vector<NodeId>& users) {
      return Array<NodeId>(static_cast<py::ssize_t>(users.size()), users.data());
    };
    try {
      const py::object answer = (*count_)(network, list(task.sources), list(task.rows), hops);
      if (answer.is_none()) return std::nullopt;
      const auto table = answer.cast<Array<std::uint32_t>>();
      if (static_cast<std::size_t>(table.size()) != task.rows.size() * hops) return ExactCounts();
      ExactCounts counts(task.rows.size(), hops);
      for (unsigned hop = 1; hop <= hops; ++hop)
        std::copy_n(table.data() + (hop - 1) * counts.rows(), counts.rows(), counts.hop(hop).begin());
      return counts;
    } catch (const py::error_already_set&) {
      throw SystemError("count in a network", "by the cluster", "see the exception that this one came from");
    }
  }

 private:
  std::shared_ptr<py::object> count_;
};

NetworkCounter counter_of(const py::object& counter) {
  return counter.is_none() ? NetworkCounter() : PythonCounter(counter);
}

std::shared_ptr<OutsideEdges> edges_outside(const py::object& edges) {
  return edges.is_none() ? nullptr : std::make_shared<PythonEdges>(edges);
}

py::tuple guarantee_of(const Plan& plan) {
  const GuaranteeText guarantee = plan.guarantee();
  return py::make_tuple(guarantee.status, guarantee.statement, guarantee.reason, guarantee.exceptions);
}

Array<double> values_of(const Preferences& preferences) {
  Array<double> values(static_cast<py::ssize_t>(preferences.size()));
  double* value = values.mutable_data();
  for (const Epsilon epsilon : preferences.by_row()) *value++ = epsilon.value();
  return values;
}

/// Rows (level, users, hop or 0 for all, then low, middle and high of MAE, MRE and the share of zeros).
py::list expected_errors(const Plan& plan, bool quick, const py::object& progress) {
  const std::vector<ExpectedError> lines = interruptible(progress, [&](const WorkHandles& handles) {
    return plan.expected(quick, handles.progress, handles.stop);
  });
  py::list rows;
  for (const ExpectedError& line : lines) {
    rows.append(py::make_tuple(line.level, line.users, line.hop, line.mae_low, line.mae, line.mae_high,
                               line.mre_low, line.mre, line.mre_high, line.of_zeros_low, line.of_zeros,
                               line.of_zeros_high));
  }
  return rows;
}

/// A Release, or (message, number of users, the first of them) when the budget does not suffice.
py::object publish(Plan& plan, const std::string& ledger, bool accept_refuted, const py::object& progress) {
  const auto work = [&](const WorkHandles& handles) {
    PublishSettings settings;
    settings.ledger = ledger;
    settings.accept_refuted = accept_refuted;
    settings.progress = handles.progress;
    settings.stop = handles.stop;
    return plan.publish(settings);
  };
  auto result = interruptible(progress, work, DoneNevertheless::kKeep);
  if (const auto* refusal = std::get_if<BudgetRefusal>(&result)) {
    return py::make_tuple(refusal->message, refusal->num_users, refusal->users);
  }
  return py::cast(std::get<Release>(std::move(result)));
}

void bind_release(py::module_& module) {
  py::class_<Plan>(module, "Plan")
      .def(py::init([](const Graph& graph, const UserRoles& roles, const Array<double>& epsilons,
                       unsigned hops, const std::string& mechanism,
                       const std::map<std::string, std::string>& options, const std::string& share,
                       const std::vector<std::string>& exceptions, const std::string& source_format,
                       unsigned threads, bool stream_edges, const py::object& outside,
                       const py::object& network_counter, bool reach) {
        PlanOptions plan;
        plan.hops = hops;
        plan.mechanism = mechanism;
        plan.options = options;
        plan.share = share;
        plan.exceptions = exceptions;
        plan.source_format = source_format;
        plan.threads = threads;
        plan.stream_edges = stream_edges;
        plan.outside = edges_outside(outside);
        plan.network_counter = counter_of(network_counter);
        plan.reach = reach;
        const auto values = view(epsilons);
        const py::gil_scoped_release release;
        return std::make_unique<Plan>(graph, roles, preferences_from_values(graph, roles, values), plan);
      }))
      .def("guarantee", &guarantee_of)
      .def("expected", &expected_errors)
      .def("to_spend", [](const Plan& plan) { return values_of(plan.to_spend()); })
      .def("publish", &publish);

  const auto column = [](std::span<const std::int64_t> (Release::*values)(unsigned) const) {
    return [values](const py::object& self, unsigned hop) {
      const auto numbers = (self.cast<const Release&>().*values)(hop);
      return array_on(numbers, {static_cast<py::ssize_t>(numbers.size())}, self);
    };
  };
  py::class_<Release>(module, "Release")
      .def_property_readonly("rows", &Release::rows)
      .def_property_readonly("hops", &Release::hops)
      .def_property_readonly("with_intervals", &Release::with_intervals)
      .def_property_readonly("metadata", &Release::metadata)
      .def("hop", column(&Release::hop))
      .def("low", column(&Release::low))
      .def("high", column(&Release::high))
      .def_property_readonly("with_reach", &Release::with_reach)
      .def("reach", column(&Release::reach))
      .def("reach_low", column(&Release::reach_low))
      .def("reach_high", column(&Release::reach_high))
      .def("save", &Release::save, py::call_guard<py::gil_scoped_release>());

  module.def("create_ledger", [](const std::string& path, const Graph& graph, const UserRoles& roles,
                                 const Array<double>& epsilons) {
    const auto values = view(epsilons);
    const py::gil_scoped_release release;
    create_ledger(path, graph, roles, preferences_from_values(graph, roles, values));
  });
  module.def("accounts", [](const std::string& path, const Graph& graph, const UserRoles& roles) {
    std::vector<std::array<std::string, 4>> lines;
    for (AccountLine& line : ledger_accounts(path, graph, roles)) {
      lines.push_back(
          {std::move(line.user), std::move(line.budget), std::move(line.spent), std::move(line.left)});
    }
    return lines;
  });
}

using EvaluationTuple =
    std::tuple<std::string, std::string, double, double, double, double, std::map<std::string, std::string>>;

void bind_experiments(py::module_& module) {
  module.def("evaluate", [](const Graph& graph, const UserRoles& roles,
                            const std::vector<std::string>& mechanisms, unsigned hops,
                            const std::vector<double>& groups, const std::optional<Array<double>>& epsilons,
                            const std::map<std::string, std::vector<std::string>>& values, std::uint64_t runs,
                            std::uint64_t seed, unsigned threads, const py::object& network_counter,
                            const py::object& progress) {
    EvaluationOptions options;
    options.network_counter = counter_of(network_counter);
    options.mechanisms = mechanisms;
    options.hops = hops;
    for (const double group : groups) options.groups.push_back(epsilon_from_value(group));
    if (epsilons) options.preferences = preferences_from_values(graph, roles, view(*epsilons));
    options.options = values;
    options.runs = runs;
    options.seed = seed;
    options.threads = threads;
    const auto lines = interruptible(progress, [&](const WorkHandles& handles) {
      options.progress = handles.progress;
      options.stop = handles.stop;
      return evaluate(graph, roles, options);
    });
    std::vector<EvaluationTuple> rows;
    for (const EvaluationLine& line : lines) {
      rows.emplace_back(line.mechanism, line.part, line.mae, line.mae_sd, line.mre, line.mre_sd,
                        line.options);
    }
    return rows;
  });
  module.def("audit",
             [](const std::string& mechanism, double level, double seconds, std::optional<std::uint64_t> runs,
                std::uint64_t seed, unsigned threads, const py::object& progress) {
               AuditSettings settings;
               settings.mechanism = mechanism;
               settings.level = epsilon_from_value(level);
               settings.seconds = seconds;
               settings.runs = runs;
               settings.seed = seed;
               settings.threads = threads;
               const AuditReport report = interruptible(progress, [&](const WorkHandles& handles) {
                 settings.progress = handles.progress;
                 settings.stop = handles.stop;
                 return audit_mechanism(settings);
               });
               py::list lines;
               for (const AuditLine& line : report.lines) {
                 lines.append(py::make_tuple(line.subject, line.pair, line.hops, line.promised, line.bound,
                                             line.verdict, line.reason));
               }
               return py::make_tuple(report.verdict, lines);
             });
  module.def("mechanisms", [] {
    py::list rows;
    for (const MechanismSummary& info : mechanism_summaries()) {
      py::dict options;
      for (const MechanismOption& option : info.options) {
        options[py::str(option.name)] =
            py::make_tuple(option.values, option.default_value, option.meaning, option.choices);
      }
      rows.append(py::make_tuple(info.name, info.summary, info.source, info.promise, info.status, options));
    }
    return rows;
  });
}

}  // namespace

PYBIND11_MODULE(_hopveil, module) {
  module.attr("__version__") = version();
  py::register_exception<InputError>(module, "InputError", PyExc_ValueError).attr("__doc__") =
      "The input is wrong: what was found, where, and what to do (exit code 2 of the program).";
  py::register_exception<SystemError>(module, "SystemError", PyExc_OSError).attr("__doc__") =
      "The system failed: disk, memory, permissions (exit code 4).";
  py::register_exception<BugError>(module, "BugError", PyExc_RuntimeError).attr("__doc__") =
      "hopveil itself is wrong (exit code 70).";
  py::register_exception<Cancelled>(module, "Cancelled", PyExc_RuntimeError).attr("__doc__") =
      "The work was cancelled before it ended.";
  bind_graph(module);
  bind_count(module);
  bind_release(module);
  bind_experiments(module);
}

}  // namespace hopveil
