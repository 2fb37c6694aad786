// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace hopveil::cli {

/// Says which launcher (Open MPI, MPICH, Slurm, ..) started this process as one of several copies, and of how
/// many: "Slurm (SLURM_NTASKS=4)". Nothing when it runs alone.
std::optional<std::string> launched_as_one_of_several();

/// Throws InputError when it did: each copy would charge the ledger and write the same table.
void refuse_several_copies();

}  // namespace hopveil::cli
