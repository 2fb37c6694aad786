// SPDX-License-Identifier: Apache-2.0
#include "io/id_text.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/harmless_text.h"
#include "io/text_blocks.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kShownLength = 40;

std::string hint_on(char byte) {
  return byte == '\r' ? "Lines must end with a line feed (LF or CRLF)." : "Is this a text file?";
}

/// What is wrong with an id, and what the file that it stands in may be.
struct Mistake {
  std::size_t offset;
  std::string found;
  std::string expected;
  std::string hint;
};

std::optional<Mistake> mistake_in(std::string_view text, std::size_t begin, std::size_t end,
                                  std::size_t longest) {
  if (end - begin > longest) {
    return Mistake{begin, fmt::format("an id has {} bytes", end - begin),
                   fmt::format("ids have at most {}", longest), "--max-id-length raises that."};
  }
  for (std::size_t i = begin; i < end;) {
    const unsigned byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      if (is_control_character(byte)) {
        return Mistake{i, fmt::format("byte 0x{:02X} stands in an id", byte), "ids are printable text",
                       hint_on(text[i])};
      }
      ++i;
      continue;
    }
    const std::size_t length = utf8_length(text.substr(i, end - i));
    if (length == 0) {
      return Mistake{i, fmt::format("byte 0x{:02X} is not valid UTF-8", byte), "ids are UTF-8 text",
                     "Convert the file to UTF-8, for example by iconv."};
    }
    if (const char32_t code = utf8_code(text.substr(i, length)); is_control_character(code)) {
      return Mistake{
          i, fmt::format("the control character U+{:04X} stands in an id", static_cast<unsigned>(code)),
          "ids are printable text", ""};
    }
    i += length;
  }
  return std::nullopt;
}

}  // namespace

void check_id_text(std::string_view text, std::size_t begin, std::size_t end, std::size_t longest) {
  if (const auto mistake = mistake_in(text, begin, end, longest))
    throw MistakeAt{mistake->offset, InputError(mistake->found, mistake->expected, mistake->hint)};
}

std::string unusable_name(std::string_view name, std::size_t longest) {
  if (name.empty()) return "it is empty";
  const auto mistake = mistake_in(name, 0, name.size(), longest);
  return mistake ? fmt::format("{}; {}", mistake->found, mistake->expected) : "";
}

std::string shown(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t characters = 0; end < text.size() && characters < kShownLength; ++characters)
    end += std::max<std::size_t>(utf8_length(text.substr(end)), 1);
  return "\"" + harmless(text.substr(0, end)) + (end < text.size() ? "..\"" : "\"");
}

}  // namespace hopveil::io
