// SPDX-License-Identifier: Apache-2.0
#include "cli/main.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/harmless_text.h"
#include "cli/command_tree.h"
#include "cli/mistakes.h"

namespace hopveil::cli {
namespace {

/// The command line itself is wrong.
class CommandLineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Occupies the standard streams that the caller closed. Otherwise the first file that is opened takes such a
/// number, and what is meant for people is written into a table. Input and output stay useless (they are
/// opened for the other direction); messages that have no reader are dropped.
void occupy_closed_streams() {
  constexpr std::array kModes = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int fd = 0; fd < static_cast<int>(kModes.size()); ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    if (::open("/dev/null", kModes[static_cast<std::size_t>(fd)]) != fd) std::abort();
  }
}

int fail(ExitCode code, const std::string& message) {
  std::fflush(stdout);
  fmt::print(stderr, "hopveil: {}\n", harmless(message, true));
  return static_cast<int>(code);
}

/// CLI11 reports mistakes on the command line and also the wish for help through exceptions.
void finish_parsing(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) {
    throw CommandLineError(mistake_text(app, error));
  }
  const bool asks_for_version = error.get_name() == "CallForVersion";
  fmt::print("{}{}", asks_for_version ? error.what() : app.help(), asks_for_version ? "\n" : "");
}

int run(int argc, char** argv) {
  CLI::App app;
  ExitCode exit_code = ExitCode::kDone;
  build_command_tree(app, exit_code);
  if (argc <= 1) {
    fmt::print("{}", app.help());
  } else {
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      finish_parsing(app, error);
    }
  }
  if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category());
  return static_cast<int>(exit_code);
}

/// Ends as a program does that writes to a pipe that is no longer read (`hopveil count .. | head`):
/// silently, by SIGPIPE. The signal is ignored until here, so that no release ends half-way because of a
/// message that cannot be printed.
[[noreturn]] void end_by_closed_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  std::_Exit(static_cast<int>(ExitCode::kSystemFailed));  // when the signal is blocked
}

}  // namespace

int run_command_line(int argc, char** argv) {
  occupy_closed_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe becomes an error
  try {
    return run(argc, argv);
  } catch (const CommandLineError& error) {
    return fail(ExitCode::kWrongInput, error.what());
  } catch (const InputError& error) {
    return fail(ExitCode::kWrongInput, error.what());
  } catch (const SystemError& error) {
    return fail(ExitCode::kSystemFailed, error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::kSystemFailed, "there is not enough memory for this.");
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe) end_by_closed_pipe();
    return fail(ExitCode::kSystemFailed,
                fmt::format("cannot write standard output: {}.", error.code().message()));
  } catch (const std::exception& error) {
    return fail(ExitCode::kBug, error.what());
  }
}

}  // namespace hopveil::cli
