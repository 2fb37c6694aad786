#include "cli/interruption.h"

#include <array>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

namespace hopveil::cli {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

const char* name_of(int signal) {
  switch (signal) {
    case SIGINT:
      return "SIGINT";
    case SIGTERM:
      return "SIGTERM";
    default:
      return "SIGHUP";
  }
}

bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Straight to the file: the main thread may hold the lock of the stream.
void say(const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, rest.data(), rest.size());
    if (written <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void die_of(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t only{};
  ::sigemptyset(&only);
  ::sigaddset(&only, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::raise(signal);
  ::_exit(128 + signal);  // the first process of a container does not die of signals
}

}  // namespace

InterruptionWatch::InterruptionWatch(const release::PublishSteps& steps) {
  ::sigemptyset(&watched_);
  for (const int signal : kSignals) {
    if (!is_ignored(signal)) ::sigaddset(&watched_, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &watched_, &mask_before_);
  waiter_ = std::thread([this, &steps] { wait_for_signals(steps); });
}

InterruptionWatch::~InterruptionWatch() {
  ending_ = true;
  for (const int signal : kSignals) {  // wakes the thread, and only that
    if (::sigismember(&watched_, signal) != 1) continue;
    ::pthread_kill(waiter_.native_handle(), signal);
    break;
  }
  waiter_.join();
  ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

void InterruptionWatch::wait_for_signals(const release::PublishSteps& steps) const {
  int signal = 0;
  if (::sigwait(&watched_, &signal) != 0 || ending_) return;
  steps.between_steps([&](const release::PublishSteps::Done& done) {
    if (done.anything()) say(fmt::format("\nhopveil: ended by {}: {}.\n", name_of(signal), done.text()));
    die_of(signal);
  });
}

}  // namespace hopveil::cli
