// SPDX-License-Identifier: Apache-2.0
#pragma once

// ELI's private half alone, as an attacker would want it: the noisy answers to the most telling questions,
// each with the whole budget, before anything is inferred from them.

#include <memory>

#include "mechanism/mechanism.h"

namespace hopveil::audit {

/// Asks every private user about every other user in a cell of its own.
std::unique_ptr<mechanism::Mechanism> ask_for_counts();
/// Asks all pairs of users by randomized response.
std::unique_ptr<mechanism::Mechanism> ask_for_pairs();

}  // namespace hopveil::audit
