// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mechanism/mechanism.h"

namespace hopveil::mechanism {

// One function per file of a mechanism.
MechanismInfo eli_mechanism();
MechanismInfo uniform_mechanism();
MechanismInfo exponential_mechanism();
MechanismInfo deba_mechanism();
MechanismInfo duba_lf_mechanism();

/// All mechanisms, in the order of the documents. Help texts, documents, experiments and audits walk it.
std::span<const MechanismInfo> mechanisms();

/// What a release uses when none is named: proved for any number of hops.
inline constexpr const char* kDefaultMechanism = "eli";

/// Throws InputError, listing them all and suggesting the nearest, when there is no mechanism of that name.
const MechanismInfo& find_mechanism(std::string_view name);

/// "uniform, exponential, .."
std::string mechanism_names();

}  // namespace hopveil::mechanism
