#include "cli/output_paths.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include <hopveil/errors.h>

namespace hopveil {
namespace {

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) return true;
  return std::filesystem::absolute(a).lexically_normal() == std::filesystem::absolute(b).lexically_normal();
}

}  // namespace

std::string metadata_path(const std::string& table) {
  return table + ".meta.json";
}

void check_outputs(const std::string& table, const std::vector<std::string>& further_outputs,
                   const std::vector<std::string>& inputs) {
  if (table == "-") {
    throw InputError("a release cannot go to standard output", "its metadata stands beside it in a file",
                     "Give -o a file's name.");
  }
  std::vector<std::string> outputs = {table};
  for (const std::string& output : further_outputs) {
    if (output.empty()) continue;
    for (const std::string& other : outputs) {
      if (is_same_file(output, other))
        throw InputError(other + " would be written twice", "give every output a name of its own");
    }
    outputs.push_back(output);
  }
  for (const std::string& output : outputs) {
    for (const std::string& input : inputs) {
      if (input.empty() || input == "-" || !is_same_file(output, input)) continue;
      throw InputError(fmt::format("{} would be written over, and it is an input", input),
                       "give -o another name");
    }
  }
}

}  // namespace hopveil
