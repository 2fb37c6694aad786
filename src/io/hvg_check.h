// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is checked before an .hvg file is trusted. A checksum alone cannot do it: whoever forges a file also
// writes a fitting checksum.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <hopveil/errors.h>
#include <hopveil/graph.h>

#include "io/hvg_layout.h"

namespace hopveil::io {

InputError damaged_hvg(const std::string& problem);

/// The header, when it is one and the file has the size that it promises. All throw InputError.
HvgHeader checked_hvg_header(std::string_view file);

/// Rows in order and inside the targets; each row ascending, inside the graph, without its own node; and
/// every edge in the rows of both its ends. For the last, each row's entries are summed through a random
/// hash, once as seen from the smaller and once from the larger end: the sums differ if any edge lacks its
/// other half, except with probability about 2^-64.
void check_hvg_rows(std::span<const std::uint64_t> offsets, std::span<const NodeId> targets,
                    unsigned threads);

/// No name is empty or longer than `longest_id`, all are printable UTF-8, together they are the blob.
void check_hvg_names(std::string_view blob, std::span<const std::uint64_t> ends, std::size_t longest_id,
                     unsigned threads);

}  // namespace hopveil::io
