// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text and numbers as the page, the figures and the downloads write them.

#include <string>
#include <string_view>

namespace hopveil::report {

/// The text with every byte that is not part of valid UTF-8, and every control character except tab and line
/// feed, replaced by U+FFFD.
std::string clean_text(std::string_view text);

/// Clean and with & < > " ' escaped: safe between tags and in quoted attributes of html and svg.
std::string escape_markup(std::string_view text);

/// Each paragraph (they are separated by empty lines) in <p>.
std::string paragraphs(std::string_view text);

/// A fragment name from a heading: "Figure 1: Polblogs" gives "figure-1-polblogs". Never empty.
std::string fragment_name(std::string_view heading);

/// Four significant digits, for reading: 17.63, 0.0031, 12 346, 1.2e+09; "-" for no number.
std::string readable_number(double value);

/// The shortest digits that give the same double back; empty for no number.
std::string exact_number(double value);

/// A field of a csv line (RFC 4180), quoted where it must be.
std::string csv_field(std::string_view text);

}  // namespace hopveil::report
