// SPDX-License-Identifier: Apache-2.0
#include "cli/interruption.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "base/harmless_text.h"

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

InterruptionWatch::InterruptionWatch(const release::PublishSteps& steps) : steps_(steps) {
  ::sigemptyset(&watched_);
  for (const int signal : kSignals) {
    if (!is_ignored(signal)) ::sigaddset(&watched_, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &watched_, &mask_before_);
  signals_ = ::signalfd(-1, &watched_, SFD_CLOEXEC);
  ending_ = ::eventfd(0, EFD_CLOEXEC);
  if (signals_ < 0 || ending_ < 0) throw SystemError("watch for", "signals", errno);
  waiter_ = std::thread([this] { wait_for_signals(); });
}

InterruptionWatch::~InterruptionWatch() {
  ::eventfd_write(ending_, 1);
  waiter_.join();
  ::close(signals_);
  ::close(ending_);
  // One may have come after the thread was told to end.
  sigset_t pending{};
  ::sigpending(&pending);
  for (const int signal : kSignals) {
    if (::sigismember(&watched_, signal) == 1 && ::sigismember(&pending, signal) == 1) end_by(signal);
  }
  ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

void InterruptionWatch::wait_for_signals() const {
  std::array<pollfd, 2> either = {pollfd{signals_, POLLIN, 0}, pollfd{ending_, POLLIN, 0}};
  while (::poll(either.data(), either.size(), -1) < 0 && errno == EINTR) {
  }
  if (either[0].revents == 0) return;
  signalfd_siginfo info{};
  if (::read(signals_, &info, sizeof info) == sizeof info) end_by(static_cast<int>(info.ssi_signo));
}

void InterruptionWatch::end_by(int signal) const {
  steps_.between_steps([&](const release::PublishSteps::Done& done) {
    if (done.anything())
      say(fmt::format("\nhopveil: ended by {}: {}.\n", name_of(signal), harmless(done.text())));
    die_of(signal);
  });
}

}  // namespace hopveil::cli
