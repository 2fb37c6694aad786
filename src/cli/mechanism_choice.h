// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which mechanism, with which of its options: the same for `plan` and `release`.

#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "ledger/budget_share.h"
#include "mechanism/registry.h"

namespace hopveil::cli {

struct MechanismChoice {
  std::string mechanism = mechanism::kDefaultMechanism;
  std::map<std::string, std::string> values = {};  ///< of every mechanism's options, by name
};

/// Adds --mechanism and the mechanisms' options.
void add_mechanism_options(CLI::App& command, MechanismChoice& choice);
/// Adds the mechanisms' options alone. Where several values are compared, `several` is said in the help.
void add_option_rows(CLI::App& command, std::map<std::string, std::string>& values,
                     const std::string& several = "");
/// The names of the mechanisms' options that stand on the command line.
std::vector<std::string> given_mechanism_options(const CLI::App& command);
/// The place of the option of that name ("threshold"); null when there is none.
std::string* option_value(MechanismChoice& choice, const std::string& name);
/// Throws InputError for a value that the option does not have.
mechanism::MechanismOptions mechanism_options(const MechanismChoice& choice, unsigned hops);
/// The value of --budget-share. Throws InputError with that place.
ledger::BudgetShare parse_budget_share(const std::string& text);

}  // namespace hopveil::cli
