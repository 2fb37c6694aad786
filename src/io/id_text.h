// SPDX-License-Identifier: Apache-2.0
#pragma once

// Ids as text: what may stand in one, and how messages show it.

#include <cstddef>
#include <string>
#include <string_view>

#include <hopveil/read_graph.h>

namespace hopveil::io {

/// Throws MistakeAt unless the id at text[begin, end) is UTF-8 without control characters (C0, C1, separators
/// of lines) and has at most `longest` bytes. The offset of the mistake is the offending byte's. Characters
/// that are invisible or change the direction of text belong to names in many languages; they pass, and are
/// escaped where names are shown.
void check_id_text(std::string_view text, std::size_t begin, std::size_t end,
                   std::size_t longest = InputLimits{}.id_length);

/// The same for a name that stands in no file: what is wrong with it, also when it is empty; "" when it can
/// be used.
std::string unusable_name(std::string_view name, std::size_t longest = InputLimits{}.id_length);

/// The text in quotes for a message: what would disturb a terminal is escaped (base/harmless_text.h), a long
/// text is cut.
std::string shown(std::string_view text);

}  // namespace hopveil::io
