// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "count/counter.h"

namespace hopveil::count {

/// Counts on a renumbered copy of the graph (pull_graph.h): as fast as we can.
std::unique_ptr<Counter> make_in_memory_counter(const Graph& graph, const CountTask& task,
                                                const CountOptions& options, const CountPlan& plan,
                                                CounterUse use);

}  // namespace hopveil::count
