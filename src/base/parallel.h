#pragma once

// Parallel loops. Thin over OpenMP: it keeps exceptions inside the region and makes the number of threads an
// argument, never a global. Results must not depend on that number: write to places that belong to the index.

#include <algorithm>
#include <cstddef>
#include <exception>
#include <mutex>

#include <omp.h>

namespace hopveil {

/// The number of threads to use when the user asked for `requested` (0: as many as there are processors).
inline unsigned resolve_threads(unsigned requested) {
  return requested != 0 ? requested : static_cast<unsigned>(std::max(1, omp_get_num_procs()));
}

/// Keeps the first exception that a worker throws, to throw it again after the region.
class FirstException {
 public:
  template <class Body>
  void guard(Body&& body) noexcept {
    try {
      body();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!first_) first_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
};

/// Calls body(begin, end, worker) for consecutive pieces of [0, size) of at most `grain` elements, handed out
/// in order to whichever of `threads` workers is free; `worker` < threads tells them apart (for scratch
/// space).
template <class Body>
void parallel_chunks(std::size_t size, std::size_t grain, unsigned threads, Body&& body) {
  if (size == 0) return;
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t chunks = size / grain + (size % grain != 0 ? 1 : 0);  // safe for a grain near SIZE_MAX
  const auto run_chunk = [&](std::size_t chunk, unsigned worker) {
    const std::size_t begin = chunk * grain;
    body(begin, begin + std::min(grain, size - begin), worker);
  };
  const auto workers = static_cast<unsigned>(std::min<std::size_t>(resolve_threads(threads), chunks));
  if (workers == 1) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) run_chunk(chunk, 0);
    return;
  }
  FirstException failure;
#pragma omp parallel for schedule(dynamic, 1) num_threads(static_cast <int>(workers))
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    failure.guard([&] { run_chunk(chunk, static_cast<unsigned>(omp_get_thread_num())); });
  }
  failure.rethrow();
}

}  // namespace hopveil
