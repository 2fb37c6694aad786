// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace hopveil::bench {

/// Time and memory of eli's releases of generated networks, 10^5 to 10^7 edges (quick: 10^6), and what they
/// take with continuous preferences.
void print_release_scaling(unsigned hops, bool quick);

}  // namespace hopveil::bench
