// SPDX-License-Identifier: Apache-2.0
#include "cli/wrapped_text.h"

#include "base/harmless_text.h"

namespace hopveil::cli {

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent, std::size_t used) {
  std::string lines;
  std::size_t column = used;
  bool line_has_word = false;
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    const std::size_t needed = count_characters(word) + (line_has_word ? 1 : 0);
    if (line_has_word && column + needed > width) {
      lines.append("\n").append(indent, ' ');
      column = indent;
      line_has_word = false;
    }
    if (line_has_word) lines += ' ';
    lines += word;
    column += count_characters(word) + (line_has_word ? 1 : 0);
    line_has_word = true;
  }
  return lines;
}

}  // namespace hopveil::cli
