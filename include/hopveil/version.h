#pragma once

#include <hopveil/api.h>

namespace hopveil {

/// The version of the library that is running: "0.1.0".
HOPVEIL_API const char* version();

}  // namespace hopveil
