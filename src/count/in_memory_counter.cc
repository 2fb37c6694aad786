// SPDX-License-Identifier: Apache-2.0
#include "count/in_memory_counter.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/parallel.h"
#include "count/count_plan.h"
#include "count/dominated.h"
#include "count/first_hop.h"
#include "count/gains.h"
#include "count/main_component.h"
#include "count/pull_graph.h"
#include "count/reach_sums.h"
#include "count/row_kernel.h"
#include "count/second_hop.h"

namespace hopveil::count {

namespace {

/// Subsets of the edges have other dominated users, and a single pass takes less time than looking for them.
std::vector<std::uint8_t> dominated_if_it_pays(const Graph& graph, unsigned threads, CounterUse use,
                                               std::size_t batches) {
  const bool is_often_read =
      use == CounterUse::kWholeGraph || (use == CounterUse::kWholeGraphOnce && batches > 1);
  if (!is_often_read || !domination_pays(graph)) return {};
  return find_dominated(graph, threads);
}

class InMemoryCounter final : public Counter {
 public:
  InMemoryCounter(const Graph& graph, const CountTask& task, const CountOptions& options,
                  const CountPlan& plan, CounterUse use)
      : graph_(graph),
        options_(options),
        plan_(plan),
        with_subsets_(use == CounterUse::kSubsets),
        pull_graph_(graph, task, options.threads,
                    dominated_if_it_pays(graph, options.threads, use, plan_.batches)),
        num_rows_(task.rows.size()) {
    for (const NodeId source : task.sources) rank_of_source_.push_back(pull_graph_.rank_of(source));
  }

  void count(const EdgeSubset* kept, Batches batches, unsigned hops, ExactCounts& out,
             ExactCounts* reach) override {
    check_may_keep(kept);
    if (reach != nullptr) start_reach(hops, *reach);
    if (batches.first == batches.last || num_rows_ == 0) return out.reset(num_rows_, hops);
    out.reshape(num_rows_, hops);
    prepare(kept);
    const Run run = {kept == nullptr, hops, view_for(kept, reach), true, reach};
    const TableSources sources =
        kept == nullptr && reach == nullptr ? pull_graph_.reduced_sources() : pull_graph_.own_sources();
    batches_ = batches;
    for (std::size_t batch = batches.first; batch < batches.last; ++batch) {
      start_batch(batch, hops);
      bool changed = true;
      for (unsigned first = 1; first <= hops; first += Gains::kHops) {
        const unsigned last = std::min(first + Gains::kHops - 1, hops);
        if (first != 1) gains_.carry_over(options_.threads);
        for (unsigned hop = first; hop <= last && changed; ++hop)
          changed = do_hop(run, hop, Gains::slot_of(hop));
        std::vector<std::uint32_t*> columns;
        for (unsigned hop = first; hop <= last; ++hop) columns.push_back(out.hop(hop).data());
        gains_.tell(sources, batch_.sources, first, columns, batch != batches.first, options_.threads);
      }
    }
  }

  void count_hop(const EdgeSubset* kept, unsigned hop, std::span<std::uint32_t> by_row) override {
    check_column(by_row.size(), num_rows_);
    check_may_keep(kept);
    std::fill(by_row.begin(), by_row.end(), 0);
    if (plan_.batches == 0 || num_rows_ == 0) return;
    prepare(kept);
    const Run run = {kept == nullptr, hop, view_, false, nullptr};
    batches_ = {0, plan_.batches};
    for (std::size_t batch = 0; batch < plan_.batches; ++batch) {
      start_batch(batch, hop);
      bool changed = true;
      for (unsigned on_the_way = 1; on_the_way < hop && changed; ++on_the_way)
        changed = do_hop(run, on_the_way, kNotWanted);
      if (changed && do_hop(run, hop, kWanted)) {
        gains_.add_slot(pull_graph_.own_sources(), hop == 1 ? batch_.sources : kNoSources, kWanted,
                        by_row.data(), options_.threads);
      }
    }
  }

  std::vector<NodeId> sources_in_order() const override {
    const std::span<const NodeId> nodes = pull_graph_.sources_in_order();
    return {nodes.begin(), nodes.end()};
  }

 private:
  // Slots of gains if one hop only is counted.
  static constexpr unsigned kNotWanted = 0;
  static constexpr unsigned kWanted = 2;

  struct Run {
    bool is_whole;  // all edges are kept
    unsigned hops;
    PullView view_after_first;
    bool counts_every_hop;
    ExactCounts* reach;  // null: not wanted
  };
  struct Batch {
    SourceBatch sources;
    BitCount full_count;
    SeenPair* pairs;
  };

  void check_may_keep(const EdgeSubset* kept) const {
    check(kept == nullptr || with_subsets_, "a counter made for the whole graph is given a subset");
  }

