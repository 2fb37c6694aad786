#pragma once

// Ids as text: what may stand in one, and how messages show it.

#include <cstddef>
#include <string>
#include <string_view>

namespace hopveil {

/// Throws MistakeAt unless the id at text[begin, end) is printable UTF-8. The offset of the mistake is the
/// offending byte's.
void check_id_text(std::string_view text, std::size_t begin, std::size_t end);

/// The text in quotes for a message: bytes that would disturb a terminal are escaped, a long text is cut.
std::string shown(std::string_view text);

}  // namespace hopveil
