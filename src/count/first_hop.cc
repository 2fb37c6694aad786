// SPDX-License-Identifier: Apache-2.0
#include "count/first_hop.h"

#include <algorithm>

namespace hopveil::count {
namespace {

// Users looked at to see whether pairs pay, and how many of them may need a row.
constexpr Rank kUsersAsked = 1024;
constexpr Rank kMostRows = kUsersAsked / 4;

void insert(std::uint64_t* row, Rank bit) {
  row[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

}  // namespace

void pull_first_hop(const HopStep& step, unsigned row_words, Rank num_public, SourceBatch batch, Rank first,
                    Rank last, SeenPair* pairs) {
  const Rank* const targets = step.graph.targets;
  const bool is_known = step.graph.public_targets != nullptr && batch.first == 0 && batch.last == num_public;
  for (Rank v = first; v < last; ++v) {
    // Public neighbours come first; those of other batches are not counted now.
    const std::uint64_t begin = step.graph.begins[v];
    std::uint64_t end = begin;
    std::uint32_t neighbours = 0;
    if (is_known) {
      neighbours = step.graph.public_targets[v];
      end += neighbours;
    } else {
      for (; end < step.graph.ends[v] && targets[end] < num_public; ++end) {
        neighbours += batch.holds(targets[end]) ? 1U : 0U;
      }
    }
    const bool is_source = batch.holds(v);
    const std::uint32_t reached = neighbours + (is_source ? 1 : 0);
    if (step.reached != nullptr) step.reached[v] = static_cast<BitCount>(reached);
    std::fill_n(step.gains + v * kGainSlots, kGainSlots, 0);
    step.note_gain(v, reached);
    if (step.after == nullptr) continue;
    if (step.is_unread(v)) {
      step.state_after[v] = kEmpty;
      if (pairs != nullptr) pairs[v] = pair_of_nobody(row_words);
      continue;
    }
    const auto for_each_seen = [&](const auto& use) {
      for (std::uint64_t slot = begin; slot < end; ++slot) {
        if (batch.holds(targets[slot])) use(targets[slot] - batch.first);
      }
      if (is_source) use(v - batch.first);
    };
    if (pairs != nullptr) {
      pairs[v] = pair_of_nobody(row_words);
      if (reached <= kMostInPair) {
        for_each_seen([&](Rank bit) { pairs[v] = add_to_pair(pairs[v], bit); });
        continue;
      }
      pairs[v] |= kSeenInRow;
    }
    if (reached == 0) {
      step.state_after[v] = kEmpty;
      continue;
    }
    std::uint64_t* const row = step.after + std::size_t{v} * row_words;
    std::fill_n(row, row_words, 0);
    for_each_seen([&](Rank bit) { insert(row, bit); });
    const bool full = reached == step.full_count && std::equal(row, row + row_words, step.full_row);
    step.state_after[v] = full ? kSaturated : kChanged;
  }
}

bool pairs_pay(const PullView& graph, unsigned row_words, Rank num_public, Rank num_linked,
               SourceBatch batch) {
  if (!exceed_cache(num_linked, row_words)) return false;
  Rank rows = 0;
  for (Rank i = 0; i < kUsersAsked; ++i) {
    // A neighbour of anybody, hence more often one with many.
    const auto v = static_cast<Rank>(std::uint64_t{num_linked} * i / kUsersAsked);
    const std::uint64_t degree = graph.ends[v] - graph.begins[v];
    if (degree == 0) continue;
    const Rank u = graph.targets[graph.begins[v] + i % degree];
    std::uint32_t known = 0;
    for (std::uint64_t slot = graph.begins[u]; slot < graph.ends[u] && graph.targets[slot] < num_public;
         ++slot) {
      known += batch.holds(graph.targets[slot]) ? 1U : 0U;
    }
    rows += known > kMostInPair ? 1 : 0;
  }
  return rows <= kMostRows;
}

}  // namespace hopveil::count
