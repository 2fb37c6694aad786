// SPDX-License-Identifier: Apache-2.0
// What python/hopveil stands on: the public headers of hopveil.

#include <hopveil/errors.h>
#include <hopveil/version.h>

#include "bindings.h"

namespace hopveil {
namespace py = pybind11;

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
