// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <hopveil/read_graph.h>

#include "io/external_builder.h"

namespace hopveil::io {

/// Makes an .hvg file of an edge list that need not fit memory: the same file as reading and writing it.
/// Holds `memory` bytes for edges, and the users' names and numbers. Throws InputError, also for other
/// formats.
ExternalBuilder::Result convert_edge_list(const std::string& path, const ReadOptions& options,
                                          const std::string& output, std::uint64_t memory);

}  // namespace hopveil::io
