#include "io/id_text.h"

#include <fmt/format.h>

#include "io/text_blocks.h"

namespace hopveil {
namespace {

constexpr std::size_t kShownLength = 40;

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

/// The length of the UTF-8 sequence at the front of `text`, 0 when there is none (RFC 3629: no overlong
/// forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = sequence_length(byte(0));
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  if (length >= 3) {
    const unsigned char lead = byte(0);
    const unsigned char second = byte(1);
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second >= 0x90)) {
      return 0;
    }
  }
  return length;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

}  // namespace

void check_id_text(std::string_view text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end;) {
    const unsigned byte = static_cast<unsigned char>(text[i]);
    if (is_control(text[i])) {
      throw MistakeAt{
          i, InputError(
                 fmt::format("byte 0x{:02X} stands in an id", byte), "ids are printable text",
                 text[i] == '\r' ? "Lines must end with a line feed (LF or CRLF)." : "Is this a text file?")};
    }
    const std::size_t length = utf8_length(text.substr(i, end - i));
    if (length == 0) {
      throw MistakeAt{i,
                      InputError(fmt::format("byte 0x{:02X} is not valid UTF-8", byte), "ids are UTF-8 text",
                                 "Convert the file to UTF-8, for example by iconv.")};
    }
    i += length;
  }
}

std::string shown(std::string_view text) {
  std::string out = "\"";
  std::size_t i = 0;
  for (std::size_t characters = 0; i < text.size() && characters < kShownLength; ++characters) {
    const std::size_t length = is_control(text[i]) ? 0 : utf8_length(text.substr(i));
    if (length == 0) {
      out += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[i++]));
    } else {
      out += text.substr(i, length);
      i += length;
    }
  }
  if (i < text.size()) out += "..";
  return out + "\"";
}

}  // namespace hopveil
