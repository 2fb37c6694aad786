// SPDX-License-Identifier: Apache-2.0
#pragma once

// Connection fingerprint counts: for every private user, how many public users are exactly 1, 2, .. c hops
// away.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil {

class EdgeSubset;

/// The largest number of hops that can be asked for; the diameter of a social network is far below it.
inline constexpr unsigned kMaxHops = 100;

/// The true counts, one row per counted user. NOT private. A different type from everything that may be
/// published: no function of the release path writes it.
///
///     const ExactCounts exact = count_fingerprints(graph, roles, 2);
///     std::cout << exact.hop(2)[roles.row(user)] << " public users are 2 hops from the user\n";
class HOPVEIL_API ExactCounts {
 public:
  ExactCounts() = default;
  ExactCounts(std::size_t rows, unsigned hops) { reset(rows, hops); }
  /// All zero; keeps its memory when it is large enough.
  void reset(std::size_t rows, unsigned hops) {
    rows_ = rows;
    hops_ = hops;
    counts_.assign(rows * hops, 0);
  }

  /// For callers that will write every number: the initial values may be anything.
  void reshape(std::size_t rows, unsigned hops) {
    rows_ = rows;
    hops_ = hops;
    counts_.resize(rows * hops);
  }

  std::size_t rows() const { return rows_; }
  unsigned hops() const { return hops_; }
  /// The counts at exactly `hop` hops (1 .. hops()), by row.
  std::span<const std::uint32_t> hop(unsigned hop) const {
    return {counts_.data() + (hop - 1) * rows_, rows_};
  }
  std::span<std::uint32_t> hop(unsigned hop) { return {counts_.data() + (hop - 1) * rows_, rows_}; }

  friend bool operator==(const ExactCounts&, const ExactCounts&) = default;

 private:
  std::size_t rows_ = 0;
  unsigned hops_ = 0;
  std::vector<std::uint32_t> counts_;
};

/// Where the edges are read from. In memory: a renumbered copy, which is fastest. Streamed: from the graph as
/// it is, in order, hop by hop; a mapped .hvg file need not fit memory.
enum class EdgeAccess { kByPlan, kInMemory, kStreamed };

/// How to count. None of these changes the result.
///
///     std::stop_source stop;
///     const CountOptions careful{.threads = 2, .memory_limit = 1 << 30, .stop = stop.get_token()};
struct CountOptions {
  /// 0: as many as there are processors.
  unsigned threads = 0;
  /// Bytes that the counter may hold besides graph and result. 0: half of the machine's memory, so that a
  /// large graph neither swaps nor starves its neighbours.
  std::uint64_t memory_limit = 0;
  /// How many counters share that half, when memory_limit is 0.
  unsigned counters_at_once = 1;
  /// 64-bit words per row: how many public users are counted at once, by 64. A width that the kernel is
  /// built for (count/row_kernel.h). 0: the fewest batches that memory_limit allows. Tests force it.
  unsigned row_words = 0;
  /// At least that many batches, though never more than sources: that many workers can share the work (see
  /// FingerprintCounter::count_batches).
  std::size_t fewest_batches = 0;
  /// By plan: streamed where memory_limit has no room for a copy of the graph, or only with far narrower
  /// rows.
  EdgeAccess edges = EdgeAccess::kByPlan;
  /// Called with hops done and hops in all (over all batches).
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};
  /// Asked to stop, counting throws Cancelled within a second.
  std::stop_token stop = {};
};

/// Who is looked for, and from whom. The usual question is how many public users (sources) are near each
/// private user (row), UserRoles. But a source may have a row, too: no user is counted in its own row.
///
/// How many of `sources` are 1 .. 4 hops from each of all users, in one pass and without a copy of the graph
/// other than the counter's own:
///
///     std::vector<NodeId> everyone(graph.num_nodes());
///     std::iota(everyone.begin(), everyone.end(), NodeId{0});
///     const ExactCounts counts = count_fingerprints(graph, CountTask{sources, everyone}, 4, options);
///     std::cout << counts.hop(2)[user] << '\n';  // sources at exactly 2 hops from user
struct HOPVEIL_API CountTask {
  /// Users who are counted, in any order, without repeats.
  std::vector<NodeId> sources;
  /// Users who get a row of counts, in the order of the rows. May be some of the users, and sources.
  std::vector<NodeId> rows;

  CountTask() = default;
  CountTask(std::vector<NodeId> whose_bits, std::vector<NodeId> who_is_counted)
      : sources(std::move(whose_bits)), rows(std::move(who_is_counted)) {}
  /// Public users are counted, private ones have rows.
  CountTask(const UserRoles& roles)  // NOLINT(google-explicit-constructor): roles are the usual task
      : sources(roles.public_users().begin(), roles.public_users().end()),
        rows(roles.private_users().begin(), roles.private_users().end()) {}
};

