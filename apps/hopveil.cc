// SPDX-License-Identifier: Apache-2.0
#include "cli/main.h"

int main(int argc, char** argv) {
  return hopveil::cli::run_command_line(argc, argv);
}
