// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <hopveil/graph.h>

namespace hopveil::bench {

/// Where the designs that ask for counts lose their accuracy (docs/mechanisms/eli-inference.md,
/// eli-local.md): prints their error beside those with some of the truth known, for equal groups of these
/// preferences
/// ("1,4,16"). NOT PRIVATE: looks at the network. False if knowing more did not help.
bool print_answer_oracles(const std::string& name, const Graph& graph, const std::string& groups,
                          std::uint64_t seeds);

}  // namespace hopveil::bench
