// SPDX-License-Identifier: Apache-2.0
// Exact counts: NOT private.

#include <memory>

#include <hopveil/count.h>

#include "bindings.h"
#include "interruptible.h"

namespace hopveil {
namespace py = pybind11;

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
  module.attr("MAX_HOPS") = kMaxHops;
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

}  // namespace hopveil
