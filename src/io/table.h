#pragma once

// Tables of counts: a row per user, a column per hop.

#include <cstdint>
#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "base/output_file.h"

namespace hopveil {

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
/// line. Does not commit the file.
void write_count_table(const UserIds& ids, std::span<const NodeId> users,
                       const CountColumns<std::uint32_t>& columns, TableFormat format, OutputFile& file);
void write_count_table(const UserIds& ids, std::span<const NodeId> users,
                       const CountColumns<std::int64_t>& columns, TableFormat format, OutputFile& file);

/// Appends `value` as a JSON string, quotes included. `value` is UTF-8.
void append_json_string(std::string_view value, std::string& out);

}  // namespace hopveil
