// SPDX-License-Identifier: Apache-2.0
#pragma once

// What stands behind the handles of <hopveil/hopveil.h>, and the border between C and C++: whatever is thrown
// becomes a status there, pointers of the caller are checked, long work runs beside the caller's progress
// function.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>
#include <hopveil/graph.h>
#include <hopveil/hopveil.h>
#include <hopveil/release.h>
#include <hopveil/users.h>

#include "graph/user_index.h"

namespace hopveil::c {

/// A network and how it came to be. Shared by all handles that stand on it.
struct Network {
  Graph graph;
  std::string format;           ///< for the metadata; no secret
  bool lists_everybody = true;  ///< whether who exists follows from a list, whatever the edges are

  /// The user of that name, or kNoNode. The index is made when it is first asked for.
  NodeId find(std::string_view name) const;

 private:
  mutable std::once_flag indexed_;
  mutable std::optional<UserIndex> index_;
};

}  // namespace hopveil::c

struct hopveil_network {
  std::shared_ptr<const hopveil::c::Network> shared;
};

struct hopveil_users {
  std::shared_ptr<const hopveil::c::Network> network;
  hopveil::UserRoles roles;
  std::optional<hopveil::Preferences> preferences;
  std::vector<std::string> exceptions;
};

struct hopveil_exact_counts {
  hopveil::ExactCounts counts;
};

struct hopveil_ledger {
  std::string path;
};

struct hopveil_plan {
  hopveil::Plan plan;
  hopveil::GuaranteeText guarantee;
};

struct hopveil_release {
  hopveil::Release release;
  std::vector<std::string> users;
};

namespace hopveil::c {

/// A refused budget, which is a return value in C++, on its way over the border.
class RefusedBudget final : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Inside of a catch block: the status of what was thrown, whose text is kept for hopveil_last_error.
int status_of_exception() noexcept;
/// Keeps the text and returns the status.
int failed(hopveil_status status, std::string_view text) noexcept;

/// Calls `body`, which throws when it fails.
template <class Body>
int at_border(Body&& body) noexcept {
  try {
    body();
    return HOPVEIL_OK;
  } catch (...) {
    return status_of_exception();
  }
}

/// The same for a function that makes a handle: `*out` is what `body` returns, or null.
template <class Handle, class Body>
int make_at_border(Handle** out, Body&& body) noexcept {
  if (out == nullptr) return failed(HOPVEIL_WRONG_INPUT, "the place for the result is a null pointer");
  *out = nullptr;
  return at_border([&] { *out = std::make_unique<Handle>(body()).release(); });
}

/// What `pointer` points to. Throws InputError when it is null: "the ledger is a null pointer".
template <class T>
T& given(T* pointer, std::string_view what) {
  if (pointer == nullptr) throw InputError(fmt::format("the {} is a null pointer", what));
  return *pointer;
}
/// A text of the caller's.
std::string text_given(const char* text, std::string_view what);

/// `size` numbers of the caller's; a null pointer is right for none of them.
template <class T>
std::span<const T> numbers_given(const T* numbers, std::size_t size, std::string_view what) {
  if (size != 0) given(numbers, what);
  return {numbers, size};
}

/// Copies into the caller's buffer. Throws InputError when it is null or too small.
template <class T>
void copy_numbers(std::span<const T> numbers, T* buffer, std::size_t capacity) {
  if (numbers.empty()) return;
  given(buffer, "buffer");
  if (capacity < numbers.size()) {
    throw InputError(fmt::format("the buffer has room for {} numbers", capacity),
                     fmt::format("there are {}", numbers.size()));
  }
  std::copy(numbers.begin(), numbers.end(), buffer);
}
void copy_text(std::string_view text, char* buffer, std::size_t capacity, std::size_t* length);

/// Options of the caller's, in their order.
std::vector<std::pair<std::string, std::string>> options_given(const hopveil_option* options,
                                                               std::size_t num_options);

/// What long work is to ask and tell.
struct Watch {
  std::stop_token stop;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// Calls work(watch). With a progress function, on a thread of its own, while this one calls that function as
/// the header promises. Throws what `work` throws; Cancelled, with nothing begun, when the first call
/// cancels.
void run_watched(hopveil_progress progress, void* context, const std::function<void(const Watch&)>& work);

}  // namespace hopveil::c
