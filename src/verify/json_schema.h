// SPDX-License-Identifier: Apache-2.0
#pragma once

// As much of JSON Schema (2020-12) as the schemas of this project use.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace hopveil::verify {

/// What in `value` breaks `schema`, a sentence each: `guarantee.status: "maybe" is not one of the values
/// allowed`. Empty: it conforms. Throws BugError when the schema uses a keyword that is not known here, so
/// that nothing is taken as checked that is not.
std::vector<std::string> schema_violations(const nlohmann::ordered_json& schema,
                                           const nlohmann::ordered_json& value);

}  // namespace hopveil::verify
