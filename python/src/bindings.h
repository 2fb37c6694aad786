// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts of the module, and what they share: NumPy arrays for tables.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace hopveil {

template <class T>
using Array = pybind11::array_t<T, pybind11::array::c_style>;

template <class T>
std::span<const T> view(const Array<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// An array on memory that `owner` keeps alive; it is read-only.
template <class T>
Array<T> array_on(std::span<const T> values, std::vector<pybind11::ssize_t> shape, pybind11::object owner) {
  Array<T> array(std::move(shape), values.data(), std::move(owner));
  array.attr("setflags")(pybind11::arg("write") = false);
  return array;
}

void bind_graph(pybind11::module_& module);
void bind_count(pybind11::module_& module);
void bind_release(pybind11::module_& module);
void bind_experiments(pybind11::module_& module);

}  // namespace hopveil
