// SPDX-License-Identifier: Apache-2.0
#pragma once

// Tables of counts: a row per user, a column per hop.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil::io {

/// Takes the next piece of a text: a file (OutputFile::write) or a string in memory.
using TextSink = std::function<void(std::string_view)>;

enum class TableFormat { kCsv, kJson };

/// The counts of one table, column by column. The type of a number says nothing about whether it may be
/// published: whoever fills this in answers for that.
template <class Count>
struct CountColumns {
  std::vector<std::span<const Count>> hops;  ///< hops[k-1][row]: at exactly k hops
  bool cumulative = false;                   ///< adds range_k, the sum of hop_1 .. hop_k
  /// Ends of an interval around each count, by hop like `hops`; both empty: none.
  std::vector<std::span<const Count>> low = {}, high = {};
};

/// Writes `user,hop_1,..,hop_c` (and range_1 .. range_c; and hop_1_low,hop_1_high .. hop_c_low,hop_c_high)
/// with a row per node of `users`, in that order; as JSON, an array of objects with the same names, one a
/// line. `out` gets it piece by piece.
void write_count_table(const UserIds& ids, std::span<const NodeId> users,
                       const CountColumns<std::uint32_t>& columns, TableFormat format, const TextSink& out);
void write_count_table(const UserIds& ids, std::span<const NodeId> users,
                       const CountColumns<std::int64_t>& columns, TableFormat format, const TextSink& out);

/// Appends `value` as a JSON string, quotes included. `value` is UTF-8; what would disturb a terminal is
/// escaped.
void append_json_string(std::string_view value, std::string& out);

/// Whether a spreadsheet that opens a csv file may run this field as a formula, quoted or not: it begins with
/// =, or with
/// +, - or @ and holds what calls something (a bracket, an exclamation mark, a bar or another =).
bool runs_as_formula(std::string_view field);

/// Throws InputError when a name of these users would run as a formula in a csv table. Depends on who exists
/// only.
void refuse_formulas(const UserIds& ids, std::span<const NodeId> users);

}  // namespace hopveil::io
