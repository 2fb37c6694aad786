// SPDX-License-Identifier: Apache-2.0
#include "cli/not_private.h"

#include <cstdio>

#include <fmt/format.h>

namespace hopveil::cli {

void note_not_private(std::string_view what, bool quiet) {
  if (quiet) return;
  fmt::print(stderr,
             "note: {}, NOT private: they can re-identify people.\n"
             "      Publish with `hopveil release`.\n",
             what);
}

}  // namespace hopveil::cli
