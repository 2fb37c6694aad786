// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the terminal can do and wants.

#include <cstddef>

namespace hopveil::cli {

/// The width of the terminal behind the stream, or what COLUMNS says, or 80; between 40 and 120, beyond which
/// text is hard to read.
std::size_t terminal_width(int stream);

/// Whether colour, bold and the like are wanted there: a terminal, unless NO_COLOR is set (no-color.org) or
/// TERM is dumb.
bool wants_colours(int stream);

}  // namespace hopveil::cli
