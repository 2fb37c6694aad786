// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command_description.h"

namespace hopveil::cli {

/// A manual page in roff (man(7)).
struct ManPage {
  std::string file;  ///< "hopveil-release.1"
  std::string text;
};

/// One page for the program and one for each of its commands; what is below a command stands on its page.
std::vector<ManPage> man_pages(const CommandDescription& program);

}  // namespace hopveil::cli