  /// What hops after the first read. Reach needs the row of every private user, so everybody is asked for it
  /// and it is kept.
  PullView view_for(const EdgeSubset* kept, const ExactCounts* reach) const {
    if (kept != nullptr) return view_;
    PullView view = pull_graph_.reduced();
    if (reach != nullptr) view.read_end = view.asked_end = pull_graph_.num_linked();
    return view;
  }

  void start_reach(unsigned hops, ExactCounts& reach) {
    const std::size_t num_sources = rank_of_source_.size();
    check_reach(pull_graph_.counted_begin() == num_sources &&
                num_rows_ + num_sources == pull_graph_.num_ranks());
    reach.reset(num_sources, hops);
    if (!reach_sums_)
      reach_sums_ = std::make_unique<ReachSums>(plan_.row_words, resolve_threads(options_.threads));
  }

  void prepare(const EdgeSubset* kept) {
    view_ = kept == nullptr ? pull_graph_.whole() : pull_graph_.keep(graph_, *kept, options_.threads);
    reserve();
    find_main_component(view_, kept == nullptr);
  }

  void start_batch(std::size_t index, unsigned hops) {
    batch_index_ = index;
    batch_.sources = source_batch(plan_, pull_graph_.num_public(), index);
    batch_.full_count = fill_full_row(batch_.sources);
    batch_.pairs = hops > 2 ? pairs_if_they_pay(view_, batch_.sources) : nullptr;
  }

  /// Whether anybody gained.
  bool do_hop(const Run& run, unsigned hop, unsigned gain_slot) {
    const bool from_pairs = hop == 2 && batch_.pairs != nullptr;
    const HopStep step = {
        .graph = hop == 1                     ? view_
                 : from_pairs && run.is_whole ? pull_graph_.informed(run.view_after_first)
                                              : run.view_after_first,
        .before = rows_[(hop + 1) % 2].data(),
        .after = hop == run.hops ? nullptr : rows_[hop % 2].data(),
        .state_before = states_[(hop + 1) % 2].data(),
        .state_after = states_[hop % 2].data(),
        .full_row = full_row_,
        .full_count = batch_.full_count,
        .reached = run.counts_every_hop ? reached_.data() : nullptr,
        .gains = gains_.slots(),
        .gain_slot = gain_slot,
        .read_end = run.view_after_first.read_end,
        .reads_all = hop == 3 && batch_.pairs != nullptr,
        .heads_first = hop > 2 && heads_come_first(states_[(hop + 1) % 2].data()),
    };
    const bool sums_reach = run.reach != nullptr && hop != 1;
    const bool changed = hop == 1     ? first_hop(step)
                         : from_pairs ? second_hop(step, sums_reach)
                                      : next_hop(step, sums_reach);
    if (run.reach != nullptr) note_reach(hop, from_pairs, *run.reach);
    report((batch_index_ - batches_.first) * run.hops + hop, (batches_.last - batches_.first) * run.hops);
    return changed;
  }

  /// In memory, reading ahead what will not be needed costs more than looking whether it is: once users
  /// become full, of whom those with the most neighbours are the first.
  bool heads_come_first(const std::uint8_t* state_before) const {
    const Rank ranks = pull_graph_.num_linked();
    const std::uint8_t* const end = state_before + std::min(ranks, pull_graph_.num_public());
    return exceed_cache(ranks, plan_.row_words) && std::find(state_before, end, kSaturated) != end;
  }

  bool first_hop(const HopStep& step) {
    for_each_chunk(step, [&](Rank first, Rank last, unsigned) {
      pull_first_hop(step, plan_.row_words, pull_graph_.num_public(), batch_.sources, first, last,
                     batch_.pairs);
      return true;
    });
    return true;
  }

  bool second_hop(const HopStep& step, bool sums_reach) {
    const SecondHopFunction pull = second_hop_function(plan_.row_words);
    return for_each_chunk(step, [&](Rank first, Rank last, unsigned worker) {
      pull(with_reach(step, sums_reach, first, worker), batch_.pairs, first, last);
      return true;
    });
  }

  bool next_hop(const HopStep& step, bool sums_reach) {
    const HopFunction pull = hop_function(plan_.row_words);
    return for_each_chunk(step, [&](Rank first, Rank last, unsigned worker) {
      return pull(with_reach(step, sums_reach, first, worker), first, last);
    });
  }

  /// For a chunk that begins at `first`, which is of public or of private users.
  HopStep with_reach(HopStep step, bool sums_reach, Rank first, unsigned worker) {
    if (sums_reach && first >= pull_graph_.num_public()) step.reach = reach_sums_->of_worker(worker);
    return step;
  }

