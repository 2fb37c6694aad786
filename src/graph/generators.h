// SPDX-License-Identifier: Apache-2.0
#pragma once

// The networks that can be generated. The command line, its help, tests and benchmarks walk this list.

#include <cstdint>
#include <span>
#include <string_view>

#include "graph/network_spec.h"

namespace hopveil {

struct GeneratorInfo {
  std::string_view name;
  std::string_view summary;
  /// The default number of edges of a network with this many nodes.
  std::uint64_t (*default_edges)(std::uint64_t nodes);
  /// Throws InputError when no simple graph has that size.
  Graph (*make)(const NetworkSpec& spec);
};

std::span<const GeneratorInfo> generators();

/// Throws InputError, with the names that exist, when there is no such generator.
const GeneratorInfo& find_generator(std::string_view name);

/// The network of `hopveil demo`: `community` of the size of ego-Facebook. With this seed its diameter is 8
/// and its average clustering 0.60, like that of ego-Facebook (other seeds: 7 to 9, and 0.45 to 0.75).
inline constexpr NetworkSpec kDemoNetwork{.nodes = 4039, .edges = 88234, .seed = 7, .threads = 0};

}  // namespace hopveil
