// SPDX-License-Identifier: Apache-2.0
#pragma once

// A released table against what its metadata says about it.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hopveil::verify {

/// What metadata promises about a table.
struct TableTerms {
  bool is_json = false;
  std::vector<std::string> columns;  ///< names from left to right; the first is "user"
  std::size_t rows = 0;
  unsigned hops = 0;
  bool with_intervals = false;
  /// Numbers from 0 to the other users only.
  bool in_range = false;
  /// A user's hops sum to at most the other users.
  bool sums_in_range = false;
  /// Whom rows count: public users, or, for reach, private ones.
  std::size_t other_users = 0;
  std::string others = "public";
  std::map<unsigned, unsigned> repeated_hops;  ///< a hop, and the one whose numbers it repeats
};

/// The columns that a table of this many hops has.
std::vector<std::string> expected_columns(unsigned hops, bool cumulative, bool with_intervals);

struct TableCheck {
  std::vector<std::string> users;     ///< ids by row
  std::vector<std::string> problems;  ///< a sentence each, the first few; empty: the table holds
};

/// Reads the whole table. Never throws for its content: what cannot be read is a problem.
TableCheck check_table(std::string_view text, const TableTerms& terms);

}  // namespace hopveil::verify
