// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <hopveil/graph.h>

namespace hopveil::io {

/// Writes a network: our binary format when the name ends in .hvg, otherwise an edge list, one edge a line
/// (separated by a comma for .csv, by a tab else); a user without edges is written as linked to itself, which
/// reading drops again. Throws InputError for endings that it cannot write (.gz, .gml, ..) and for names that
/// an edge list cannot hold. Only .hvg keeps whether everybody is listed.
void write_graph(const Graph& graph, const std::string& path, bool lists_everybody = false);

}  // namespace hopveil::io
