// SPDX-License-Identifier: Apache-2.0
#pragma once

// Cancellation. Whoever starts long work opens a StopScope with the caller's token; the work asks
// stop_if_asked() at least once a second. parallel_chunks asks before every chunk, on every worker, and
// random sources ask every few hundred draws, so that most code needs nothing of its own.

#include <stop_token>
#include <utility>

namespace hopveil {

/// The token of the innermost StopScope of this thread; without one, a token that is never asked to stop.
const std::stop_token& current_stop_token();

/// Makes `token` what work of this thread listens to while the scope lives. A token that can never be asked
/// to stop (the default of an options struct) leaves the outer scope's in place.
///
///     CountResult count(const Options& options) {
///       const StopScope scope(options.stop);
///       parallel_chunks(..);                     // throws Cancelled soon after options.stop was asked
///     }
class StopScope {
 public:
  explicit StopScope(std::stop_token token);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  std::stop_token token_;
  const std::stop_token* outer_;
};

/// Throws Cancelled when the current token was asked to stop.
void stop_if_asked();

}  // namespace hopveil
