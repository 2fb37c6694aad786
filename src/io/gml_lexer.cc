// SPDX-License-Identifier: Apache-2.0
#include "io/gml_lexer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "io/id_text.h"
#include "io/text_blocks.h"

namespace hopveil::io {
namespace {

bool is_key_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_key_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_number_character(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.' || c == 'e' ||
         c == 'E';
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// The character that `name` (between & and ;) stands for.
std::optional<std::uint32_t> entity_code(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kNamed = {
      {{"quot", '"'}, {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}}};
  for (const auto& [known, character] : kNamed)
    if (name == known) return static_cast<unsigned char>(character);
  if (!name.starts_with('#')) return std::nullopt;
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), code);
  const bool is_character = code >= 0x20 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  if (error != std::errc() || end != name.data() + name.size() || !is_character) return std::nullopt;
  return code;
}

}  // namespace

std::string GmlToken::shown() const {
  switch (kind) {
    case Kind::kOpen:
      return "\"[\"";
    case Kind::kClose:
      return "\"]\"";
    case Kind::kEnd:
      return "the end of the file";
    default:
      return hopveil::io::shown(text);
  }
}

void GmlLexer::skip_blanks_and_comments() {
  while (position_ < text_.size()) {
    if (text_[position_] == '#') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (std::isspace(static_cast<unsigned char>(text_[position_])) != 0) {
      ++position_;
    } else {
      return;
    }
  }
}

GmlToken GmlLexer::next() {
  skip_blanks_and_comments();
  const std::size_t begin = position_;
  if (begin == text_.size()) return {GmlToken::Kind::kEnd, {}, begin};
  const char first = text_[begin];
  const auto take_while = [&](auto&& belongs) {
    while (position_ < text_.size() && belongs(text_[position_])) ++position_;
    return text_.substr(begin, position_ - begin);
  };
  if (first == '[' || first == ']') {
    ++position_;
    return {first == '[' ? GmlToken::Kind::kOpen : GmlToken::Kind::kClose, text_.substr(begin, 1), begin};
  }
  if (is_key_start(first)) return {GmlToken::Kind::kKey, take_while(is_key_character), begin};
  if (is_number_character(first)) return {GmlToken::Kind::kNumber, take_while(is_number_character), begin};
  if (first == '"') {
    const std::size_t end = text_.find('"', begin + 1);
    if (end == std::string_view::npos) {
      throw MistakeAt{begin, InputError("the quote is not closed", "GML text ends with a quote",
                                        "A quote inside text is written &quot;.")};
    }
    position_ = end + 1;
    return {GmlToken::Kind::kText, text_.substr(begin + 1, end - begin - 1), begin};
  }
  throw MistakeAt{begin, InputError(fmt::format("found {}", hopveil::io::shown(text_.substr(begin, 1))),
                                    "GML holds keys, numbers, quoted text and brackets")};
}

std::string gml_text(std::string_view quoted) {
  std::string out;
  while (!quoted.empty()) {
    const std::size_t plain = std::min(quoted.find('&'), quoted.size());
    out += quoted.substr(0, plain);
    quoted.remove_prefix(plain);
    if (quoted.empty()) break;
    const std::size_t semicolon = quoted.substr(0, 12).find(';');
    const auto code =
        semicolon == std::string_view::npos ? std::nullopt : entity_code(quoted.substr(1, semicolon - 1));
    if (code)
      append_utf8(*code, out);
    else
      out += '&';
    quoted.remove_prefix(code ? semicolon + 1 : 1);
  }
  return out;
}

}  // namespace hopveil::io