/// Whoever counts in a network in place of this process, such as the workers of a cluster: gives what
/// count_fingerprints gives, or nothing, and then this process counts. Several threads may call it at once.
/// What it throws ends the work that asked.
using NetworkCounter =
    std::function<std::optional<ExactCounts>(const Graph& network, const CountTask& task, unsigned hops)>;

/// What a FingerprintCounter will hold, known before it is made.
///
///     std::cout << plan_count(graph, roles).bytes() << " bytes\n";
struct CountPlan {
  unsigned row_words = 0;               ///< 64-bit words per row
  std::size_t batches = 0;              ///< passes over the graph, one per row_words * 64 sources
  bool streams_edges = false;           ///< they are read where they are (EdgeAccess::kStreamed)
  std::uint64_t bytes_for_graph = 0;    ///< the renumbered graph and what is kept per user
  std::uint64_t bytes_for_rows = 0;     ///< two rows of bits per user, and numbers of a hop
  std::uint64_t bytes_for_subsets = 0;  ///< in addition, from the first count on a subset of the edges
  std::uint64_t bytes() const { return bytes_for_graph + bytes_for_rows + bytes_for_subsets; }
};

/// Chooses row width and batches. Throws InputError when even the narrowest row does not fit memory_limit.
HOPVEIL_API CountPlan plan_count(const Graph& graph, std::size_t num_sources,
                                 const CountOptions& options = {}, bool with_subsets = false);
inline CountPlan plan_count(const Graph& graph, const UserRoles& roles, const CountOptions& options = {},
                            bool with_subsets = false) {
  return plan_count(graph, roles.public_users().size(), options, with_subsets);
}

/// What a counter is made for: on graphs that are counted on again and again, more preparation pays.
enum class CounterUse { kSubsets, kWholeGraph, kWholeGraphOnce };

/// Counts on one graph as often as wanted: on all of its edges, or on some of them (the sampled graphs of
/// the mechanisms). Memory is allocated by the first call and then reused. One counter is used by one thread
/// at a time; it runs its own threads.
///
///     FingerprintCounter counter(graph, roles);
///     ExactCounts two_hops, three_hops;
///     counter.count(2, two_hops);
///     counter.count(3, three_hops);  // in the same memory
class HOPVEIL_API FingerprintCounter {
 public:
  /// Throws InputError when options.memory_limit does not suffice. Only a counter for subsets counts on them;
  /// every counter counts on the whole graph.
  FingerprintCounter(const Graph& graph, const CountTask& task, const CountOptions& options = {},
                     CounterUse use = CounterUse::kSubsets);
  ~FingerprintCounter();
  FingerprintCounter(FingerprintCounter&&) noexcept;
  FingerprintCounter& operator=(FingerprintCounter&&) noexcept;

  /// The counts at 1 .. hops hops.
  void count(unsigned hops, ExactCounts& out);
  void count(const EdgeSubset& kept, unsigned hops, ExactCounts& out);

  /// The same, and from the other side: in `reach` a row per source, in the order of the task, of how many
  /// users with a row are at exactly 1 .. hops hops from it. NOT private. For tasks in which every user but
  /// the sources has a row, as public and private users.
  void count_with_reach(unsigned hops, ExactCounts& out, ExactCounts& reach);

  /// The same, of the sources of the batches [first, last) of plan() only: whoever adds up the counts of all
  /// batches, however they are dealt to counters with the same graph, task and plan, has those of count.
  /// Throws InputError for other batches.
  void count_batches(std::size_t first, std::size_t last, unsigned hops, ExactCounts& out);
  /// All sources, batch by batch. Counters that share the work must have the same order.
  std::vector<NodeId> sources_in_order() const;

  /// The counts at exactly `hop` hops and at no other: cheaper than count, which also counts on the way.
  /// `by_row` has an entry per row.
  void count_hop(unsigned hop, std::span<std::uint32_t> by_row);
  void count_hop(const EdgeSubset& kept, unsigned hop, std::span<std::uint32_t> by_row);

  const CountPlan& plan() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The counts at 1 .. hops hops (1 <= hops <= kMaxHops) for every row. For a single count.
HOPVEIL_API ExactCounts count_fingerprints(const Graph& graph, const CountTask& task, unsigned hops,
                                           const CountOptions& options = {});

/// The vector instructions that counting uses on this machine, for `hopveil --version`: "AVX2".
HOPVEIL_API std::string simd_target_name();

}  // namespace hopveil
