#pragma once

#include <span>
#include <string>
#include <vector>

#include <hopveil/graph.h>

#include "io/table.h"
#include "release/released_counts.h"

namespace hopveil {

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
  TableFormat format = TableFormat::kCsv;
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

/// Writes what may be given away; takes nothing else than ReleasedCounts. `users` are the private users, by
/// row.
void write_released_table(const UserIds& ids, std::span<const NodeId> users, const ReleasedCounts& counts,
                          const ReleaseTableFormat& format, const TextSink& out);

}  // namespace hopveil
