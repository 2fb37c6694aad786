#pragma once

// Makes the rows of a mechanism's options (ParameterInfo), each beside the mechanism that has it.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mechanism/mechanism.h"

namespace hopveil {

/// For a value that is none of the names. Throws InputError, which lists them.
[[noreturn]] void refuse_choice(std::string_view option, std::string_view text,
                                const std::vector<std::string>& names);

/// The row of an option with few, named values, which a field of MechanismOptions holds. `row` gives the
/// texts; the first value is the default.
template <class Value>
ParameterInfo choice_row(ParameterInfo row, Value MechanismOptions::* field,
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

/// An option that only one mechanism knows: its value has a type, and needs no field of MechanismOptions.
///
///     const OwnOption<unsigned> kDepth{"depth", 2, parse_depth, print_depth};
///     info.parameters = {kDepth.row({.values = "N", .meaning = "how deep it looks"})};
///     unsigned depth = kDepth.of(options);
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

  /// `texts` may leave out what follows from the others.
  ParameterInfo row(ParameterInfo texts) const {
    texts.name = name;
    texts.default_value = print(default_value);
    if (texts.help.empty()) texts.help = texts.meaning;
    if (texts.list_help.empty()) texts.list_help = texts.help;
    if (texts.label.empty()) texts.label = "-" + name + "=";
    texts.parse = [own = *this](MechanismOptions& options, std::string_view text) {
      options.own[own.name] = own.parse(text);
    };
    texts.print = [own = *this](const MechanismOptions& options) { return own.print(own.of(options)); };
    return texts;
  }
};

}  // namespace hopveil
