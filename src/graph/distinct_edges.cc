// SPDX-License-Identifier: Apache-2.0
#include "graph/distinct_edges.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "base/parallel.h"
#include "graph/network_spec.h"

namespace hopveil {
namespace {

constexpr std::size_t kMaxShards = 1024;
constexpr std::size_t kGrain = std::size_t{1} << 18;
constexpr std::uint64_t kSelfLoop = ~std::uint64_t{0};

std::uint64_t key_of(Edge edge) {
  if (edge.from == edge.to) return kSelfLoop;
  const auto [low, high] = std::minmax(edge.from, edge.to);
  return std::uint64_t{low} << 32 | high;
}

Edge edge_of(std::uint64_t key) {
  return {static_cast<NodeId>(key >> 32), static_cast<NodeId>(key)};
}

}  // namespace

DistinctEdges::DistinctEdges(NodeId num_nodes, unsigned threads)
    : num_nodes_(num_nodes),
      threads_(threads),
      shard_width_((num_nodes + kMaxShards - 1) / kMaxShards),
      shards_(num_nodes == 0 ? 0 : (num_nodes + shard_width_ - 1) / shard_width_) {}

void DistinctEdges::add(const std::vector<Edge>& candidates) {
  // Counting sort by shard: how many of each shard every chunk has, then where each chunk's part begins.
  const std::size_t chunks = (candidates.size() + kGrain - 1) / kGrain;
  std::vector<std::vector<std::size_t>> places(chunks, std::vector<std::size_t>(shards_.size(), 0));
  parallel_chunks(candidates.size(), kGrain, threads_, [&](std::size_t begin, std::size_t end, unsigned) {
    auto& counts = places[begin / kGrain];
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t key = key_of(candidates[i]);
      if (key != kSelfLoop) ++counts[shard_of(key)];
    }
  });
  std::vector<std::size_t> ends(shards_.size());
  std::size_t next = 0;
  for (std::size_t shard = 0; shard < shards_.size(); ++shard) {
    for (auto& chunk : places) next += std::exchange(chunk[shard], next);
    ends[shard] = next;
  }
  std::vector<std::uint64_t> keys(next);
  parallel_chunks(candidates.size(), kGrain, threads_, [&](std::size_t begin, std::size_t end, unsigned) {
    auto& place = places[begin / kGrain];
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t key = key_of(candidates[i]);
      if (key != kSelfLoop) keys[place[shard_of(key)]++] = key;
    }
  });
  merge_into_shards(keys, ends);
}

void DistinctEdges::merge_into_shards(std::vector<std::uint64_t>& keys,
                                      const std::vector<std::size_t>& ends) {
  parallel_chunks(shards_.size(), 1, threads_, [&](std::size_t shard, std::size_t, unsigned) {
    const auto first = keys.begin() + static_cast<std::ptrdiff_t>(shard == 0 ? 0 : ends[shard - 1]);
    const auto last = keys.begin() + static_cast<std::ptrdiff_t>(ends[shard]);
    if (first == last) return;
    std::sort(first, last);
    const auto& held = shards_[shard];
    std::vector<std::uint64_t> merged;
    merged.reserve(held.size() + static_cast<std::size_t>(last - first));
    std::set_union(held.begin(), held.end(), first, std::unique(first, last), std::back_inserter(merged));
    shards_[shard] = std::move(merged);
  });
  size_ = 0;
  for (const auto& shard : shards_) size_ += shard.size();
}

void DistinctEdges::add_uniform(std::uint64_t count, const SeededRng& rng) {
  const std::uint64_t pairs = num_pairs(num_nodes_);
  const std::uint64_t goal = size_ + count;
  check(goal <= pairs, "more distinct edges are asked for than there are pairs");
  if (goal > pairs / 4) {  // too dense for drawing and hoping
    select_absent_pairs(count, rng.stream("absent pairs"));
    return;
  }
  SeededRng draws = rng.stream("uniform pairs");
  while (size_ < goal) {
    std::vector<Edge> candidates(goal - size_);
    for (Edge& edge : candidates)
      edge = {static_cast<NodeId>(random_below(draws, num_nodes_)),
              static_cast<NodeId>(random_below(draws, num_nodes_))};
    add(candidates);
  }
}

/// Selection sampling (Knuth, TAOCP 2, 3.4.2, Algorithm S) over all pairs that are not held.
void DistinctEdges::select_absent_pairs(std::uint64_t count, SeededRng rng) {
  std::uint64_t absent = num_pairs(num_nodes_) - size_;
  std::vector<Edge> selected;
  selected.reserve(count);
  for (const auto& shard : shards_) {
    auto held = shard.begin();
    const auto first_row =
        static_cast<NodeId>((&shard - shards_.data()) * static_cast<std::ptrdiff_t>(shard_width_));
    const auto last_row = static_cast<NodeId>(std::min<std::uint64_t>(first_row + shard_width_, num_nodes_));
    for (NodeId u = first_row; u < last_row; ++u) {
      for (NodeId v = u + 1; v < num_nodes_; ++v) {
        if (held != shard.end() && *held == key_of({u, v})) {
          ++held;
          continue;
        }
        if (random_below(rng, absent--) < count - selected.size()) selected.push_back({u, v});
      }
    }
  }
  add(selected);
}

EdgePieces DistinctEdges::take() {
  EdgePieces pieces(shards_.size());
  parallel_chunks(shards_.size(), 1, threads_, [&](std::size_t shard, std::size_t, unsigned) {
    pieces[shard].reserve(shards_[shard].size());
    for (const std::uint64_t key : shards_[shard]) pieces[shard].push_back(edge_of(key));
    std::vector<std::uint64_t>().swap(shards_[shard]);
  });
  size_ = 0;
  return pieces;
}

}  // namespace hopveil
