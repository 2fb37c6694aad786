// SPDX-License-Identifier: Apache-2.0
#pragma once

// Kills the program under test in the middle of its work.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/run_program.h"

namespace hopveil::testing {

/// A run of the program that was to be killed: whether it died of SIGKILL, or else how it ended by itself.
struct KillAttempt {
  bool killed = false;
  int exit_code = -1;  ///< where it was not killed
};

/// Starts the program under test in `folder` with `arguments` (separated by blanks, nothing is quoted), its
/// streams going nowhere, and sends it SIGKILL after that time. Nothing stands between this process and it,
/// so that the status is the program's own.
inline KillAttempt kill_after(std::chrono::duration<double> time, const std::string& arguments,
                              const TemporaryFolder& folder) {
  const std::string program = program_under_test();
  std::vector<std::string> words = {program};
  std::istringstream text(arguments);
  for (std::string word; text >> word;) words.push_back(word);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const std::string place = folder.path();

  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
    if (::chdir(place.c_str()) == 0) ::execv(program.c_str(), pointers.data());
    ::_exit(127);
  }
  std::this_thread::sleep_for(time);
  ::kill(child, SIGKILL);  // of a process that has ended already nothing is left but its status
  int status = 0;
  if (::waitpid(child, &status, 0) != child) throw std::runtime_error("cannot wait for the program");
  if (WIFSIGNALED(status)) return {WTERMSIG(status) == SIGKILL, 128 + WTERMSIG(status)};
  return {false, WEXITSTATUS(status)};
}

}  // namespace hopveil::testing
