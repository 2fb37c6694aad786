// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace hopveil::bench {

/// Prints how the time of a count grows: with the edges at a fixed number of public users, and with the
/// public users on a fixed graph.
void print_scaling(unsigned threads, unsigned hops);

}  // namespace hopveil::bench
