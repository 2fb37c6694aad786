// SPDX-License-Identifier: Apache-2.0
#include "count/count_plan.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "base/parallel.h"
#include "count/row_kernel.h"
#include "count/streamed_counter.h"

namespace hopveil {
namespace {

constexpr std::uint64_t kBitsPerWord = 64;

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

/// Two rows, two states, the bits reached, the gains, the first hop's pair and the component's parent per
/// user.
std::uint64_t bytes_per_row_in_memory(unsigned row_words) {
  return 2 * sizeof(std::uint64_t) * row_words + 2 * sizeof(std::uint8_t) +
         (1 + count::kGainSlots) * sizeof(count::BitCount) + 2 * sizeof(std::uint32_t);
}

/// A way to count: what it needs whatever the width of its rows, and per user for rows of a width.
struct Way {
  bool streams_edges;
  std::uint64_t bytes_for_graph;
  std::uint64_t bytes_for_subsets;
  std::uint64_t (*bytes_per_row)(unsigned row_words);
};

std::uint64_t num_batches(std::uint64_t num_sources, unsigned row_words) {
  const std::uint64_t batch_size = row_words * kBitsPerWord;
  return (num_sources + batch_size - 1) / batch_size;
}

/// The narrowest row that needs as few batches as the widest that fits; 0 when none fits.
unsigned choose_row_words(const Way& way, std::uint64_t num_users, std::uint64_t num_sources,
                          std::uint64_t fewest_batches, std::uint64_t limit) {
  const std::uint64_t fixed = way.bytes_for_graph + way.bytes_for_subsets;
  unsigned widest = 0;
  for (const unsigned width : count::kRowWidths) {
    if (fixed + num_users * way.bytes_per_row(width) <= limit) widest = width;
  }
  if (widest == 0) return 0;
  const std::uint64_t batches = std::max(num_batches(num_sources, widest), fewest_batches);
  return *std::find_if(count::kRowWidths.begin(), count::kRowWidths.end(),
                       [&](unsigned width) { return num_batches(num_sources, width) <= batches; });
}

/// The plan of one way; row_words is 0 when it does not fit.
CountPlan plan_of(const Way& way, std::uint64_t num_users, std::uint64_t num_sources,
                  const CountOptions& options, std::uint64_t limit) {
  const std::uint64_t fewest_batches = std::min<std::uint64_t>(options.fewest_batches, num_sources);
  CountPlan plan;
  plan.streams_edges = way.streams_edges;
  plan.bytes_for_graph = way.bytes_for_graph;
  plan.bytes_for_subsets = way.bytes_for_subsets;
  plan.row_words = options.row_words != 0
                       ? options.row_words
                       : choose_row_words(way, num_users, num_sources, fewest_batches, limit);
  plan.bytes_for_rows = num_users * way.bytes_per_row(std::max(plan.row_words, count::kRowWidths.front()));
  if (plan.bytes() > limit) plan.row_words = 0;
  if (plan.row_words != 0) plan.batches = std::max(num_batches(num_sources, plan.row_words), fewest_batches);
  return plan;
}

/// Of two plans the faster: a streamed pass takes about twice as long as one in memory.
CountPlan better_of(const CountPlan& in_memory, const CountPlan& streamed) {
  constexpr std::size_t kPassesPerStreamedOne = 2;
  if (in_memory.row_words == 0) return streamed;
  if (streamed.row_words == 0) return in_memory;
  return in_memory.batches > kPassesPerStreamedOne * streamed.batches ? streamed : in_memory;
}

[[noreturn]] void refuse(std::uint64_t needed, std::uint64_t limit) {
  constexpr double kMiB = 1024.0 * 1024.0;
  throw InputError(
      fmt::format("counting on this graph needs at least {:.1f} MiB of memory, but the limit is {:.1f} MiB",
                  static_cast<double>(needed) / kMiB, static_cast<double>(limit) / kMiB),
      "raise the memory limit or take a smaller graph");
}

}  // namespace

CountPlan plan_count(const Graph& graph, std::size_t num_sources, const CountOptions& options,
                     bool with_subsets) {
  if (options.row_words != 0 && std::find(count::kRowWidths.begin(), count::kRowWidths.end(),
                                          options.row_words) == count::kRowWidths.end()) {
    throw InputError(fmt::format("rows of {} words are asked for", options.row_words),
                     fmt::format("the kernel is built for {}", fmt::join(count::kRowWidths, ", ")));
  }
  if (with_subsets && graph.num_edges() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError("the network has more than 2^32 - 1 connections",
                     "mechanisms that sample them take no more; eli and exact counts do");
  }
  if (options.counters_at_once == 0)
    throw InputError("0 counters share the memory", "there is at least the one that is asked for");
  const std::uint64_t limit =
      options.memory_limit != 0 ? options.memory_limit : machine_memory() / 2 / options.counters_at_once;
  const Way in_memory = {false, count::PullGraph::bytes_needed(graph),
                         with_subsets ? count::PullGraph::bytes_needed_for_subsets(graph) : 0,
                         bytes_per_row_in_memory};
  const Way streamed = {true, count::bytes_for_streaming(graph), 0, count::bytes_per_streamed_row};
  const auto planned = [&](const Way& way) {
    return plan_of(way, graph.num_nodes(), num_sources, options, limit);
  };
  CountPlan plan;
  if (with_subsets || options.edges == EdgeAccess::kInMemory) {
    plan = planned(in_memory);
  } else if (options.edges == EdgeAccess::kStreamed) {
    plan = planned(streamed);
  } else {
    plan = better_of(planned(in_memory), planned(streamed));
  }
  if (plan.row_words == 0) refuse(plan.bytes(), limit);
  return plan;
}

unsigned count::useful_threads(const Graph& graph, const CountPlan& plan, unsigned requested) {
  // Words that the rows of all neighbours have, over all batches: what a hop reads at most. CondMat with 1156
  // public users has 4 million, and takes 2 ms for 7 hops.
  constexpr std::uint64_t kFewWords = std::uint64_t{1} << 23;
  if (requested != 0) return requested;
  const std::uint64_t words = std::uint64_t{graph.targets().size()} * plan.row_words * plan.batches;
  return words < kFewWords ? 1 : resolve_threads(0);
}

count::SourceBatch count::source_batch(const CountPlan& plan, count::Rank num_sources, std::size_t index) {
  const auto border = [&](std::size_t i) {
    return static_cast<count::Rank>(std::uint64_t{num_sources} * i / plan.batches);
  };
  return {border(index), border(index + 1)};
}

}  // namespace hopveil
