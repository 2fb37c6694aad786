// SPDX-License-Identifier: Apache-2.0
#include "mechanism/option_names.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hopveil/errors.h>

#include "mechanism/option_row.h"
#include "mechanism/registry.h"

namespace hopveil::mechanism {
namespace {

std::string with_dashes(const std::vector<std::string>& names) {
  return fmt::format("--{}", fmt::join(names, ", --"));
}

const ParameterInfo& known_option(std::string_view name) {
  if (const ParameterInfo* option = find_option(name)) return *option;
  std::vector<std::string> names;
  for (const ParameterInfo* option : all_options()) names.push_back(option->name);
  throw InputError(fmt::format("no mechanism has an option --{}", name),
                   "the options are " + with_dashes(names));
}

}  // namespace

void refuse_choice(std::string_view option, std::string_view text, const std::vector<std::string>& names) {
  throw InputError(fmt::format("--{} \"{}\" is unknown", option, text),
                   fmt::format("it is {}", fmt::join(names, " or ")));
}

const std::vector<const ParameterInfo*>& all_options() {
  static const std::vector<const ParameterInfo*> all = [] {
    std::vector<const ParameterInfo*> options;
    for (const MechanismInfo& mechanism : mechanisms()) {
      for (const ParameterInfo& row : mechanism.parameters) {
        if (std::ranges::find(options, row.name, &ParameterInfo::name) == options.end())
          options.push_back(&row);
      }
    }
    return options;
  }();
  return all;
}

const ParameterInfo* find_option(std::string_view name) {
  const auto found = std::ranges::find(all_options(), name, &ParameterInfo::name);
  return found == all_options().end() ? nullptr : *found;
}

void set_option(MechanismOptions& options, std::string_view name, std::string_view text) {
  known_option(name).parse(options, text);
}

std::string option_text(const MechanismOptions& options, std::string_view name) {
  return known_option(name).print(options);
}

std::map<std::string, std::string> option_texts(const MechanismInfo& mechanism,
                                                const MechanismOptions& options) {
  std::map<std::string, std::string> texts;
  for (const ParameterInfo& row : mechanism.parameters) texts[row.name] = row.print(options);
  return texts;
}

void check_options_apply(const MechanismInfo& mechanism, std::span<const std::string> given) {
  for (const std::string& name : given) {
    if (has_parameter(mechanism, name)) continue;
    if (name == "reading" && has_parameter(mechanism, "threshold")) continue;
    std::vector<std::string> names;
    for (const ParameterInfo& row : mechanism.parameters) names.push_back(row.name);
    throw InputError(fmt::format("{} has no option --{}", mechanism.name, name),
                     names.empty() ? "it has no options" : "its options are " + with_dashes(names),
                     "`hopveil mechanisms` lists those of every mechanism.");
  }
}

}  // namespace hopveil::mechanism
