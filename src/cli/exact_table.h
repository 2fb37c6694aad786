// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <hopveil/count.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "base/output_file.h"
#include "io/table.h"

namespace hopveil::cli {

/// Writes exact counts of `users`, whose rows they are: NOT private. Does not commit the file.
inline void write_exact_table(const Graph& graph, std::span<const NodeId> users, const ExactCounts& counts,
                              bool cumulative, io::TableFormat format, OutputFile& file) {
  io::CountColumns<std::uint32_t> columns;
  columns.cumulative = cumulative;
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) columns.hops.push_back(counts.hop(hop));
  io::write_count_table(graph.ids(), users, columns, format,
                        [&](std::string_view text) { file.write(text); });
}

/// The same for private users.
inline void write_exact_table(const Graph& graph, const UserRoles& roles, const ExactCounts& counts,
                              bool cumulative, io::TableFormat format, OutputFile& file) {
  write_exact_table(graph, roles.private_users(), counts, cumulative, format, file);
}

}  // namespace hopveil::cli
