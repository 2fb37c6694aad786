#pragma once

// The mechanisms' options as texts of the command line and of metadata.

#include <string>
#include <string_view>

#include "mechanism/mechanism.h"

namespace hopveil {

/// These read what option_text writes, and throw InputError, listing the choices, for anything else.
Reading parse_reading(std::string_view text);
Postprocess parse_postprocess(std::string_view text);
Noise parse_noise(std::string_view text);

/// The value of the option of that name (a ParameterInfo's): "threshold", "reading", "postprocess", "noise".
std::string option_text(const MechanismOptions& options, std::string_view name);

}  // namespace hopveil
