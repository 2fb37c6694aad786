// SPDX-License-Identifier: Apache-2.0
#include "graph/builder.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include <malloc.h>

#include "base/check.h"
#include "base/huge_buffer.h"
#include "base/parallel.h"

// Idea: every edge is sorted once, at its smaller end, which also shows repeats; its larger end then comes in
// order by itself, because reading the sorted edges by their smaller end meets the smaller neighbours of
// every node in order.
//
// Both are done bucket by bucket, a bucket being a range of nodes whose rows fit the cache together: edges
// are copied into the bucket of their smaller end (streams of writes instead of random ones), each bucket is
// sorted by a radix sort in the cache and made simple, and what is left is copied into the buckets of the
// larger ends. A bucket's rows are then the two merged: first the smaller neighbours, which came in order,
// then the larger ones, which are sorted. This is the "propagation blocking" of Beamer, Asanovic and
// Patterson (IPDPS 2017).
//
// Encoding: a key has bit_width(nodes - 1) bits for the other end and shift_ bits above them for the node
// within its bucket. Up to 32 bits together are a 32-bit key, which halves the memory that is moved.
namespace hopveil {
namespace {

constexpr std::size_t kChunkEdges = std::size_t{1} << 17;
constexpr std::size_t kBucketEntries = std::size_t{1} << 15;
constexpr std::size_t kMostBuckets = 1024;

/// Buckets of 2^shift nodes.
struct Buckets {
  std::size_t num_nodes;
  unsigned other_bits;  // of the other end in a key
  unsigned shift;
  std::size_t size() const { return (num_nodes + (std::size_t{1} << shift) - 1) >> shift; }
  unsigned key_bits() const { return shift + other_bits; }
};

/// As many as give an average one about kBucketEntries entries, and more where keys then fit 32 bits.
Buckets choose_buckets(std::size_t num_nodes, std::size_t num_edges) {
  const std::size_t wanted = std::clamp<std::size_t>(2 * num_edges / kBucketEntries, 1, kMostBuckets);
  const std::size_t nodes_per_bucket = std::max<std::size_t>(num_nodes / wanted, 1);
  const Buckets buckets{num_nodes,
                        static_cast<unsigned>(std::bit_width(std::max<std::size_t>(num_nodes, 2) - 1)),
                        static_cast<unsigned>(std::bit_width(nodes_per_bucket - 1))};
  Buckets narrow = buckets;
  narrow.shift = std::min(buckets.shift, 32 - buckets.other_bits);
  return narrow.size() <= kMostBuckets ? narrow : buckets;
}

/// Sorts keys, digit by digit from the lowest.
template <class Key>
class RadixSort {
 public:
  /// The keys have at most `bits` bits.
  void sort(std::span<Key> keys, unsigned bits) {
    if (keys.size() < kFewKeys || keys.size() > kMostKeys) return std::sort(keys.begin(), keys.end());
    const unsigned widest = keys.size() < kManyKeys ? 8 : kWidestDigit;
    const unsigned passes = (bits + widest - 1) / widest;
    const unsigned width = (bits + passes - 1) / passes;
    other_.resize(std::max(other_.size(), keys.size()));
    Key* from = keys.data();
    Key* to = other_.data();
    for (unsigned pass = 0; pass < passes; ++pass) {
      sort_by_digit(from, to, keys.size(), pass * width, width);
      std::swap(from, to);
    }
    if (from != keys.data()) std::copy(from, from + keys.size(), keys.data());
  }

 private:
  static constexpr std::size_t kFewKeys = 512;
  static constexpr std::size_t kManyKeys = 8192;        // worth the counters of a wide digit
  static constexpr std::size_t kMostKeys = 0xFFFFFFFF;  // that places_ can count
  static constexpr unsigned kWidestDigit = 11;

  void sort_by_digit(const Key* from, Key* to, std::size_t size, unsigned shift, unsigned width) {
    const Key mask = (Key{1} << width) - 1;
    std::fill_n(places_.begin(), std::size_t{1} << width, 0);
    for (std::size_t i = 0; i < size; ++i) ++places_[from[i] >> shift & mask];
    std::exclusive_scan(places_.begin(), places_.begin() + (1 << width), places_.begin(), std::uint32_t{0});
    for (std::size_t i = 0; i < size; ++i) to[places_[from[i] >> shift & mask]++] = from[i];
  }