  /// In the first hop a source reaches its private neighbours. From pairs, the second hop adds up whole rows:
  /// with what the first hop brought.
  void note_reach(unsigned hop, bool from_pairs, ExactCounts& reach) {
    const PullView whole = pull_graph_.whole();
    const std::vector<std::uint64_t>& sums = reach_sums_->take();
    for (std::size_t i = 0; i < rank_of_source_.size(); ++i) {
      const Rank rank = rank_of_source_[i];
      if (!batch_.sources.holds(rank)) continue;
      if (hop == 1) {
        reach.hop(1)[i] =
            static_cast<std::uint32_t>(whole.ends[rank] - whole.begins[rank] - whole.public_targets[rank]);
      } else {
        const auto sum = static_cast<std::uint32_t>(sums[rank - batch_.sources.first]);
        reach.hop(hop)[i] = sum - (from_pairs ? reach.hop(1)[i] : 0);
      }
    }
  }

  /// Whether work(first, last, worker) was true for any chunk; those who need not be asked are in none. The
  /// last hop is for counted users only: the rows of the others are not read any more.
  template <class Work>
  bool for_each_chunk(const HopStep& step, const Work& work) {
    const auto begins = pull_graph_.chunk_begins();
    const bool is_last = step.after == nullptr;
    const auto from = is_last ? std::lower_bound(begins.begin(), begins.end(), pull_graph_.counted_begin())
                              : begins.begin();
    const auto to = std::lower_bound(begins.begin(), begins.end(), step.graph.asked_end);
    if (from >= to) return false;
    std::atomic<bool> any = false;
    parallel_chunks(static_cast<std::size_t>(to - from), 1, options_.threads,
                    [&](std::size_t chunk, std::size_t, unsigned worker) {
                      const auto begin = from + static_cast<std::ptrdiff_t>(chunk);
                      if (work(begin[0], begin[1], worker)) {
                        any.store(true, std::memory_order_relaxed);
                      }
                    });
    return any;
  }

  void reserve() {
    const std::size_t ranks = pull_graph_.num_linked();
    if (reached_.size() == ranks) return;
    for (auto& rows : rows_) rows = HugeBuffer<std::uint64_t>(ranks * plan_.row_words);
    for (auto& states : states_) states = HugeBuffer<std::uint8_t>(ranks);
    gains_ = Gains(pull_graph_.num_linked(), pull_graph_.num_ranks());
    reached_ = HugeBuffer<BitCount>(ranks);  // last: its presence means that all are there
  }

  /// Room for the pairs of first and second hop; null where rows do better.
  SeenPair* pairs_if_they_pay(const PullView& view, SourceBatch sources) {
    const Rank ranks = pull_graph_.num_linked();
    if (!pairs_pay(view, plan_.row_words, pull_graph_.num_public(), ranks, sources)) return nullptr;
    if (pairs_.size() != ranks) pairs_ = HugeBuffer<SeenPair>(ranks);
    return pairs_.data();
  }

  /// That of the whole graph is the same every time.
  void find_main_component(const PullView& view, bool is_whole) {
    if (is_whole && component_is_of_whole_) return;
    std::vector<Rank> sources(pull_graph_.num_public());
    std::iota(sources.begin(), sources.end(), Rank{0});
    main_component_.find(view, sources, pull_graph_.num_linked());
    component_is_of_whole_ = is_whole;
  }

  /// The batch's public users of the main component; how many they are.
  BitCount fill_full_row(SourceBatch sources) {
    std::fill_n(full_row_, kRowWidths.back(), 0);
    BitCount members = 0;
    for (Rank r = sources.first; r < sources.last; ++r) {
      const std::uint64_t member = main_component_.holds_source()[r];
      const Rank bit = r - sources.first;
      full_row_[bit / 64] |= member << (bit % 64);
      members = static_cast<BitCount>(members + member);
    }
    return members;
  }

  void report(std::uint64_t done, std::uint64_t total) const {
    if (options_.progress) options_.progress(done, total);
  }

  Graph graph_;
  CountOptions options_;
  CountPlan plan_;
  bool with_subsets_;
  PullGraph pull_graph_;
  std::size_t num_rows_;
  std::vector<Rank> rank_of_source_;
  PullView view_;         // the graph, whole or not, that is counted on
  Batches batches_ = {};  // those that are counted
  std::size_t batch_index_ = 0;
  Batch batch_;
  MainComponent main_component_;
  bool component_is_of_whole_ = false;
  HugeBuffer<std::uint64_t> rows_[2];
  HugeBuffer<std::uint8_t> states_[2];
  HugeBuffer<BitCount> reached_;
  Gains gains_;
  HugeBuffer<SeenPair> pairs_;
  std::unique_ptr<ReachSums> reach_sums_;
  alignas(64) std::uint64_t full_row_[kRowWidths.back()];
};

}  // namespace

std::unique_ptr<Counter> make_in_memory_counter(const Graph& graph, const CountTask& task,
                                                const CountOptions& options, const CountPlan& plan,
                                                CounterUse use) {
  return std::make_unique<InMemoryCounter>(graph, task, options, plan, use);
}

}  // namespace hopveil::count
