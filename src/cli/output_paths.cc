// SPDX-License-Identifier: Apache-2.0
#include "cli/output_paths.h"

#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/output_file.h"
#include "release/release_files.h"

namespace hopveil::cli {
namespace {

bool names_a_file(const std::string& path) {
  return !path.empty() && path != "-";
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) return true;
  return std::filesystem::absolute(a).lexically_normal() == std::filesystem::absolute(b).lexically_normal();
}

void check_output(const std::string& output, const std::vector<std::string>& inputs, bool overwrite) {
  for (const std::string& input : inputs) {
    if (!names_a_file(input) || !is_same_file(output, input)) continue;
    throw InputError(fmt::format("{} would be written over, and it is an input", input),
                     "give the output another name");
  }
  refuse_files_of_databases(output);
  if (!overwrite && release::holds_a_release(output)) {
    throw InputError("a release would be written over, and its budget is spent",
                     "give the output another name, or --overwrite")
        .in_file(output);
  }
}

}  // namespace

void add_overwrite_option(CLI::App& command, bool& overwrite) {
  command.add_flag("--overwrite", overwrite, "write also over a release (a table with metadata beside it)");
}

void check_outputs(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                   bool overwrite) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!names_a_file(outputs[i])) continue;
    for (std::size_t j = 0; j < i; ++j) {
      if (names_a_file(outputs[j]) && is_same_file(outputs[i], outputs[j]))
        throw InputError(outputs[j] + " would be written twice", "give every output a name of its own");
    }
    check_output(outputs[i], inputs, overwrite);
  }
}

}  // namespace hopveil::cli
