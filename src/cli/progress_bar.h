#pragma once

#include <chrono>
#include <string>

#include "base/progress.h"

namespace hopveil {

/// A progress bar with the time left, on standard error; shows itself only when that is a terminal and the
/// work takes longer than half a second. Clears its line when it goes.
class ProgressBar {
 public:
  ProgressBar(std::string label, bool quiet);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

  /// Hand this to the work. The bar must outlive it.
  Progress callback();

 private:
  void show(std::uint64_t done, std::uint64_t total);

  std::string label_;
  bool enabled_;
  bool visible_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_shown_;
};

/// "3 s", "2 min 05 s", "1 h 12 min"
std::string duration_text(double seconds);

}  // namespace hopveil
