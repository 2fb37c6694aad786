// SPDX-License-Identifier: Apache-2.0
#include "cli/command_description.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hopveil::cli {
namespace {

constexpr const char* kUngrouped = "Options";  // as CLI11 calls it

/// The order in which groups are shown; others follow.
constexpr std::array<std::string_view, 6> kGroupOrder = {kNetworkGroup, kPrivacyGroup, kMechanismGroup,
                                                         kOutputGroup,  kRunGroup,     kOtherGroup};

std::size_t group_rank(const OptionGroup& group) {
  return static_cast<std::size_t>(std::ranges::find(kGroupOrder, group.name) - kGroupOrder.begin());
}

/// With their dashes; empty for an argument that has no option beside it.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

OptionDescription describe_option(const CLI::Option& option, const OptionFacts& facts) {
  OptionDescription description;
  description.names = names_of(option);
  description.text = option.get_description();
  description.required = option.get_required();
  description.repeats = option.get_expected_max() > 1;
  if (option.get_type_size() == 0) return description;
  description.value = facts.value;
  description.kind = facts.kind;
  description.default_value = option.get_default_str();
  if (facts.choices != nullptr) description.choices = facts.choices();
  return description;
}

void add_to_group(std::vector<OptionGroup>& groups, std::string_view name, OptionDescription option) {
  const auto found = std::ranges::find(groups, name, &OptionGroup::name);
  OptionGroup& group =
      found == groups.end() ? groups.emplace_back(OptionGroup{std::string(name), {}}) : *found;
  group.options.push_back(std::move(option));
}

}  // namespace

std::string OptionDescription::names_and_value() const {
  std::string joined;
  for (const std::string& one : names) joined.append(joined.empty() ? "" : ", ").append(one);
  return value.empty() || joined == value ? joined : joined + " " + value;
}

std::string CommandDescription::usage() const {
  std::string text = path;
  if (!commands.empty()) return text + " COMMAND";
  for (const OptionDescription& argument : arguments) {
    const std::string word = argument.names.front() + (argument.repeats ? ".." : "");
    text += argument.required ? " " + word : " [" + word + "]";
  }
  for (const OptionGroup& group : groups) {
    for (const OptionDescription& option : group.options) {
      if (option.required) text.append(" ").append(option.names.front()).append(" ").append(option.value);
    }
  }
  return text + " [options]";
}

std::string path_below_program(const CLI::App& command) {
  if (command.get_parent() == nullptr) return "";
  const std::string above = path_below_program(*command.get_parent());
  return above.empty() ? command.get_name() : above + " " + command.get_name();
}

CommandDescription describe_command(const CLI::App& command) {
  CommandDescription description;
  const std::string below = path_below_program(command);
  description.name = command.get_name();
  description.path = below.empty() ? "hopveil" : "hopveil " + below;
  description.summary = command.get_description();
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    if (option->get_positional()) {
      const std::string name = option->get_name(true, false);
      OptionDescription argument = describe_option(*option, facts_of_option(below, name));
      argument.names = {name};
      argument.value = name;
      description.arguments.push_back(std::move(argument));
    }
    OptionDescription described = describe_option(*option, facts_of_option(below, option->get_name()));
    if (described.names.empty()) continue;
    const bool grouped_in_place = option->get_group() != kUngrouped;
    const std::string_view group =
        grouped_in_place ? option->get_group() : facts_of_option(below, option->get_name()).group;
    add_to_group(description.groups, group, std::move(described));
  }
  std::ranges::stable_sort(description.groups, {}, group_rank);
  description.examples = examples_of(below);
  for (const CLI::App* sub :
       command.get_subcommands([](const CLI::App* app) { return !app->get_group().empty(); }))
    description.commands.push_back(describe_command(*sub));
  return description;
}

}  // namespace hopveil::cli
