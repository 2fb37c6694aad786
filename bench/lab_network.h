#pragma once

#include <string>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil::bench {

/// The parts of a text between separators.
std::vector<std::string> split(const std::string& text, char separator);

/// The network that a laboratory program is asked about: a file, or a generated network such as
/// `community:4039:88234:7` (nodes, edges, seed). `largest`: of a file, only the largest component.
Graph lab_network(const std::string& name, bool largest);

}  // namespace hopveil::bench
