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
};

/// Writes `user,hop_1,..,hop_c` (and range_1 .. range_c) with a row per node of `users`, in that order; as
/// JSON, an array of objects with the same names, one a line. Does not commit the file.
void write_count_table(const UserIds& ids, std::span<const NodeId> users,
                       const CountColumns<std::uint32_t>& columns, TableFormat format, OutputFile& file);
void write_count_table(const UserIds& ids, std::span<const NodeId> users,
                       const CountColumns<std::int64_t>& columns, TableFormat format, OutputFile& file);

/// Appends `value` as a JSON string, quotes included. `value` is UTF-8.
void append_json_string(std::string_view value, std::string& out);

}  // namespace hopveil
