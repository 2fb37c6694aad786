// SPDX-License-Identifier: Apache-2.0
#pragma once

// Semi-external counting: rows in memory, edges where they are.

#include <cstdint>
#include <memory>

#include "count/counter.h"

namespace hopveil::count {

/// Counts on the graph as it is, without a copy: every hop walks over its edges once, in order. If the graph
/// is a mapped .hvg file that is larger than memory, it is read from the disk in sequence, once per hop and
/// batch. Users keep their numbers, so that rows which are read often do not lie together, and dominated
/// users are not looked for: slower per edge than counting in memory.
std::unique_ptr<Counter> make_streamed_counter(const Graph& graph, const CountTask& task,
                                               const CountOptions& options, const CountPlan& plan);

/// What it holds beside its rows, and per user for its rows.
std::uint64_t bytes_for_streaming(const Graph& graph);
std::uint64_t bytes_per_streamed_row(unsigned row_words);

}  // namespace hopveil::count
