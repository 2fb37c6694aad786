// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/graph_format.h"

namespace hopveil::io {

/// hopveil's own binary format, memory-mapped; docs/formats/hvg.md describes it.
///
/// Reading checks everything that the rest of hopveil relies on, with all threads and at the speed of memory:
/// no damaged or forged file can make it look outside its arrays.
extern const GraphFormat kHvgFormat;

/// Writes the graph; the file appears whole or not at all. `lists_everybody` is kept as what
/// ReadSummary::lists_everybody says. Throws SystemError.
void write_hvg(const Graph& graph, const std::string& path, bool lists_everybody = false);

}  // namespace hopveil::io
