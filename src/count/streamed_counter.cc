// SPDX-License-Identifier: Apache-2.0
#include "count/streamed_counter.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/huge_buffer.h"
#include "base/parallel.h"
#include "count/count_plan.h"
#include "count/main_component.h"
#include "count/reach_sums.h"
#include "count/row_kernel.h"

namespace hopveil::count {
namespace {

// Work of a chunk, in neighbours, where a user costs a few besides its own. Large, for the sake of the disk.
constexpr std::uint64_t kChunkWork = 1 << 16;
constexpr std::uint64_t kWorkPerUser = 4;
constexpr std::size_t kRowsPerChunk = 1 << 14;

/// Users in intervals of about equal work.
std::vector<Rank> cut_into_chunks(const Graph& graph) {
  std::vector<Rank> begins = {0};
  std::uint64_t work = 0;
  for (Rank v = 0; v < graph.num_nodes(); ++v) {
    if (work >= kChunkWork) {
      begins.push_back(v);
      work = 0;
    }
    work += graph.degree(v) + kWorkPerUser;
  }
  begins.push_back(graph.num_nodes());
  return begins;
}

class StreamedCounter final : public Counter {
 public:
  StreamedCounter(const Graph& graph, const CountTask& task, const CountOptions& options,
                  const CountPlan& plan)
      : graph_(graph),
        options_(options),
        plan_(plan),
        rows_of_table_(task.rows),
        chunk_begins_(cut_into_chunks(graph)) {
    for (std::size_t i = 0; i < task.sources.size(); ++i)
      sources_.push_back({task.sources[i], static_cast<std::uint32_t>(i)});
    std::sort(sources_.begin(), sources_.end());
  }

  void count(const EdgeSubset* kept, Batches batches, unsigned hops, ExactCounts& out,
             ExactCounts* reach) override {
    check(kept == nullptr, "a counter made for the whole graph is given a subset");
    out.reset(rows_of_table_.size(), hops);
    if (reach != nullptr) start_reach(hops, *reach);
    if (batches.first == batches.last || rows_of_table_.empty()) return;
    prepare();
    batches_ = batches;
    for (std::size_t batch = batches.first; batch < batches.last; ++batch) {
      start_batch(batch);
      for (unsigned hop = 1; hop <= hops; ++hop) {
        if (!do_hop(hop, hops, reach)) break;
        add_gains(out.hop(hop));
      }
    }
  }

  void count_hop(const EdgeSubset* kept, unsigned hop, std::span<std::uint32_t> by_row) override {
    check_column(by_row.size(), rows_of_table_.size());
    ExactCounts counts;
    count(kept, {0, plan_.batches}, hop, counts, nullptr);
    std::copy_n(counts.hop(hop).begin(), by_row.size(), by_row.begin());
  }

  std::vector<NodeId> sources_in_order() const override {
    std::vector<NodeId> nodes;
    for (const Source& source : sources_) nodes.push_back(source.node);
    return nodes;
  }

 private:
  struct Source {
    NodeId node;
    std::uint32_t index;  // in the task
    auto operator<=>(const Source&) const = default;
  };

  void start_reach(unsigned hops, ExactCounts& reach) const {
    const bool any_source_has_row =
        std::any_of(rows_of_table_.begin(), rows_of_table_.end(), [&](NodeId node) {
          const auto source = std::lower_bound(sources_.begin(), sources_.end(), Source{node, 0});
          return source != sources_.end() && source->node == node;
        });
    check_reach(!any_source_has_row && rows_of_table_.size() + sources_.size() == graph_.num_nodes());
    reach.reset(sources_.size(), hops);
  }

  /// The neighbours end where the graph's arrays end: nothing may be read ahead there.
  PullView view() const {
    return {.begins = graph_.offsets().data(),
            .ends = graph_.offsets().data() + 1,
            .targets = graph_.targets().data(),
            .read_end = graph_.num_nodes(),
            .asked_end = graph_.num_nodes(),
            .public_targets = nullptr,
            .num_readable = graph_.targets().size()};
  }

  /// The component is found before the rows are there: it needs less than they do, but not nothing.
  void prepare() {
    if (reached_.size() != 0) return;
    std::vector<Rank> nodes;
    for (const Source& source : sources_) nodes.push_back(source.node);
    MainComponent component;
    component.find(view(), nodes, graph_.num_nodes());
    in_main_component_ = component.holds_source();
    component = {};
    const std::size_t users = graph_.num_nodes();
    for (auto& rows : rows_) rows = HugeBuffer<std::uint64_t>(users * plan_.row_words);
    for (auto& states : states_) states = HugeBuffer<std::uint8_t>(users);
    gains_ = HugeBuffer<BitCount>(users);
    reached_ = HugeBuffer<BitCount>(users);
  }

