#pragma once

// The mechanisms' options as texts of the command line and of metadata.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mechanism/mechanism.h"

namespace hopveil {

/// These read what option_text writes, and throw InputError, listing the choices, for anything else.
Reading parse_reading(std::string_view text);
Postprocess parse_postprocess(std::string_view text);
Noise parse_noise(std::string_view text);
Objective parse_objective(std::string_view text);
/// "none", or a whole number of percent from 1 to 99, with or without %.
std::optional<unsigned> parse_intervals(std::string_view text);

/// The value of the option of that name (a ParameterInfo's): "threshold", "reading", "postprocess", "noise",
/// "optimise", "intervals".
std::string option_text(const MechanismOptions& options, std::string_view name);

/// Throws InputError, listing the mechanism's options, when one of those that the user gave is not its own.
/// `reading` is let through to all of the paper's mechanisms: it says how to read the paper, and those that
/// E3 and E4 do not touch accept both readings.
void check_options_apply(const MechanismInfo& mechanism, std::span<const std::string> given);

}  // namespace hopveil
