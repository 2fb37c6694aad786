// SPDX-License-Identifier: Apache-2.0
#pragma once

// Makes the rows of a mechanism's options (ParameterInfo), each in the file of the mechanism that has it.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mechanism/mechanism.h"

namespace hopveil::mechanism {

/// For a text that is none of the names. Throws InputError, which lists them.
[[noreturn]] void refuse_choice(std::string_view option, std::string_view text,
                                const std::vector<std::string>& names);

/// The row of an option with few, named values, which a field of MechanismOptions holds. `row` gives name and
/// texts; the first value is the default.
template <class Value>
ParameterInfo choice_row(ParameterInfo row, Value MechanismOptions::*field,
                         std::vector<std::pair<std::string, Value>> names) {
  for (const auto& [name, value] : names) {
    row.choices.push_back(name);
    row.values += (row.values.empty() ? "" : "|") + name;
  }
  row.default_value = row.choices.front();
  row.parse = [field, names, option = row.name, choices = row.choices](MechanismOptions& options,
                                                                       std::string_view text) {
    for (const auto& [name, value] : names) {
      if (text != name) continue;
      options.*field = value;
      return;
    }
    refuse_choice(option, text, choices);
  };
  row.print = [field, names](const MechanismOptions& options) {
    for (const auto& [name, value] : names) {
      if (options.*field == value) return name;
    }
    return names.front().first;
  };
  return row;
}

/// An option that needs no field of MechanismOptions: all that a new mechanism writes for one of its own.
///
///     const OwnOption<unsigned> kDepth{"depth", 2, parse_depth, print_depth};
///     info.parameters = {kDepth.row("N", "how deep it looks")};
///     const unsigned depth = kDepth.of(options);
template <class Value>
struct OwnOption {
  std::string name;
  Value default_value;
  Value (*parse)(std::string_view text);  ///< throws InputError
  std::string (*print)(const Value& value);

  Value of(const MechanismOptions& options) const {
    const auto found = options.own.find(name);
    return found == options.own.end() ? default_value : std::any_cast<Value>(found->second);
  }

  ParameterInfo row(const std::string& values, const std::string& meaning) const {
    return {.name = name,
            .values = values,
            .default_value = print(default_value),
            .meaning = meaning,
            .help = meaning,
            .placeholder = values,
            .label = "-" + name + "=",
            .parse = [own = *this](MechanismOptions& options,
                                   std::string_view text) { options.own[own.name] = own.parse(text); },
            .print = [own = *this](const MechanismOptions& options) { return own.print(own.of(options)); }};
  }
};

}  // namespace hopveil::mechanism