  std::array<std::uint32_t, std::size_t{1} << kWidestDigit> places_ = {};
  std::vector<Key> other_;
};

/// Where every writer puts what it has for every bucket: each writer's part of a bucket behind those of the
/// writers before.
class BucketPlaces {
 public:
  BucketPlaces(std::size_t writers, std::size_t buckets)
      : writers_(writers), buckets_(buckets), places_(writers * buckets), begins_(buckets + 1) {}

  /// By bucket: how much the writer has for it, to be filled in; after `lay_out`: where that begins.
  std::uint64_t* of(std::size_t writer) { return places_.data() + writer * buckets_; }
  void lay_out() {
    std::uint64_t next = 0;
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket) {
      begins_[bucket] = next;
      for (std::size_t writer = 0; writer < writers_; ++writer)
        next += std::exchange(of(writer)[bucket], next);
    }
    begins_[buckets_] = next;
  }

  /// After `lay_out`.
  std::uint64_t begin(std::size_t bucket) const { return begins_[bucket]; }
  std::uint64_t size(std::size_t bucket) const { return begins_[bucket + 1] - begins_[bucket]; }
  std::uint64_t total() const { return begins_[buckets_]; }

 private:
  std::size_t writers_;
  std::size_t buckets_;
  std::vector<std::uint64_t> places_;
  std::vector<std::uint64_t> begins_;
};

/// A stretch of a piece that one worker handles.
struct Chunk {
  std::size_t piece;
  std::size_t begin;
  std::size_t end;
};

template <class Key>
class Builder {
 public:
  Builder(EdgePieces pieces, const Buckets& buckets, unsigned threads)
      : pieces_(std::move(pieces)), buckets_(buckets), num_buckets_(buckets.size()), threads_(threads) {
    cut_into_chunks();
  }

  BuiltGraph build(UserIds ids) {
    BucketPlaces places(chunks_.size(), num_buckets_);
    const std::uint64_t self_loops = count_chunks(places);
    distribute(places);
    sort_buckets(places);
    distribute_larger_ends();
    place_rows();
    BuiltGraph built;
    built.removed = {places.total() - larger_->total(), self_loops};
    auto rows = std::make_shared<Rows>(std::move(rows_));
    const std::span<const std::uint64_t> offsets(rows->offsets);
    const std::span<const NodeId> targets(rows->targets.data(), rows->targets.size());
    built.graph = Graph(offsets, targets, std::move(ids), std::move(rows));
    return built;
  }

 private:
  struct Rows {
    std::vector<std::uint64_t> offsets;
    HugeBuffer<NodeId> targets;
  };

  void cut_into_chunks() {
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
      for (std::size_t begin = 0; begin < pieces_[piece].size(); begin += kChunkEdges)
        chunks_.push_back({piece, begin, std::min(begin + kChunkEdges, pieces_[piece].size())});
    }
  }

  std::span<const Edge> edges_of(const Chunk& chunk) const {
    return std::span(pieces_[chunk.piece]).subspan(chunk.begin, chunk.end - chunk.begin);
  }

  /// Self-loops, which are in no bucket.
  std::uint64_t count_chunks(BucketPlaces& places) {
    const unsigned shift = buckets_.shift;
    std::atomic<std::uint64_t> self_loops = 0;
    parallel_chunks(chunks_.size(), 1, threads_, [&](std::size_t chunk, std::size_t, unsigned) {
      std::uint64_t* const counts = places.of(chunk);
      std::uint64_t loops = 0;
      for (const Edge edge : edges_of(chunks_[chunk])) {
        const bool keep = edge.from != edge.to;
        loops += keep ? 0 : 1;
        counts[std::min(edge.from, edge.to) >> shift] += keep ? 1 : 0;
      }
      self_loops += loops;
    });
    places.lay_out();
    return self_loops;
  }

