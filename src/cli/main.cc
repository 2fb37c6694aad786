#include "cli/main.h"

#include <cstdio>
#include <new>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/version.h"

namespace hopveil {

int run_command_line(int, char**) {
  fmt::print("hopveil {}\n", kVersion);
  return 0;
}

}  // namespace hopveil
