// SPDX-License-Identifier: Apache-2.0
#pragma once

// OpenSSH's wire format (RFC 4251, section 5) and its base64.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hopveil::sign {

/// Four bytes of length, then the text.
void append_wire_string(std::string_view text, std::string& out);
void append_wire_number(std::uint32_t number, std::string& out);

/// Reads from the front. Throws InputError, without a place, when the text ends too early.
class WireReader {
 public:
  explicit WireReader(std::string_view text) : rest_(text) {}
  std::uint32_t number();
  std::string_view string();
  std::string_view bytes(std::size_t size);
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

std::string to_base64(std::string_view bytes);
/// Nothing unless `text` is exactly what to_base64 gives for some bytes.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace hopveil::sign
