#pragma once

#include <span>
#include <string>

#include <hopveil/graph.h>

#include "base/output_file.h"
#include "io/table.h"
#include "release/released_counts.h"

namespace hopveil {

enum class RowOrder {
  kAppearance,  ///< as in the graph
  kId           ///< by name: numbers by value, texts by their bytes
};

/// Reads "appearance" or "id".
RowOrder parse_row_order(const std::string& text);

struct ReleaseTableFormat {
  RowOrder order = RowOrder::kAppearance;
  bool cumulative = false;
  TableFormat format = TableFormat::kCsv;
};

/// Writes what may be given away; takes nothing else than ReleasedCounts. `users` are the private users, by
/// row.
void write_released_table(const UserIds& ids, std::span<const NodeId> users, const ReleasedCounts& counts,
                          const ReleaseTableFormat& format, OutputFile& file);

}  // namespace hopveil
