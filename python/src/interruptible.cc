// SPDX-License-Identifier: Apache-2.0
#include "interruptible.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include <hopveil/errors.h>

namespace hopveil {
namespace py = pybind11;
namespace {

class Run {
 public:
  explicit Run(const std::function<void(const WorkHandles&)>& work) {
    thread_ = std::thread([this, &work] {
      try {
        work({source_.get_token(), [this](std::uint64_t done, std::uint64_t total) {
                total_ = total;
                done_ = done;
              }});
      } catch (...) {
        failure_ = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      ended_ = true;
      changed_.notify_all();
    });
  }
  ~Run() {
    source_.request_stop();
    const py::gil_scoped_release release;
    thread_.join();
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Whether the work ended within this time.
  bool wait_for(std::chrono::milliseconds time) {
    const py::gil_scoped_release release;
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [&] { return ended_; });
  }
  void stop() { source_.request_stop(); }
  void tell(const py::object& progress) const {
    if (!progress.is_none() && total_ != 0) progress(done_.load(), total_.load());
  }
  void tell_end(const py::object& progress) const {
    if (!progress.is_none() && total_ != 0) progress(total_.load(), total_.load());
  }
  std::exception_ptr failure() const { return failure_; }

 private:
  std::stop_source source_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::exception_ptr failure_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> total_ = 0;
  std::thread thread_;
};

}  // namespace

void run_interruptibly(const py::object& progress, DoneNevertheless nevertheless,
                       const std::function<void(const WorkHandles&)>& work) {
  constexpr std::chrono::milliseconds kTick{100};
  Run run(work);
  std::optional<py::error_already_set> interrupt;
  const auto look_up = [&](auto&& call) {
    if (interrupt) return;
    try {
      call();
    } catch (py::error_already_set& error) {
      interrupt.emplace(std::move(error));
      run.stop();
    }
  };
  while (!run.wait_for(kTick)) {
    look_up([&] {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      run.tell(progress);
    });
  }
  if (!run.failure()) {
    look_up([&] {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      run.tell_end(progress);
    });
    if (!interrupt) return;
    const bool by_key = interrupt->matches(PyExc_KeyboardInterrupt);
    if (nevertheless == DoneNevertheless::kRaise) throw *interrupt;
    if (!by_key) interrupt->discard_as_unraisable("the progress of a release that is done");
    return;
  }
  try {
    std::rethrow_exception(run.failure());
  } catch (const Cancelled& cancelled) {
    if (!interrupt) throw;
    if (!interrupt->matches(PyExc_KeyboardInterrupt)) throw *interrupt;
    PyErr_SetString(PyExc_KeyboardInterrupt, cancelled.what());
    throw py::error_already_set();
  }
}

}  // namespace hopveil