  Key key_of(NodeId node, NodeId other) const {
    const Key in_bucket = (Key{1} << buckets_.shift) - 1;
    return (node & in_bucket) << buckets_.other_bits | other;
  }
  NodeId other_of(Key key) const {
    return static_cast<NodeId>(key & ((Key{1} << (buckets_.other_bits - 1) << 1) - 1));
  }

  void distribute(BucketPlaces& places) {
    keys_ = HugeBuffer<Key>(places.total());
    std::vector<std::atomic<std::size_t>> chunks_left(pieces_.size());
    for (const Chunk& chunk : chunks_) ++chunks_left[chunk.piece];
    const unsigned shift = buckets_.shift;
    Key* const keys = keys_.data();
    parallel_chunks(chunks_.size(), 1, threads_, [&](std::size_t index, std::size_t, unsigned) {
      const Chunk& chunk = chunks_[index];
      std::uint64_t* const next = places.of(index);
      for (const Edge edge : edges_of(chunk)) {
        if (edge.from == edge.to) continue;
        const auto [smaller, larger] = std::minmax(edge.from, edge.to);
        keys[next[smaller >> shift]++] = key_of(smaller, larger);
      }
      if (--chunks_left[chunk.piece] == 0) std::vector<Edge>().swap(pieces_[chunk.piece]);
    });
    pieces_.clear();
    ::malloc_trim(0);  // the pieces are too small for malloc to give them back by itself
  }

  /// Leaves each bucket's different keys in order at the front of its place, and counts them for the buckets
  /// of their larger ends, group by group of buckets.
  void sort_buckets(const BucketPlaces& places) {
    sorted_.resize(num_buckets_);
    rows_.offsets.resize(buckets_.num_nodes + 1);
    std::uint64_t in_group = kChunkEdges;
    for (std::size_t bucket = 0; bucket < num_buckets_; ++bucket) {
      if (in_group >= kChunkEdges) {
        group_begins_.push_back(bucket);
        in_group = 0;
      }
      in_group += places.size(bucket);
    }
    group_begins_.push_back(num_buckets_);
    larger_.emplace(group_begins_.size() - 1, num_buckets_);
    std::vector<RadixSort<Key>> sorts(resolve_threads(threads_));
    parallel_chunks(
        group_begins_.size() - 1, 1, threads_, [&](std::size_t group, std::size_t, unsigned worker) {
          std::uint64_t* const counts = larger_->of(group);
          for (std::size_t bucket = group_begins_[group]; bucket < group_begins_[group + 1]; ++bucket) {
            const std::span<Key> keys(keys_.data() + places.begin(bucket), places.size(bucket));
            sorts[worker].sort(keys, buckets_.key_bits());
            sorted_[bucket] = make_simple(bucket, keys);
            for (const Key key : sorted_[bucket]) ++counts[other_of(key) >> buckets_.shift];
          }
        });
    larger_->lay_out();
  }

  /// The bucket's different keys, moved to the front of `keys`, which are sorted. The offset behind each node
  /// says where its keys end among them.
  std::span<const Key> make_simple(std::size_t bucket, std::span<Key> keys) {
    const std::span<std::uint64_t> ends = offsets_behind(bucket);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {  // without branches: repeats cannot be predicted
      const Key key = keys[i];
      keys[kept] = key;
      kept += i + 1 == keys.size() || keys[i + 1] != key ? std::size_t{1} : 0;
      ends[key >> buckets_.other_bits] = kept;
    }
    std::uint64_t end = 0;
    for (std::uint64_t& row_end : ends) end = row_end = std::max(row_end, end);  // nodes without keys
    return keys.first(kept);
  }

  std::span<std::uint64_t> offsets_behind(std::size_t bucket) {
    const std::size_t first = bucket << buckets_.shift;
    const std::size_t size = std::min(std::size_t{1} << buckets_.shift, buckets_.num_nodes - first);
    return {rows_.offsets.data() + first + 1, size};
  }

