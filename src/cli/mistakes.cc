// SPDX-License-Identifier: Apache-2.0
#include "cli/mistakes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/nearest_name.h"
#include "cli/command_description.h"

namespace hopveil::cli {
namespace {

/// Options that people look for and that are missing on purpose.
struct MissingOnPurpose {
  std::string_view command;  // "" for all
  std::string_view option;
  std::string_view why;
};

constexpr std::array kMissingOnPurpose = {
    MissingOnPurpose{"release", "--seed",
                     "its noise must be impossible to predict: whoever knows the seed could subtract it. "
                     "`hopveil evaluate` repeats experiments by seed"},
    MissingOnPurpose{
        "", "--format",
        "--format is the format of a table that is written; that of the network is --graph-format"},
};

std::optional<std::string> reason_why_missing(const std::string& command, const std::string& option) {
  for (const MissingOnPurpose& row : kMissingOnPurpose) {
    if (row.option == option && (row.command.empty() || row.command == command)) return std::string(row.why);
  }
  return std::nullopt;
}

/// The command that was being read when the mistake was found.
const CLI::App& deepest_command(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : deepest_command(*chosen.front());
}

bool looks_like_an_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && word.find_first_of("0123456789.", 1) != 1;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string unknown_option_text(const CLI::App& command, const std::string& word) {
  const std::string option = word.substr(0, word.find('='));
  const std::string path = path_below_program(command);
  const std::string who = path.empty() ? "hopveil" : path;
  const std::string problem = fmt::format("{} has no option {}", who, option);
  if (const auto why = reason_why_missing(path, option)) return fmt::format("{}: {}.", problem, *why);
  // The dashes are on both sides and say nothing about how near the names are.
  const std::string word_alone = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  std::vector<std::string> names = option_names(command);
  for (std::string& name : names) name.erase(0, 2);
  const auto nearest = nearest_name(word_alone, names);
  return nearest ? fmt::format("{}. Did you mean --{}?", problem, *nearest) : problem + ".";
}

}  // namespace

std::string command_suggestion(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  const auto nearest = nearest_name(name, names);
  return nearest ? fmt::format("Did you mean {}?", *nearest) : "";
}

std::string mistake_text(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = deepest_command(app);
  const std::string path = path_below_program(command);
  const std::string see = fmt::format(" See `hopveil{}{} --help`.", path.empty() ? "" : " ", path);
  const std::vector<std::string> unread = app.remaining(true);
  const auto option = std::ranges::find_if(unread, looks_like_an_option);
  if (option != unread.end()) return unknown_option_text(command, *option) + see;
  const bool wants_a_command = command.get_require_subcommand_min() > 0;
  if (wants_a_command && !unread.empty()) {
    const std::string suggestion = command_suggestion(command, unread.front());
    return fmt::format("there is no command \"{}{}{}\".{}{}{}", path, path.empty() ? "" : " ", unread.front(),
                       suggestion.empty() ? "" : " ", suggestion, see);
  }
  if (wants_a_command) {
    std::string names;
    for (const CLI::App* sub : command.get_subcommands({}))
      names.append(names.empty() ? "" : ", ").append(sub->get_name());
    return fmt::format("{} needs one of its commands: {}.{}", path, names, see);
  }
  return fmt::format("{}.{}", error.what(), see);
}

}  // namespace hopveil::cli
