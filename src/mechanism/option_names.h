// SPDX-License-Identifier: Apache-2.0
#pragma once

// The options of all mechanisms by name, as texts of the command line and of metadata.

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mechanism/mechanism.h"

namespace hopveil::mechanism {

/// The options of all mechanisms, each once, in the order of the registry. They live as long as it does.
const std::vector<const ParameterInfo*>& all_options();

/// The option of that name; null when no mechanism has one.
const ParameterInfo* find_option(std::string_view name);

/// Sets the option of that name ("threshold") to what option_text writes. Throws InputError for any other
/// text, and when no mechanism has such an option.
void set_option(MechanismOptions& options, std::string_view name, std::string_view text);
std::string option_text(const MechanismOptions& options, std::string_view name);

/// The values of the mechanism's options, by name.
std::map<std::string, std::string> option_texts(const MechanismInfo& mechanism,
                                                const MechanismOptions& options);

/// Throws InputError, listing the mechanism's options, when one of those that the user gave is not its own.
/// `reading` is let through to all of the paper's mechanisms: it says how to read the paper, and those that
/// E3 and E4 do not touch accept both readings.
void check_options_apply(const MechanismInfo& mechanism, std::span<const std::string> given);

}  // namespace hopveil::mechanism
