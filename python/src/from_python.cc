// SPDX-License-Identifier: Apache-2.0
#include "from_python.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <hopveil/errors.h>

#include "bindings.h"

namespace hopveil {
namespace py = pybind11;
namespace {

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

}  // namespace

std::shared_ptr<OutsideEdges> edges_outside(const py::object& edges) {
  return edges.is_none() ? nullptr : std::make_shared<PythonEdges>(edges);
}

NetworkCounter counter_of(const py::object& counter) {
  return counter.is_none() ? NetworkCounter() : PythonCounter(counter);
}

}  // namespace hopveil
