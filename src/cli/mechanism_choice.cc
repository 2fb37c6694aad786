#include "cli/mechanism_choice.h"

#include <hopveil/errors.h>

#include "mechanism/option_names.h"

namespace hopveil {

void add_option_rows(CLI::App& command, std::map<std::string, std::string>& values,
                     const std::string& several) {
  for (const ParameterInfo* row : all_options()) {
    std::string& value = values[row->name] = row->default_value;
    command.add_option("--" + row->name, value, row->help + several)->capture_default_str();
  }
}

void add_mechanism_options(CLI::App& command, MechanismChoice& choice) {
  command
      .add_option("--mechanism", choice.mechanism,
                  mechanism_names() + "; `hopveil mechanisms` describes them")
      ->capture_default_str();
  add_option_rows(command, choice.values);
}

std::vector<std::string> given_mechanism_options(const CLI::App& command) {
  std::vector<std::string> given;
  for (const ParameterInfo* row : all_options()) {
    if (command.count("--" + row->name) > 0) given.push_back(row->name);
  }
  return given;
}

std::string* option_value(MechanismChoice& choice, const std::string& name) {
  const auto found = choice.values.find(name);
  return found == choice.values.end() ? nullptr : &found->second;
}

MechanismOptions mechanism_options(const MechanismChoice& choice, unsigned hops) {
  MechanismOptions parsed;
  parsed.hops = hops;
  for (const auto& [name, text] : choice.values) set_option(parsed, name, text);
  return parsed;
}

BudgetShare parse_budget_share(const std::string& text) {
  try {
    return BudgetShare::from_text(text);
  } catch (InputError& error) {
    error.in_file("--budget-share");
    throw;
  }
}

}  // namespace hopveil
