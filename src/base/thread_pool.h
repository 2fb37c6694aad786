// SPDX-License-Identifier: Apache-2.0
#pragma once

// The threads behind parallel loops: one pool for the process, which grows to what was asked for and sleeps
// when there is nothing to do. Several threads of the caller may run loops at once; each takes part in its
// own loop, so none waits for another. After a fork the child starts with a fresh, empty pool.

#include <memory>
#include <type_traits>

namespace hopveil {

/// The number of threads to use when the user asked for `requested` (0: as many as there are processors that
/// this process may use).
unsigned resolve_threads(unsigned requested);

/// Whether this thread is a worker of a loop. Loops inside of it run on this thread alone.
bool inside_parallel_loop();

/// Calls call(data, worker) at most once for each worker < `workers`: for 0 on this thread, for the others on
/// threads of the pool that are free before this thread is done. Returns when all calls have returned. So the
/// calls must share out the work themselves. They must not throw.
void run_on_workers(unsigned workers, void (*call)(void* data, unsigned worker), void* data);

template <class Body>
void run_on_workers(unsigned workers, Body&& body) {
  using Plain = std::remove_reference_t<Body>;
  run_on_workers(
      workers, [](void* data, unsigned worker) { (*static_cast<Plain*>(data))(worker); },
      const_cast<void*>(static_cast<const void*>(std::addressof(body))));
}

}  // namespace hopveil
