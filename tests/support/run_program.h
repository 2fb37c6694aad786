// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs the built program as a user does: arguments in, exit code and both streams out.

#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/wait.h>

#include "support/temporary_folder.h"
#include "support/text_files.h"

namespace hopveil::testing {

struct ProgramResult {
  int exit_code = -1;
  std::string out;
  std::string err;
};

/// The program under test: the built one, or the one that the environment names, to run these tests on
/// another version (it must be called `hopveil`).
inline std::string program_under_test() {
  const char* other = std::getenv("HOPVEIL_PROGRAM");
  return other != nullptr && *other != '\0' ? other : HOPVEIL_PROGRAM;
}

/// Runs a shell command in `folder`, with the program under test first on the PATH.
inline ProgramResult run_shell(const std::string& command, const TemporaryFolder& folder) {
  const TemporaryFolder streams;
  const std::string program_folder = std::filesystem::path(program_under_test()).parent_path().string();
  const std::string line = "cd '" + folder.path() + "' && PATH='" + program_folder + "':\"$PATH\" && { " +
                           command + "\n} >'" + streams.path("out") + "' 2>'" + streams.path("err") + "'";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_text(streams.path("out")),
          read_text(streams.path("err"))};
}

}  // namespace hopveil::testing
