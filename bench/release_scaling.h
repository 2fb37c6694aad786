// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace hopveil::bench {

/// Time and memory of eli's releases of generated networks, 10^5 to 10^7 edges.
void print_release_scaling(unsigned hops);

}  // namespace hopveil::bench
