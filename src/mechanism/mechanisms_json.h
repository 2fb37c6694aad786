#pragma once

#include <string>

namespace hopveil {

/// All mechanisms with their options and guarantees as JSON: `hopveil mechanisms --json`, and the same from
/// C.
std::string mechanisms_json();

}  // namespace hopveil
