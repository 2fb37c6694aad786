// SPDX-License-Identifier: Apache-2.0
#pragma once

// Long work for Python: on a thread of its own, without the interpreter's lock, while the calling thread
// looks for Ctrl-C and shows progress.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

#include <pybind11/pybind11.h>

namespace hopveil {

/// What the work gets: both may be used from any thread.
struct WorkHandles {
  std::stop_token stop;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// What counts when the work was interrupted and was done nevertheless.
enum class DoneNevertheless {
  kRaise,  ///< the interrupt: whoever pressed Ctrl-C in a loop wants to leave it
  kKeep    ///< the result, which was paid for; what `progress` raised is reported and ignored
};

/// Runs `work` and returns when it has ended. `progress` is None or is called with (done, total), ten times a
/// second and at the end. On Ctrl-C, and when `progress` raises, the work is asked to stop: when it then
/// throws Cancelled, KeyboardInterrupt is raised with its message, or what `progress` raised.
void run_interruptibly(const pybind11::object& progress, DoneNevertheless nevertheless,
                       const std::function<void(const WorkHandles&)>& work);

template <class Work>
auto interruptible(const pybind11::object& progress, Work&& work,
                   DoneNevertheless nevertheless = DoneNevertheless::kRaise) {
  std::optional<decltype(work(std::declval<const WorkHandles&>()))> result;
  run_interruptibly(progress, nevertheless,
                    [&](const WorkHandles& handles) { result.emplace(work(handles)); });
  return std::move(*result);
}

}  // namespace hopveil
