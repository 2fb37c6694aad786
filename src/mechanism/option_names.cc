#include "mechanism/option_names.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hopveil/errors.h>

#include "mechanism/option_row.h"
#include "mechanism/registry.h"

namespace hopveil {
namespace {

const ParameterInfo& known_option(std::string_view name) {
  const ParameterInfo* const option = find_option(name);
  if (option == nullptr)
    throw BugError(fmt::format("no mechanism has the option \"{}\" that is asked for", name));
  return *option;
}

}  // namespace

void refuse_choice(std::string_view option, std::string_view text, const std::vector<std::string>& names) {
  throw InputError(fmt::format("--{} \"{}\" is unknown", option, text),
                   fmt::format("it is {}", fmt::join(names, " or ")));
}

std::vector<const ParameterInfo*> all_options() {
  std::vector<const ParameterInfo*> options;
  for (const MechanismInfo& mechanism : mechanisms()) {
    for (const ParameterInfo& row : mechanism.parameters) {
      if (std::ranges::none_of(options, [&](const ParameterInfo* known) { return known->name == row.name; }))
        options.push_back(&row);
    }
  }
  return options;
}

const ParameterInfo* find_option(std::string_view name) {
  for (const MechanismInfo& mechanism : mechanisms()) {
    const auto found = std::ranges::find(mechanism.parameters, name, &ParameterInfo::name);
    if (found != mechanism.parameters.end()) return &*found;
  }
  return nullptr;
}

void set_option(MechanismOptions& options, std::string_view name, std::string_view text) {
  known_option(name).parse(options, text);
}

std::string option_text(const MechanismOptions& options, std::string_view name) {
  return known_option(name).print(options);
}

void check_options_apply(const MechanismInfo& mechanism, std::span<const std::string> given) {
  for (const std::string& name : given) {
    if (has_parameter(mechanism, name)) continue;
    if (name == "reading" && has_parameter(mechanism, "threshold")) continue;
    std::string own;
    for (const ParameterInfo& parameter : mechanism.parameters) {
      own += (own.empty() ? "--" : ", --") + parameter.name;
    }
    throw InputError(fmt::format("{} has no option --{}", mechanism.name, name),
                     fmt::format("its options are {}", own),
                     "`hopveil mechanisms` lists those of every mechanism.");
  }
}

}  // namespace hopveil
