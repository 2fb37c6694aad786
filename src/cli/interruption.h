// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <thread>

#include "release/publish.h"

namespace hopveil::cli {

/// While it lives, SIGINT, SIGTERM and SIGHUP end the program only between two steps of a publication, and
/// after a word on what was charged and which files exist. Before anything was charged or written they end it
/// as ever. Either way the program dies of the signal, as shells and schedulers expect (130, 143, 129).
///
/// Make it before the first thread is started: threads inherit from their maker that these signals are not
/// for them. Signals that the caller ignores (nohup) stay ignored. One at a time.
class InterruptionWatch {
 public:
  /// `steps` must outlive it.
  explicit InterruptionWatch(const release::PublishSteps& steps);
  InterruptionWatch(const InterruptionWatch&) = delete;
  InterruptionWatch& operator=(const InterruptionWatch&) = delete;
  ~InterruptionWatch();

 private:
  void wait_for_signals() const;
  /// Says what was done, and dies of the signal.
  void end_by(int signal) const;

  const release::PublishSteps& steps_;
  sigset_t watched_{};
  sigset_t mask_before_{};
  int signals_ = -1;  // readable when a signal has come
  int ending_ = -1;   // readable when this is to end
  std::thread waiter_;
};

}  // namespace hopveil::cli