  /// Every user has seen only itself.
  void start_batch(std::size_t index) {
    batch_index_ = index;
    batch_ = source_batch(plan_, static_cast<Rank>(sources_.size()), index);
    std::fill_n(states_[0].data(), states_[0].size(), kEmpty);
    std::fill_n(reached_.data(), reached_.size(), BitCount{0});
    std::fill_n(full_row_, kRowWidths.back(), 0);
    full_count_ = 0;
    for (Rank i = batch_.first; i < batch_.last; ++i) {
      const NodeId node = sources_[i].node;
      const Rank bit = i - batch_.first;
      std::uint64_t* const row = rows_[0].data() + std::size_t{node} * plan_.row_words;
      std::fill_n(row, plan_.row_words, 0);
      row[bit / 64] = std::uint64_t{1} << (bit % 64);
      states_[0][node] = kChanged;
      reached_[node] = 1;
      full_row_[bit / 64] |= std::uint64_t{in_main_component_[i]} << (bit % 64);
      full_count_ = static_cast<BitCount>(full_count_ + in_main_component_[i]);
    }
  }

  /// Whether anybody gained.
  bool do_hop(unsigned hop, unsigned hops, ExactCounts* reach) {
    const HopStep step = {
        .graph = view(),
        .before = rows_[(hop + 1) % 2].data(),
        .after = hop == hops ? nullptr : rows_[hop % 2].data(),
        .state_before = states_[(hop + 1) % 2].data(),
        .state_after = states_[hop % 2].data(),
        .full_row = full_row_,
        .full_count = full_count_,
        .reached = reached_.data(),
        .gains = gains_.data(),
        .gain_slot = 0,
        .read_end = graph_.num_nodes(),
        .gain_stride = 1,
    };
    const unsigned workers = resolve_threads(options_.threads);
    if (reach != nullptr && !reach_) reach_ = std::make_unique<ReachSums>(plan_.row_words, workers);
    std::atomic<bool> any = false;
    parallel_chunks(chunk_begins_.size() - 1, 1, workers,
                    [&](std::size_t chunk, std::size_t, unsigned worker) {
                      const Rank first = chunk_begins_[chunk];
                      const Rank last = chunk_begins_[chunk + 1];
                      std::fill(gains_.data() + first, gains_.data() + last, BitCount{0});
                      if (pull(step, first, last, reach == nullptr ? nullptr : reach_->of_worker(worker)))
                        any.store(true, std::memory_order_relaxed);
                    });
    if (reach != nullptr) add_reach(reach->hop(hop));
    if (options_.progress) {
      options_.progress((batch_index_ - batches_.first) * hops + hop,
                        (batches_.last - batches_.first) * hops);
    }
    return any;
  }

  /// The hop for the users [first, last); no user reaches a source.
  bool pull(HopStep step, Rank first, Rank last, VerticalCounter* reach) const {
    const HopFunction function = hop_function(plan_.row_words);
    if (reach == nullptr) return function(step, first, last);
    bool changed = false;
    const auto pull_part = [&](Rank begin, Rank end, VerticalCounter* sums) {
      step.reach = sums;
      if (begin < end && function(step, begin, end)) changed = true;
    };
    auto source = std::lower_bound(sources_.begin(), sources_.end(), Source{first, 0});
    for (; source != sources_.end() && source->node < last; ++source) {
      pull_part(first, source->node, reach);
      pull_part(source->node, source->node + 1, nullptr);
      first = source->node + 1;
    }
    pull_part(first, last, reach);
    return changed;
  }

  void add_reach(std::span<std::uint32_t> by_source) {
    const std::vector<std::uint64_t>& sums = reach_->take();
    for (Rank i = batch_.first; i < batch_.last; ++i)
      by_source[sources_[i].index] += static_cast<std::uint32_t>(sums[i - batch_.first]);
  }

  void add_gains(std::span<std::uint32_t> column) const {
    parallel_chunks(column.size(), kRowsPerChunk, options_.threads,
                    [&](std::size_t begin, std::size_t end, unsigned) {
                      for (std::size_t row = begin; row < end; ++row)
                        column[row] += gains_[rows_of_table_[row]];
                    });
  }

  Graph graph_;
  CountOptions options_;
  CountPlan plan_;
  std::vector<NodeId> rows_of_table_;
  std::vector<Rank> chunk_begins_;
  std::vector<Source> sources_;  // by node
  std::vector<std::uint8_t> in_main_component_;
  Batches batches_ = {};  // those that are counted
  std::size_t batch_index_ = 0;
  SourceBatch batch_ = kNoSources;
  HugeBuffer<std::uint64_t> rows_[2];
  HugeBuffer<std::uint8_t> states_[2];
  HugeBuffer<BitCount> reached_;
  HugeBuffer<BitCount> gains_;
  BitCount full_count_ = 0;
  alignas(64) std::uint64_t full_row_[kRowWidths.back()] = {};
  std::unique_ptr<ReachSums> reach_;
};

}  // namespace

std::unique_ptr<Counter> make_streamed_counter(const Graph& graph, const CountTask& task,
                                               const CountOptions& options, const CountPlan& plan) {
  return std::make_unique<StreamedCounter>(graph, task, options, plan);
}

std::uint64_t bytes_for_streaming(const Graph& graph) {
  const std::uint64_t chunks = (2 * graph.num_edges() + kWorkPerUser * graph.num_nodes()) / kChunkWork + 2;
  return chunks * sizeof(Rank) + graph.num_nodes() * sizeof(NodeId);  // and the rows of the table
}

std::uint64_t bytes_per_streamed_row(unsigned row_words) {
  return 2 * sizeof(std::uint64_t) * row_words + 2 * sizeof(std::uint8_t) + 2 * sizeof(BitCount);
}

}  // namespace hopveil::count
