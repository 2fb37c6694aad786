// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <pthread.h>
#include <sched.h>

namespace hopveil {
namespace {

thread_local bool inside_loop = false;

unsigned usable_processors() {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
  return std::max(1u, std::thread::hardware_concurrency());
}

/// Waits for `done` for about 0.1 ms. Loops follow each other so quickly that going to sleep in between would
/// cost more than they do.
template <class Done>
bool spin_until(const Done& done) {
  constexpr int kSpins = 2000;
  for (int i = 0; i < kSpins; ++i) {
    if (done()) return true;
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
  return done();
}

struct Loop {
  void (*call)(void* data, unsigned worker);
  void* data;
  unsigned workers;
  unsigned joined = 1;                // worker 0 is the caller; guarded by the pool's mutex
  std::atomic<unsigned> running = 0;  // workers of the pool inside of it; changed under the mutex
};

/// Never destroyed: its threads are detached and sleep until the process ends.
class ThreadPool {
 public:
  explicit ThreadPool(ThreadPool* before_fork) : before_fork_(before_fork) {}

  void run(Loop& loop) {
    {
      const std::lock_guard lock(mutex_);
      grow(loop.workers - 1);
      open_.push_back(&loop);
      posted_.fetch_add(1, std::memory_order_release);
      if (sleeping_ > 0) work_came_.notify_all();
    }
    inside_loop = true;
    loop.call(loop.data, 0);
    inside_loop = false;
    {
      const std::lock_guard lock(mutex_);
      std::erase(open_, &loop);
    }
    const auto all_left = [&] { return loop.running.load(std::memory_order_acquire) == 0; };
    if (may_spin() && spin_until(all_left)) return;
    std::unique_lock lock(mutex_);
    worker_left_.wait(lock, all_left);
  }

 private:
  void grow(unsigned threads) {
    try {
      while (num_threads_ < threads) {
        std::thread(&ThreadPool::work, this).detach();
        ++num_threads_;
      }
    } catch (const std::system_error&) {
      // The system gives no more threads: those that are there do the work, if need be the caller alone.
    }
  }

  [[noreturn]] void work() {
    inside_loop = true;
    std::unique_lock lock(mutex_);
    while (true) {
      if (Loop* loop = open_loop()) {
        const unsigned worker = loop->joined++;
        loop->running.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
        loop->call(loop->data, worker);
        lock.lock();
        loop->running.fetch_sub(1, std::memory_order_release);  // now the caller may end the loop's life
        worker_left_.notify_all();
        continue;
      }
      const std::uint64_t seen = posted_.load(std::memory_order_relaxed);
      const auto changed = [&] { return posted_.load(std::memory_order_acquire) != seen; };
      lock.unlock();
      const bool came = may_spin() && spin_until(changed);
      lock.lock();
      if (came) continue;
      ++sleeping_;
      work_came_.wait(lock, changed);
      --sleeping_;
    }
  }

  Loop* open_loop() const {
    for (Loop* loop : open_) {
      if (loop->joined < loop->workers) return loop;
    }
    return nullptr;
  }

  /// Not when threads would spin on a processor that others need to get on.
  bool may_spin() const { return num_threads_.load(std::memory_order_relaxed) < processors_; }

  const unsigned processors_ = usable_processors();
  std::mutex mutex_;
  std::condition_variable work_came_;
  std::condition_variable worker_left_;
  std::vector<Loop*> open_;
  std::atomic<std::uint64_t> posted_ = 0;
  std::atomic<unsigned> num_threads_ = 0;
  unsigned sleeping_ = 0;
  /// Its threads exist in the parent only; kept reachable for leak checkers.
  [[maybe_unused]] ThreadPool* before_fork_;
};

std::atomic<ThreadPool*> current_pool = nullptr;
ThreadPool* pool_before_fork = nullptr;

void forget_pool_in_child() {
  pool_before_fork = current_pool.exchange(nullptr);
}

ThreadPool& pool() {
  static const int registered = ::pthread_atfork(nullptr, nullptr, &forget_pool_in_child);
  static_cast<void>(registered);
  ThreadPool* existing = current_pool.load(std::memory_order_acquire);
  if (existing != nullptr) return *existing;
  auto* fresh = new ThreadPool(pool_before_fork);
  if (current_pool.compare_exchange_strong(existing, fresh)) return *fresh;
  delete fresh;
  return *existing;
}

}  // namespace

unsigned resolve_threads(unsigned requested) {
  static const unsigned processors = usable_processors();
  return requested != 0 ? requested : processors;
}

bool inside_parallel_loop() {
  return inside_loop;
}

void run_on_workers(unsigned workers, void (*call)(void* data, unsigned worker), void* data) {
  if (workers <= 1 || inside_loop) {
    call(data, 0);
    return;
  }
  Loop loop{call, data, workers};
  pool().run(loop);
}

}  // namespace hopveil
