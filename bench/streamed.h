// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace hopveil::bench {

/// Counts on a mapped .hvg file with a third of its size as the memory limit, beside counting in memory
/// without a limit, and prints both times per edge and their ratio.
void print_streamed(unsigned threads, unsigned hops);

}  // namespace hopveil::bench
