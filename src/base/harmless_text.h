// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text that others chose (users' names, file names), made safe to print.

#include <cstddef>
#include <string>
#include <string_view>

namespace hopveil {

/// The length of the UTF-8 sequence at the front of `text`, which is not empty; 0 when there is none (RFC
/// 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text);

/// The character that a sequence of that length is.
char32_t utf8_code(std::string_view sequence);

/// How many characters the text has: bytes that begin none (as those within UTF-8 sequences) do not count.
std::size_t count_characters(std::string_view text);

/// Whether the character is a control character: C0, DEL, C1 (terminals obey some of them, U+009B begins an
/// escape sequence), or a separator of lines and paragraphs.
bool is_control_character(char32_t code);

/// Whether the character can make a line look like another one: a control character, or one that is invisible
/// or changes the direction of the text around it (Unicode's category Cf).
bool is_disturbing_character(char32_t code);

/// The text with every disturbing character written as \u{202E} and every byte that is not UTF-8 as \x9B:
/// whatever the text is, printing it moves no cursor, changes no colour and reorders nothing. Line ends are
/// kept only if asked for.
std::string harmless(std::string_view text, bool keep_line_ends = false);

}  // namespace hopveil
