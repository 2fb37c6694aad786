// SPDX-License-Identifier: Apache-2.0
// Plans, releases and ledgers.

#include <array>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <variant>

#include <hopveil/build_users.h>
#include <hopveil/errors.h>
#include <hopveil/ledger.h>
#include <hopveil/release.h>

#include "bindings.h"
#include "from_python.h"
#include "interruptible.h"

namespace hopveil {
namespace py = pybind11;
namespace {

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

}  // namespace

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
        return interruptible(py::none(), [&](const WorkHandles& handles) {
          plan.stop = handles.stop;
          return std::make_unique<Plan>(graph, roles, preferences_from_values(graph, roles, values), plan);
        });
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
    const py::gil_scoped_release release;
    std::vector<std::array<std::string, 4>> lines;
    for (AccountLine& line : ledger_accounts(path, graph, roles)) {
      lines.push_back(
          {std::move(line.user), std::move(line.budget), std::move(line.spent), std::move(line.left)});
    }
    return lines;
  });
}

}  // namespace hopveil
