// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the lines of an edge list are to be read; docs/formats/edge-list.md describes the rules.

#include <cstddef>

#include <hopveil/read_graph.h>

#include "io/byte_source.h"
#include "io/csv.h"

namespace hopveil::io {

/// What the first lines of an edge list, and the options, say about all lines.
struct EdgeListLayout {
  Separator separator = Separator::kBlank;
  bool separator_given = false;  ///< by an option, so that ids may hold other separators
  std::size_t data_offset = 0;   ///< where the first edge's line begins
  std::size_t data_line = 1;     ///< its number
  std::size_t first = 0;         ///< the columns of ids, counted from 0; first < second
  std::size_t second = 1;
  std::size_t columns = 2;  ///< that every line has; 0: any number that reaches `second`
  bool drops_directions = false;
  EdgeListColumns description;
};

/// Looks at the first data lines, without reading them. Throws InputError when there is none, and, naming the
/// options that decide, when they can be understood in two ways.
EdgeListLayout find_edge_list_layout(PeekableSource& source, const EdgeListOptions& options = {});

}  // namespace hopveil::io
