#include "cli/progress_bar.h"

#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace hopveil {
namespace {

using Seconds = std::chrono::duration<double>;
constexpr Seconds kDelay{0.5};
constexpr Seconds kInterval{0.1};
constexpr int kWidth = 30;

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
      start_(std::chrono::steady_clock::now()),
      last_shown_(start_) {}

ProgressBar::~ProgressBar() {
  if (visible_) std::fputs("\r\033[K", stderr);
}

Progress ProgressBar::callback() {
  if (!enabled_) return {};
  return [this](std::uint64_t done, std::uint64_t total) { show(done, total); };
}

void ProgressBar::show(std::uint64_t done, std::uint64_t total) {
  const auto now = std::chrono::steady_clock::now();
  if (total == 0 || now - start_ < kDelay || now - last_shown_ < kInterval) return;
  last_shown_ = now;
  visible_ = true;
  const double share = static_cast<double>(done) / static_cast<double>(total);
  const auto filled = static_cast<int>(share * kWidth);
  const double elapsed = Seconds(now - start_).count();
  const std::string left = done == 0 ? "" : "  " + duration_text(elapsed * (1 - share) / share) + " left";
  fmt::print(stderr, "\r\033[K{} [{:=<{}}{: <{}}] {:3.0f}%{}", label_, "", filled, "", kWidth - filled,
             share * 100, left);
  std::fflush(stderr);
}

}  // namespace hopveil
