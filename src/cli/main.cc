#include "cli/main.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>

#include "base/version.h"
#include "cli/command.h"

namespace hopveil {
namespace {

constexpr std::array kCommands = {&add_info_command,    &add_count_command,      &add_release_command,
                                  &add_ledger_command,  &add_mechanisms_command, &add_generate_command,
                                  &add_convert_command, &add_evaluate_command,   &add_reproduce_command,
                                  &add_fetch_command,   &add_audit_command,      &add_demo_command};

std::string version_text() {
  return fmt::format("hopveil {}\ncompiler {} ({})\nSIMD     {}", kVersion, kCompiler, kBuildType,
                     simd_target_name());
}

/// Occupies the standard streams that the caller closed. Otherwise the first file that is opened takes such a
/// number, and what is meant for people is written into a table. Input and output stay useless (they are
/// opened for the other direction); messages that nobody wants are dropped.
void occupy_closed_streams() {
  constexpr std::array kModes = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int fd = 0; fd < static_cast<int>(kModes.size()); ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    if (::open("/dev/null", kModes[static_cast<std::size_t>(fd)]) != fd) std::abort();
  }
}

int fail(ExitCode code, const std::string& message) {
  std::fflush(stdout);
  fmt::print(stderr, "hopveil: {}\n", message);
  return static_cast<int>(code);
}

/// CLI11 reports mistakes on the command line and also the wish for help through exceptions.
int finish_parsing(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
  const CLI::App* command = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
  const std::string name = command == &app ? "hopveil" : "hopveil " + command->get_name();
  return fail(ExitCode::kWrongInput, fmt::format("{}. See `{} --help`.", error.what(), name));
}

int run(int argc, char** argv) {
  CLI::App app(
      "hopveil: how many public users are 1, 2, .. c hops from every private user, under personalized "
      "differential privacy",
      "hopveil");
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  ExitCode exit_code = ExitCode::kDone;
  for (const AddCommand add : kCommands) add(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return finish_parsing(app, error);
  }
  if (std::fflush(stdout) != 0) throw SystemError("write", "standard output", errno);
  return static_cast<int>(exit_code);
}

}  // namespace

int run_command_line(int argc, char** argv) {
  occupy_closed_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe becomes an error that is reported like a full disk
  try {
    return run(argc, argv);
  } catch (const InputError& error) {
    return fail(ExitCode::kWrongInput, error.what());
  } catch (const SystemError& error) {
    return fail(ExitCode::kSystemFailed, error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::kSystemFailed, "there is not enough memory for this.");
  } catch (const std::system_error& error) {
    return fail(ExitCode::kSystemFailed,
                fmt::format("cannot write standard output: {}.", error.code().message()));
  } catch (const std::exception& error) {
    return fail(ExitCode::kBug, error.what());
  }
}

}  // namespace hopveil
