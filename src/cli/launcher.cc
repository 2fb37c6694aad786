// SPDX-License-Identifier: Apache-2.0
#include "cli/launcher.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include <hopveil/errors.h>

namespace hopveil::cli {
namespace {

/// How a launcher passes the number of processes to each of them.
struct Launcher {
  const char* name;
  const char* size;  ///< the variable with their number
  const char* rank;  ///< set in a started process only; nullptr where `size` is that by itself
};

constexpr std::array kLaunchers = {
    Launcher{"Open MPI", "OMPI_COMM_WORLD_SIZE", nullptr},
    Launcher{"MPICH", "PMI_SIZE", nullptr},
    Launcher{"Intel MPI", "MPI_LOCALNRANKS", nullptr},
    Launcher{"MVAPICH", "MV2_COMM_WORLD_SIZE", nullptr},
    Launcher{"Cray PALS", "PALS_SIZE", nullptr},
    Launcher{"Slurm", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
    // What a batch script sees of its allocation; srun sets both.
    Launcher{"Slurm", "SLURM_NTASKS", "SLURM_PROCID"},
};

/// A process whose number is not 0 is one of several, whatever else is known.
constexpr std::array kRanks = {"PMIX_RANK", "PMI_RANK", "OMPI_COMM_WORLD_RANK", "PALS_RANKID",
                               "MV2_COMM_WORLD_RANK"};

int number_in(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return 0;
  int number = 0;
  const std::string_view digits = text;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

std::optional<std::string> launched_as_one_of_several() {
  for (const Launcher& launcher : kLaunchers) {
    if (launcher.rank != nullptr && std::getenv(launcher.rank) == nullptr) continue;
    const int copies = number_in(launcher.size);
    if (copies > 1) return fmt::format("{} ({}={})", launcher.name, launcher.size, copies);
  }
  for (const char* rank : kRanks) {
    if (const int number = number_in(rank); number > 0) return fmt::format("MPI ({}={})", rank, number);
  }
  return std::nullopt;
}

void refuse_several_copies() {
  const auto launcher = launched_as_one_of_several();
  if (!launcher) return;
  throw InputError("started as one of several copies by " + *launcher,
                   "each copy would charge and draw a release of its own",
                   "Start hopveil once (mpirun -n 1, srun -n 1), or give --allow-copies if this is meant.");
}

}  // namespace hopveil::cli
