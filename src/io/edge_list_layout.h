#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/byte_source.h"
#include "io/csv.h"

namespace hopveil {

/// What the first lines of an edge list say about the others.
struct EdgeListLayout {
  Separator separator = Separator::kBlank;
  std::size_t data_offset = 0;  ///< where the first edge's line begins
  std::size_t data_line = 1;    ///< its number
  std::string header;           ///< the header line, empty when there is none
};

/// Looks at the first data lines, without reading them. Throws InputError when there is none.
EdgeListLayout find_edge_list_layout(PeekableSource& source);

}  // namespace hopveil
