// SPDX-License-Identifier: Apache-2.0
#include "api/c_abi.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

#include <hopveil/version.h>

namespace hopveil::c {
namespace {

/// How often the caller's progress function is called.
constexpr std::chrono::milliseconds kBetweenCalls{100};

thread_local std::string last_error;

/// Work on a thread of its own, and how far it is.
class WatchedWork {
 public:
  explicit WatchedWork(const std::function<void(const Watch&)>& work)
      : thread_([this, &work](const std::stop_token& stop) { run(work, stop); }) {}

  /// Waits for the end, but not longer than a moment. Whether it is over.
  bool wait_a_moment() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kBetweenCalls, [&] { return over_; });
  }
  void cancel() { thread_.request_stop(); }
  std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }
  std::uint64_t total() const { return total_.load(std::memory_order_relaxed); }
  /// When it is over.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void run(const std::function<void(const Watch&)>& work, const std::stop_token& stop) noexcept {
    try {
      work({stop, [this](std::uint64_t done, std::uint64_t total) {
              done_.store(done, std::memory_order_relaxed);
              total_.store(total, std::memory_order_relaxed);
            }});
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }

  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<std::uint64_t> total_ = 0;
  std::exception_ptr failure_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::jthread thread_;  // last: it is joined before the rest goes
};

}  // namespace

int failed(hopveil_status status, std::string_view text) noexcept {
  try {
    last_error = text;
  } catch (...) {
    last_error.clear();  // no memory for words
  }
  return status;
}

int status_of_exception() noexcept {
  try {
    throw;
  } catch (const InputError& error) {
    return failed(HOPVEIL_WRONG_INPUT, error.what());
  } catch (const RefusedBudget& error) {
    return failed(HOPVEIL_BUDGET_REFUSED, error.what());
  } catch (const SystemError& error) {
    return failed(HOPVEIL_SYSTEM_FAILED, error.what());
  } catch (const Cancelled& error) {
    return failed(HOPVEIL_CANCELLED, error.what());
  } catch (const std::bad_alloc&) {
    return failed(HOPVEIL_SYSTEM_FAILED, "there is not enough memory for this.");
  } catch (const std::system_error& error) {
    return failed(HOPVEIL_SYSTEM_FAILED, error.what());
  } catch (const std::exception& error) {
    return failed(HOPVEIL_BUG, error.what());
  } catch (...) {
    return failed(HOPVEIL_BUG, "something was thrown that is no exception of C++'s");
  }
}

NodeId Network::find(std::string_view name) const {
  std::call_once(indexed_, [&] { index_.emplace(graph.ids()); });
  return index_->find(name);
}

std::string text_given(const char* text, std::string_view what) {
  return &given(text, what);
}

void copy_text(std::string_view text, char* buffer, std::size_t capacity, std::size_t* length) {
  if (length != nullptr) *length = text.size();
  if (buffer == nullptr && capacity == 0 && length != nullptr) return;
  given(buffer, "buffer");
  if (capacity <= text.size()) {
    throw InputError(fmt::format("the buffer has room for {} bytes", capacity),
                     fmt::format("the text needs {}, its final zero included", text.size() + 1));
  }
  *std::copy(text.begin(), text.end(), buffer) = '\0';
}

std::vector<std::pair<std::string, std::string>> options_given(const hopveil_option* options,
                                                               std::size_t num_options) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const hopveil_option& option : numbers_given(options, num_options, "array of options")) {
    std::string name = text_given(option.name, "name of an option");
    std::string value = text_given(option.value, fmt::format("value of option {}", name));
    for (const auto& [before, unused] : pairs) {
      if (before == name) throw InputError(fmt::format("option {} is given twice", name));
    }
    pairs.emplace_back(std::move(name), std::move(value));
  }
  return pairs;
}

void run_watched(hopveil_progress progress, void* context, const std::function<void(const Watch&)>& work) {
  if (progress == nullptr) return work({});
  if (progress(context, 0, 0) != 0) throw Cancelled("cancelled before it began");
  WatchedWork watched(work);
  while (!watched.wait_a_moment()) {
    if (progress(context, watched.done(), watched.total()) != 0) watched.cancel();
  }
  watched.rethrow();
}

}  // namespace hopveil::c

const char* hopveil_version() {
  return hopveil::version();
}

const char* hopveil_last_error() {
  return hopveil::c::last_error.c_str();
}
