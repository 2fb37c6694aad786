// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small telling pairs of networks. docs/audit.md shows them all.

#include <span>
#include <string>
#include <string_view>

#include "audit/neighbouring_pair.h"

namespace hopveil::audit {

struct NamedPair {
  std::string_view name;
  std::string_view summary;
  std::string_view drawing;
  unsigned size;  ///< by default; what it counts is up to the pair (friends of the hub)
  /// `level` is that of the edge; other preferences are multiples of it.
  NeighbouringPair (*make)(const NamedPair& info, Epsilon level, unsigned size);
};

/// In the order of the documents.
std::span<const NamedPair> named_pairs();

/// Throws InputError, listing them all, when there is none of that name.
const NamedPair& find_named_pair(std::string_view name);
/// "hub, bridge, .."
std::string named_pair_names();

/// The pair at its own size.
NeighbouringPair make_named_pair(std::string_view name, Epsilon level);

}  // namespace hopveil::audit
