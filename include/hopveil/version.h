// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hopveil/api.h>

namespace hopveil {

/// The version of the library that is running: "1.0.0-rc1".
HOPVEIL_API const char* version();

}  // namespace hopveil
