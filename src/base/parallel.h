// SPDX-License-Identifier: Apache-2.0
#pragma once

// Parallel loops. Exceptions leave the loop, a cancelled run leaves it soon, and the number of threads is an
// argument, never a global. Results must not depend on that number: write to places that belong to the index.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "base/stop.h"
#include "base/thread_pool.h"

namespace hopveil {

/// Keeps the first exception that a worker throws, to throw it again after the loop.
class FirstException {
 public:
  template <class Body>
  void guard(Body&& body) noexcept {
    try {
      body();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!first_) first_ = std::current_exception();
      caught_.store(true, std::memory_order_relaxed);
    }
  }
  bool caught() const { return caught_.load(std::memory_order_relaxed); }
  /// When the guarded calls are over.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
  std::atomic<bool> caught_ = false;
};

/// Calls body(begin, end, worker) for consecutive pieces of [0, size) of at most `grain` elements, handed out
/// in order to whichever of `threads` workers is free; `worker` < threads distinguishes them (for scratch
/// space). Inside of another such loop all pieces run on this thread. When a piece throws, those that have
/// not begun are left out; throws Cancelled when the caller's StopScope was asked to stop.
template <class Body>
void parallel_chunks(std::size_t size, std::size_t grain, unsigned threads, Body&& body) {
  if (size == 0) return;
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t chunks = size / grain + (size % grain != 0 ? 1 : 0);  // safe for a grain near SIZE_MAX
  const std::stop_token stop = current_stop_token();
  const auto run_chunk = [&](std::size_t chunk, unsigned worker) {
    const std::size_t begin = chunk * grain;
    body(begin, begin + std::min(grain, size - begin), worker);
  };
  const auto workers = static_cast<unsigned>(std::min<std::size_t>(resolve_threads(threads), chunks));
  if (workers == 1 || inside_parallel_loop()) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      stop_if_asked();
      run_chunk(chunk, 0);
    }
    return;
  }
  FirstException failure;
  std::atomic<std::size_t> next = 0;
  run_on_workers(workers, [&](unsigned worker) {
    failure.guard([&] {
      const StopScope scope(stop);
      while (!failure.caught()) {
        const std::size_t chunk = next.fetch_add(1, std::memory_order_relaxed);
        if (chunk >= chunks) return;
        stop_if_asked();
        run_chunk(chunk, worker);
      }
    });
  });
  failure.rethrow();
}

}  // namespace hopveil
