// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace hopveil::mechanism {

/// All mechanisms with their options and guarantees as JSON: `hopveil mechanisms --json`, and the same from
/// C.
std::string mechanisms_json();

}  // namespace hopveil::mechanism
