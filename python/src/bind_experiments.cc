// SPDX-License-Identifier: Apache-2.0
// Evaluation and audit, and the list of mechanisms.

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include <hopveil/audit.h>
#include <hopveil/build_users.h>
#include <hopveil/evaluate.h>
#include <hopveil/mechanisms.h>

#include "bindings.h"
#include "from_python.h"
#include "interruptible.h"

namespace hopveil {
namespace py = pybind11;
namespace {

using EvaluationTuple =
    std::tuple<std::string, std::string, double, double, double, double, std::map<std::string, std::string>>;

}  // namespace

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

}  // namespace hopveil
