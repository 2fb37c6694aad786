// SPDX-License-Identifier: Apache-2.0
#pragma once

// The first lines of an edge list, and what their fields look like: what its layout is decided from.

#include <cstddef>
#include <string_view>
#include <vector>

#include "io/csv.h"

namespace hopveil::io {

/// This many columns of a line are looked at.
inline constexpr std::size_t kSampledColumns = 1000;

/// A data line of a file's head, by its places there.
struct SampleLine {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t next = 0;    ///< where the line after it begins
  std::size_t number = 0;  ///< from 1, comments counted
  std::vector<Field> fields = {};
};

/// The first 100 data lines that stand wholly in `head`; `is_whole` says that nothing follows it.
std::vector<SampleLine> first_data_lines(std::string_view head, bool is_whole);

/// Splits the lines up to the first that cannot be: the parser meets that mistake again and reports it.
void split_lines(std::string_view head, Separator separator, std::vector<SampleLine>& lines);

bool is_number(const Field& field);
bool has_digit(std::string_view text);

/// 0.5, -3, 1e9, 2024-11-03, 12:30:00: what a weight or a time looks like.
bool looks_like_measure(std::string_view text);

/// What can name a column: text that does not begin as a number does. The name of an index may be empty.
bool can_be_name(const Field& field);

/// Two ids of one kind, as u17 and u3, two addresses or two UUIDs are; plain words never are.
bool are_alike(std::string_view a, std::string_view b);

/// `17: 4 9`, or `17:` for a user without neighbours.
bool names_a_user_by_colon(const SampleLine& line);

}  // namespace hopveil::io