  /// In each bucket in the order of the smaller end, so the smaller ends of every node ascend.
  void distribute_larger_ends() {
    larger_keys_ = HugeBuffer<Key>(larger_->total());
    Key* const keys = larger_keys_.data();
    parallel_chunks(group_begins_.size() - 1, 1, threads_, [&](std::size_t group, std::size_t, unsigned) {
      std::uint64_t* const next = larger_->of(group);
      for (std::size_t bucket = group_begins_[group]; bucket < group_begins_[group + 1]; ++bucket) {
        const auto first = static_cast<NodeId>(bucket << buckets_.shift);
        for (const Key key : sorted_[bucket]) {
          const NodeId larger = other_of(key);
          const auto smaller = static_cast<NodeId>(first + (key >> buckets_.other_bits));
          keys[next[larger >> buckets_.shift]++] = key_of(larger, smaller);
        }
      }
    });
  }

  void place_rows() {
    std::vector<std::uint64_t> begins(num_buckets_ + 1);
    for (std::size_t bucket = 0; bucket < num_buckets_; ++bucket)
      begins[bucket + 1] = begins[bucket] + sorted_[bucket].size() + larger_->size(bucket);
    rows_.targets = HugeBuffer<NodeId>(begins[num_buckets_]);
    std::vector<std::vector<std::uint64_t>> next_places(resolve_threads(threads_));
    parallel_chunks(num_buckets_, 1, threads_, [&](std::size_t bucket, std::size_t, unsigned worker) {
      place_bucket(bucket, begins[bucket], next_places[worker]);
    });
  }

  /// Makes rows of both kinds of keys. `next`: where each node's next neighbour goes.
  void place_bucket(std::size_t bucket, std::uint64_t begin, std::vector<std::uint64_t>& next) {
    const std::span<std::uint64_t> ends = offsets_behind(bucket);
    const std::span<const Key> smaller(larger_keys_.data() + larger_->begin(bucket), larger_->size(bucket));
    next.assign(ends.size(), 0);
    for (const Key key : smaller) ++next[key >> buckets_.other_bits];
    for (std::size_t node = 0; node < ends.size(); ++node) {
      const std::uint64_t larger = ends[node] - (node == 0 ? 0 : ends[node - 1]);
      begin += std::exchange(next[node], begin) + larger;
    }
    NodeId* const targets = rows_.targets.data();
    for (const Key key : smaller) targets[next[key >> buckets_.other_bits]++] = other_of(key);
    const Key* key = sorted_[bucket].data();
    for (std::size_t node = 0; node < ends.size(); ++node) {
      const Key* const end = sorted_[bucket].data() + ends[node];
      NodeId* target = targets + next[node];
      while (key != end) *target++ = other_of(*key++);
      next[node] = static_cast<std::uint64_t>(target - targets);
    }
    std::ranges::copy(next, ends.begin());
  }

  EdgePieces pieces_;
  Buckets buckets_;
  std::size_t num_buckets_;
  unsigned threads_;
  std::vector<Chunk> chunks_;
  HugeBuffer<Key> keys_;                      // by the bucket of the smaller end,
  std::vector<std::span<const Key>> sorted_;  // and what is left of each bucket's
  std::vector<std::size_t> group_begins_;     // of buckets
  std::optional<BucketPlaces> larger_;        // whose writers are groups
  HugeBuffer<Key> larger_keys_;               // by the bucket of the larger end
  Rows rows_;
};

}  // namespace

BuiltGraph build_graph(EdgePieces pieces, UserIds ids, unsigned threads) {
  check(ids.size() < kNoNode, "a graph has too many nodes");
  std::size_t num_edges = 0;
  for (const std::vector<Edge>& piece : pieces) num_edges += piece.size();
  const Buckets buckets = choose_buckets(ids.size(), num_edges);
  if (buckets.key_bits() <= 32)
    return Builder<std::uint32_t>(std::move(pieces), buckets, threads).build(std::move(ids));
  return Builder<std::uint64_t>(std::move(pieces), buckets, threads).build(std::move(ids));
}

Graph graph_from_edges(NodeId num_nodes, std::vector<Edge> edges) {
  std::vector<std::uint64_t> numbers(num_nodes);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  for (const Edge edge : edges)
    check(edge.from < num_nodes && edge.to < num_nodes, "an edge ends outside the graph");
  EdgePieces pieces;
  pieces.push_back(std::move(edges));
  return build_graph(std::move(pieces), UserIds::from_numbers(std::move(numbers)), 1).graph;
}

}  // namespace hopveil
