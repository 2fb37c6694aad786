// SPDX-License-Identifier: Apache-2.0
#include "cli/mechanism_choice.h"

#include <hopveil/errors.h>

#include "mechanism/option_names.h"

namespace hopveil::cli {

void add_option_rows(CLI::App& command, std::map<std::string, std::string>& values,
                     const std::string& several) {
  for (const mechanism::ParameterInfo* row : mechanism::all_options()) {
    std::string& value = values[row->name] = row->default_value;
    command.add_option("--" + row->name, value, row->help + several)->capture_default_str();
  }
}

void add_mechanism_options(CLI::App& command, MechanismChoice& choice) {
  command
      .add_option("--mechanism", choice.mechanism,
                  mechanism::mechanism_names() + "; `hopveil mechanisms` describes them")
      ->capture_default_str();
  add_option_rows(command, choice.values);
}

std::vector<std::string> given_mechanism_options(const CLI::App& command) {
  std::vector<std::string> given;
  for (const mechanism::ParameterInfo* row : mechanism::all_options()) {
    if (command.count("--" + row->name) > 0) given.push_back(row->name);
  }
  return given;
}

std::string* option_value(MechanismChoice& choice, const std::string& name) {
  const auto found = choice.values.find(name);
  return found == choice.values.end() ? nullptr : &found->second;
}

mechanism::MechanismOptions mechanism_options(const MechanismChoice& choice, unsigned hops) {
  mechanism::MechanismOptions parsed;
  parsed.hops = hops;
  for (const auto& [name, text] : choice.values) mechanism::set_option(parsed, name, text);
  return parsed;
}

ledger::BudgetShare parse_budget_share(const std::string& text) {
  try {
    return ledger::BudgetShare::from_text(text);
  } catch (InputError& error) {
    error.in_file("--budget-share");
    throw;
  }
}

}  // namespace hopveil::cli
