// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace hopveil {

/// Appends `value` as a quoted field of a csv line, quotes in it doubled (RFC 4180). Which fields need that
/// is the caller's to know: our tables quote whatever one of our readers would split.
void append_csv_quoted(std::string_view value, std::string& out);

}  // namespace hopveil
