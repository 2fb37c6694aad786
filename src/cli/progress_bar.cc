// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_bar.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <exception>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/terminal.h"

namespace hopveil::cli {
namespace {

using Seconds = std::chrono::duration<double>;
constexpr Seconds kDelay{0.5};
constexpr Seconds kInterval{0.1};
constexpr std::size_t kWidest = 30;
constexpr std::size_t kNarrowest = 5;
constexpr std::size_t kRoomForNumbers = 30;  // " [] 100%  12 min 05 s left"

/// Starts a thread that no signal is delivered to: those belong to the thread that does the work.
template <class Work>
std::thread start_without_signals(Work work) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(work));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

std::size_t bar_width(std::size_t label_width) {
  const std::size_t taken = label_width + kRoomForNumbers;
  const std::size_t width = terminal_width(STDERR_FILENO);
  return std::clamp(width > taken ? width - taken : kNarrowest, kNarrowest, kWidest);
}

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(std::max(seconds, 0.0)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

ProgressBar::ProgressBar(std::string label, bool quiet)
    : label_(std::move(label)),
      enabled_(!quiet && ::isatty(STDERR_FILENO) == 1),
      exceptions_at_start_(std::uncaught_exceptions()),
      start_(std::chrono::steady_clock::now()) {
  if (enabled_) ticker_ = start_without_signals([this] { tick(); });
}

ProgressBar::~ProgressBar() {
  if (std::uncaught_exceptions() == exceptions_at_start_) {
    finish();
  } else {
    stop();
  }
}

Progress ProgressBar::callback() {
  if (!enabled_) return {};
  return [this](std::uint64_t done, std::uint64_t total) {
    if (total == 0) return;
    const std::lock_guard lock(mutex_);
    share_ = std::max(share_, std::min(1.0, static_cast<double>(done) / static_cast<double>(total)));
  };
}

void ProgressBar::finish() {
  {
    const std::lock_guard lock(mutex_);
    if (visible_ && !stopped_) paint(1);
  }
  stop();
}

void ProgressBar::stop() {
  if (!ticker_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  stopping_.notify_one();
  ticker_.join();
  if (visible_) std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

void ProgressBar::tick() {
  std::unique_lock lock(mutex_);
  if (stopping_.wait_for(lock, kDelay, [this] { return stopped_; })) return;
  do {
    paint(share_);
  } while (!stopping_.wait_for(lock, kInterval, [this] { return stopped_; }));
}

void ProgressBar::paint(double share) {
  visible_ = true;
  const std::size_t width = bar_width(label_.size());
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
  const double elapsed = Seconds(std::chrono::steady_clock::now() - start_).count();
  const std::string time =
      share > 0 ? duration_text(elapsed * (1 - share) / share) + " left" : duration_text(elapsed);
  const std::string line = fmt::format("\r\033[K{} [{:=<{}}{: <{}}] {:3.0f}%  {}", label_, "", filled, "",
                                       width - filled, share * 100, time);
  std::fputs(line.c_str(), stderr);  // a terminal that went away must not end the work
  std::fflush(stderr);
}

}  // namespace hopveil::cli
