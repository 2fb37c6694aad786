#pragma once

#include <hopveil/count.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "base/output_file.h"
#include "io/table.h"

namespace hopveil {

/// Writes exact counts: NOT private. Does not commit the file.
inline void write_exact_table(const Graph& graph, const UserRoles& roles, const ExactCounts& counts,
                              bool cumulative, TableFormat format, OutputFile& file) {
  CountColumns<std::uint32_t> columns;
  columns.cumulative = cumulative;
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) columns.hops.push_back(counts.hop(hop));
  write_count_table(graph.ids(), roles.private_users(), columns, format, file);
}

}  // namespace hopveil
