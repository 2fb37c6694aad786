// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include <hopveil/graph.h>

#include "io/table.h"
#include "release/released_counts.h"

namespace hopveil::release {

enum class RowOrder {
  kAppearance,  ///< as in the graph
  kId           ///< by name: numbers by value, texts by their bytes
};

/// Reads "appearance" or "id", which row_order_text writes.
RowOrder parse_row_order(const std::string& text);
std::string row_order_text(RowOrder order);

struct ReleaseTableFormat {
  RowOrder order = RowOrder::kId;
  bool cumulative = false;
  io::TableFormat format = io::TableFormat::kCsv;
};

/// A column of the table, for those who read it.
struct ColumnDescription {
  std::string name;
  std::string type;  ///< "string" or "integer"
  std::string meaning;
};

/// The columns of a table of these counts, from left to right.
std::vector<ColumnDescription> released_columns(const ReleasedCounts& counts,
                                                const ReleaseTableFormat& format);

/// The columns of the table of reach, a row per public user.
std::vector<ColumnDescription> reach_columns(const ReleasedCounts& reach, const ReleaseTableFormat& format);

/// Writes what may be given away; takes nothing else than ReleasedCounts. `users` are those of its
/// rows: private users, or public ones for reach.
void write_released_table(const UserIds& ids, std::span<const NodeId> users, const ReleasedCounts& counts,
                          const ReleaseTableFormat& format, const io::TextSink& out);

}  // namespace hopveil::release
