// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "base/progress.h"

namespace hopveil::cli {

/// A progress bar with the time left, on standard error; shows itself only when that is a terminal and the
/// work takes longer than half a second. Time goes on in it while the work reports nothing, it never goes
/// back, and it is filled when the work is done. It clears its line when it goes: finish it before printing
/// anything else.
class ProgressBar {
 public:
  ProgressBar(std::string label, bool quiet);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  /// Finishes; after an exception without filling the bar.
  ~ProgressBar();

  /// Hand this to the work. The bar must outlive it.
  Progress callback();
  /// The work is done: fills the bar and clears the line. Nothing is shown after that.
  void finish();

 private:
  void tick();
  void paint(double share);
  void stop();

  std::string label_;
  bool enabled_;
  int exceptions_at_start_;
  std::chrono::steady_clock::time_point start_;

  std::mutex mutex_;  // guards what follows, and the painting
  std::condition_variable stopping_;
  bool stopped_ = false;
  bool visible_ = false;
  double share_ = 0;
  std::thread ticker_;
};

/// "3 s", "2 min 05 s", "1 h 12 min"
std::string duration_text(double seconds);

}  // namespace hopveil::cli
