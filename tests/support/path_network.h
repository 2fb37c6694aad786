// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace hopveil::testing {

/// A folder with a small network, its public users and preferences, and the program run in it:
///
///  a---p---b---q---c   d      p and q are public
class PathNetwork : public ::testing::Test {
 protected:
  PathNetwork() {
    write_text(folder.path("path.txt"), "a p\np b\nb q\nq c\nd d\n");
    write_text(folder.path("public.txt"), "p\nq\n");
    write_text(folder.path("prefs.csv"), "user,epsilon\na,1\nb,4\nc,16\nd,1\n");
  }
  ProgramResult run(const std::string& arguments) { return run_shell("hopveil " + arguments, folder); }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder.path(name)); }
  nlohmann::json json(const std::string& name) const {
    return nlohmann::json::parse(read_text(folder.path(name)));
  }

  TemporaryFolder folder;
};

}  // namespace hopveil::testing
