#include "count/first_hop.h"

#include <algorithm>

namespace hopveil {
namespace {

void insert(std::uint64_t* row, Rank bit) {
  row[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

}  // namespace

void pull_first_hop(const HopStep& step, unsigned row_words, Rank num_public, SourceBatch batch, Rank first,
                    Rank last) {
  const Rank* const targets = step.graph.targets;
  for (Rank v = first; v < last; ++v) {
    // Public neighbours come first; those of other batches are not counted now.
    const std::uint64_t begin = step.graph.begins[v];
    std::uint64_t end = begin;
    std::uint32_t neighbours = 0;
    for (; end < step.graph.ends[v] && targets[end] < num_public; ++end) {
      neighbours += batch.holds(targets[end]) ? 1U : 0U;
    }
    if (step.counts != nullptr && step.table_row[v] != kNoNode) step.counts[step.table_row[v]] += neighbours;
    if (step.after == nullptr) continue;

    const bool is_source = batch.holds(v);
    if (step.reached != nullptr) step.reached[v] = neighbours + (is_source ? 1 : 0);
    if (neighbours == 0 && !is_source) {
      step.state_after[v] = kEmpty;
      continue;
    }
    std::uint64_t* const row = step.after + std::size_t{v} * row_words;
    std::fill_n(row, row_words, 0);
    for (std::uint64_t slot = begin; slot < end; ++slot) {
      if (batch.holds(targets[slot])) insert(row, targets[slot] - batch.first);
    }
    if (is_source) insert(row, v - batch.first);
    const bool full = std::equal(row, row + row_words, step.full_row);
    step.state_after[v] = full ? kSaturated : kChanged;
  }
}

}  // namespace hopveil
