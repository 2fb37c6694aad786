#pragma once

// Networks to files.

#include <string>

#include <hopveil/api.h>
#include <hopveil/graph.h>

namespace hopveil {

/// Writes the network in our binary format (docs/formats/hvg.md), which read_graph maps without copying. The
/// file appears whole or not at all. `lists_everybody`: it names every user, whether connected or not. Throws
/// SystemError.
HOPVEIL_API void write_binary_graph(const Graph& graph, const std::string& path, bool lists_everybody);

}  // namespace hopveil
