#include "graph/builder.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <numeric>
#include <utility>

#include <malloc.h>

#include "base/check.h"
#include "base/huge_buffer.h"
#include "base/parallel.h"

// Idea: rows are made bucket by bucket, a bucket being a range of nodes whose rows fit the cache together.
// Every edge is first copied into the buckets of both its ends (two streams of writes instead of two random
// ones), as a key that holds the node within its bucket above the other end; then each bucket, on its own and
// without any locking, is sorted by a radix sort in the cache, which orders its rows and each row at once,
// and made simple. This is the "propagation blocking" of Beamer, Asanovic and Patterson (IPDPS 2017).
//
// Encoding: a key has bit_width(nodes - 1) bits for the other end and shift_ bits for the node within its
// bucket. Up to 32 bits together are a 32-bit key, which halves the memory that is moved.
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

/// So many that an average one has about kBucketEntries entries, and more where keys then fit 32 bits.
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
    count_digits(keys);
    other_.resize(std::max(other_.size(), keys.size()));
    Key* from = keys.data();
    Key* to = other_.data();
    for (unsigned pass = 0; pass * kDigitBits < bits; ++pass) {
      Digits& place = counts_[pass];
      std::exclusive_scan(place.begin(), place.end(), place.begin(), std::uint32_t{0});
      for (std::size_t i = 0; i < keys.size(); ++i) {
        const Key key = from[i];
        to[place[digit(key, pass)]++] = key;
      }
      std::swap(from, to);
    }
    if (from != keys.data()) std::copy(from, from + keys.size(), keys.data());
  }

 private:
  static constexpr std::size_t kFewKeys = 512;
  static constexpr std::size_t kMostKeys = 0xFFFFFFFF;  // that counts_ can count
  static constexpr unsigned kDigitBits = 8;
  using Digits = std::array<std::uint32_t, std::size_t{1} << kDigitBits>;

  static std::size_t digit(Key key, unsigned pass) {
    return key >> (pass * kDigitBits) & ((std::size_t{1} << kDigitBits) - 1);
  }

  void count_digits(std::span<const Key> keys) {
    for (Digits& digits : counts_) digits.fill(0);
    for (const Key key : keys) {
      for (unsigned pass = 0; pass < counts_.size(); ++pass) ++counts_[pass][digit(key, pass)];
    }
  }

  std::array<Digits, sizeof(Key)> counts_ = {};
  std::vector<Key> other_;
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
    count_per_bucket();
    distribute();
    sort_buckets();
    const std::uint64_t num_targets = place_rows();
    BuiltGraph built;
    built.removed = {(entries_ - num_targets) / 2, self_loops_};
    auto rows = std::make_shared<Rows>(std::move(rows_));
    const std::span<const std::uint64_t> offsets(rows->offsets);
    const std::span<const NodeId> targets(rows->targets.data(), num_targets);
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

  /// places_[chunk][bucket]: how many entries the chunk has for the bucket, then where they go.
  void count_per_bucket() {
    places_.assign(chunks_.size() * num_buckets_, 0);
    const unsigned shift = buckets_.shift;
    std::atomic<std::uint64_t> self_loops = 0;
    parallel_chunks(chunks_.size(), 1, threads_, [&](std::size_t chunk, std::size_t, unsigned) {
      std::uint64_t* const counts = places_.data() + chunk * num_buckets_;
      std::uint64_t loops = 0;
      for (const Edge edge : edges_of(chunks_[chunk])) {
        const bool keep = edge.from != edge.to;
        loops += keep ? 0 : 1;
        counts[edge.from >> shift] += keep ? 1 : 0;
        counts[edge.to >> shift] += keep ? 1 : 0;
      }
      self_loops += loops;
    });
    self_loops_ = self_loops;

    bucket_begin_.resize(num_buckets_ + 1);
    for (std::size_t bucket = 0; bucket < num_buckets_; ++bucket) {
      bucket_begin_[bucket] = entries_;
      for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
        std::uint64_t& place = places_[chunk * num_buckets_ + bucket];
        entries_ += std::exchange(place, entries_);
      }
    }
    bucket_begin_[num_buckets_] = entries_;
  }

  void distribute() {
    keys_ = HugeBuffer<Key>(entries_);
    std::vector<std::atomic<std::size_t>> chunks_left(pieces_.size());
    for (const Chunk& chunk : chunks_) ++chunks_left[chunk.piece];
    const unsigned shift = buckets_.shift;
    const unsigned other_bits = buckets_.other_bits;
    const Key in_bucket = (Key{1} << shift) - 1;
    Key* const keys = keys_.data();
    parallel_chunks(chunks_.size(), 1, threads_, [&](std::size_t index, std::size_t, unsigned) {
      const Chunk& chunk = chunks_[index];
      std::uint64_t* const places = places_.data() + index * num_buckets_;
      for (const Edge edge : edges_of(chunk)) {
        if (edge.from == edge.to) continue;
        keys[places[edge.from >> shift]++] = (edge.from & in_bucket) << other_bits | edge.to;
        keys[places[edge.to >> shift]++] = (edge.to & in_bucket) << other_bits | edge.from;
      }
      if (--chunks_left[chunk.piece] == 0) std::vector<Edge>().swap(pieces_[chunk.piece]);
    });
    pieces_.clear();
    places_ = {};
    ::malloc_trim(0);  // the pieces are too small for malloc to give them back by itself
  }

  std::span<Key> keys_of(std::size_t bucket) {
    return {keys_.data() + bucket_begin_[bucket], bucket_begin_[bucket + 1] - bucket_begin_[bucket]};
  }

  /// Leaves the bucket's different keys in order at the front of its place, and in the offset after each node
  /// where its row ends, counted from the bucket's first.
  void sort_buckets() {
    rows_.offsets.resize(buckets_.num_nodes + 1);
    bucket_size_.resize(num_buckets_);
    std::vector<RadixSort<Key>> sorts(resolve_threads(threads_));
    parallel_chunks(num_buckets_, 1, threads_, [&](std::size_t bucket, std::size_t, unsigned worker) {
      sorts[worker].sort(keys_of(bucket), buckets_.key_bits());
      bucket_size_[bucket] = make_simple(bucket);
    });
  }

  std::uint64_t make_simple(std::size_t bucket) {
    const std::span<Key> keys = keys_of(bucket);
    const std::span<std::uint64_t> row_ends = row_ends_of(bucket);
    const unsigned other_bits = buckets_.other_bits;
    std::uint64_t kept = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {  // without branches: repeats cannot be predicted
      const Key key = keys[i];
      keys[kept] = key;
      kept += i + 1 == keys.size() || keys[i + 1] != key ? std::uint64_t{1} : 0;
      row_ends[key >> other_bits] = kept;
    }
    std::uint64_t end = 0;
    for (std::uint64_t& row_end : row_ends) end = row_end = std::max(row_end, end);  // rows without entries
    return kept;
  }

  /// The offsets after the bucket's nodes.
  std::span<std::uint64_t> row_ends_of(std::size_t bucket) {
    const std::size_t first = bucket << buckets_.shift;
    const std::size_t size = std::min(std::size_t{1} << buckets_.shift, buckets_.num_nodes - first);
    return {rows_.offsets.data() + first + 1, size};
  }

  /// Moves the buckets' rows together. How many entries they have.
  std::uint64_t place_rows() {
    std::vector<std::uint64_t> begin(num_buckets_ + 1, 0);
    std::inclusive_scan(bucket_size_.begin(), bucket_size_.end(), begin.begin() + 1);
    rows_.targets = HugeBuffer<NodeId>(begin[num_buckets_]);
    const Key other = (Key{1} << (buckets_.other_bits - 1) << 1) - 1;
    parallel_chunks(num_buckets_, 1, threads_, [&](std::size_t bucket, std::size_t, unsigned) {
      for (std::uint64_t& row_end : row_ends_of(bucket)) row_end += begin[bucket];
      NodeId* target = rows_.targets.data() + begin[bucket];
      for (const Key key : keys_of(bucket).first(bucket_size_[bucket]))
        *target++ = static_cast<NodeId>(key & other);
    });
    return begin[num_buckets_];
  }

  EdgePieces pieces_;
  Buckets buckets_;
  std::size_t num_buckets_;
  unsigned threads_;
  std::vector<Chunk> chunks_;
  std::vector<std::uint64_t> places_;
  std::vector<std::uint64_t> bucket_begin_;  // in keys_
  std::vector<std::uint64_t> bucket_size_;   // after simplifying
  HugeBuffer<Key> keys_;
  std::uint64_t entries_ = 0;
  std::uint64_t self_loops_ = 0;
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
