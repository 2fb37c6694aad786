#pragma once

// The options of all mechanisms by name, as texts of the command line and of metadata.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mechanism/mechanism.h"

namespace hopveil {

/// The options of all mechanisms, each once, in the order of the registry. They live as long as it does.
std::vector<const ParameterInfo*> all_options();

/// The option of that name; null when no mechanism has one.
const ParameterInfo* find_option(std::string_view name);

/// Sets the option of that name (a ParameterInfo's: "threshold") to what option_text writes. Throws
/// InputError for any other text, BugError when no mechanism has the option.
void set_option(MechanismOptions& options, std::string_view name, std::string_view text);
std::string option_text(const MechanismOptions& options, std::string_view name);

/// Throws InputError, listing the mechanism's options, when one of those that the user gave is not its own.
/// `reading` is let through to all of the paper's mechanisms: it says how to read the paper, and those that
/// E3 and E4 do not touch read it both ways.
void check_options_apply(const MechanismInfo& mechanism, std::span<const std::string> given);

}  // namespace hopveil
