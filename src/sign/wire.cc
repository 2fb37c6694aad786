// SPDX-License-Identifier: Apache-2.0
#include "sign/wire.h"

#include <openssl/evp.h>

#include <hopveil/errors.h>

#include "base/check.h"

namespace hopveil::sign {
namespace {

const unsigned char* as_bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

void append_wire_number(std::uint32_t number, std::string& out) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 0xff);
}

void append_wire_string(std::string_view text, std::string& out) {
  append_wire_number(static_cast<std::uint32_t>(text.size()), out);
  out += text;
}

std::string_view WireReader::bytes(std::size_t size) {
  if (size > rest_.size()) throw InputError("it ends too early");
  const std::string_view head = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return head;
}

std::uint32_t WireReader::number() {
  std::uint32_t value = 0;
  for (const char c : bytes(4)) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

std::string_view WireReader::string() {
  return bytes(number());
}

std::string to_base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), as_bytes(bytes),
                                   static_cast<int>(bytes.size()));
  check(size >= 0, "base64 failed");
  text.resize(static_cast<std::size_t>(size));
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes(text.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()), as_bytes(text),
                                   static_cast<int>(text.size()));
  if (size < 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  bytes.resize(static_cast<std::size_t>(size) - padding);
  if (to_base64(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace hopveil::sign
