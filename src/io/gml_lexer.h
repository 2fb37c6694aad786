// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hopveil::io {

struct GmlToken {
  enum class Kind { kKey, kNumber, kText, kOpen, kClose, kEnd };
  Kind kind = Kind::kEnd;
  std::string_view text;   ///< without the quotes of quoted text
  std::size_t offset = 0;  ///< in the file's text

  /// The token for a message: `"node"`, `the end of the file`.
  std::string shown() const;
};

/// Cuts a GML file into tokens; comments (`#` to the end of the line) are skipped.
class GmlLexer {
 public:
  explicit GmlLexer(std::string_view text) : text_(text) {}

  /// Throws MistakeAt for characters that cannot begin a token and for quotes that are never closed.
  GmlToken next();

 private:
  void skip_blanks_and_comments();

  std::string_view text_;
  std::size_t position_ = 0;
};

/// Quoted GML text with its character entities replaced.
std::string gml_text(std::string_view quoted);

}  // namespace hopveil::io
