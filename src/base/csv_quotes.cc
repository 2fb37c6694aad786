// SPDX-License-Identifier: Apache-2.0
#include "base/csv_quotes.h"

namespace hopveil {

void append_csv_quoted(std::string_view value, std::string& out) {
  out += '"';
  for (const char c : value) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace hopveil
