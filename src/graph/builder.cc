#include "graph/builder.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>

#include <malloc.h>

#include "base/check.h"
#include "base/parallel.h"

// Idea: rows are filled bucket by bucket, a bucket being a range of nodes whose rows fit the cache together.
// Every edge is first copied into the buckets of both its ends (two streams of writes instead of two random
// ones); then each bucket, on its own and without any locking, counts, places, sorts and simplifies its rows.
// This is the "propagation blocking" of Beamer, Asanovic and Patterson (IPDPS 2017).
namespace hopveil {
namespace {

constexpr std::size_t kChunkEdges = std::size_t{1} << 17;
constexpr std::size_t kBucketEntries = std::size_t{1} << 17;
constexpr std::size_t kMostBuckets = 1024;

/// An edge as one of its ends sees it.
struct HalfEdge {
  NodeId owner;
  NodeId other;
};

/// A stretch of a piece that one worker handles.
struct Chunk {
  std::size_t piece;
  std::size_t begin;
  std::size_t end;
};

class Builder {
 public:
  Builder(EdgePieces pieces, NodeId num_nodes, unsigned threads)
      : pieces_(std::move(pieces)), num_nodes_(num_nodes), threads_(threads) {
    cut_into_chunks();
    choose_buckets();
  }

  BuiltGraph build(UserIds ids) {
    count_per_bucket();
    distribute();
    fill_rows();
    close_gaps();
    BuiltGraph built;
    built.removed = {(entries_ - targets_.size()) / 2, self_loops_};
    built.graph = Graph(std::move(offsets_), std::move(targets_), std::move(ids));
    return built;
  }

 private:
  void cut_into_chunks() {
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
      for (std::size_t begin = 0; begin < pieces_[piece].size(); begin += kChunkEdges)
        chunks_.push_back({piece, begin, std::min(begin + kChunkEdges, pieces_[piece].size())});
      num_edges_ += pieces_[piece].size();
    }
  }

  /// Buckets of 2^shift_ nodes, as many as give an average one has about kBucketEntries entries.
  void choose_buckets() {
    const std::size_t wanted = std::clamp<std::size_t>(2 * num_edges_ / kBucketEntries, 1, kMostBuckets);
    const std::size_t nodes_per_bucket = std::max<std::size_t>(num_nodes_ / wanted, 1);
    shift_ = static_cast<unsigned>(std::bit_width(nodes_per_bucket - 1));
    num_buckets_ = ((num_nodes_ + (std::size_t{1} << shift_) - 1) >> shift_);
  }

  std::span<const Edge> edges_of(const Chunk& chunk) const {
    return std::span(pieces_[chunk.piece]).subspan(chunk.begin, chunk.end - chunk.begin);
  }

  /// places_[chunk][bucket]: how many entries the chunk has for the bucket, then where they go.
  void count_per_bucket() {
    places_.assign(chunks_.size() * num_buckets_, 0);
    std::atomic<std::uint64_t> self_loops = 0;
    parallel_chunks(chunks_.size(), 1, threads_, [&](std::size_t chunk, std::size_t, unsigned) {
      std::uint64_t* const counts = places_.data() + chunk * num_buckets_;
      std::uint64_t loops = 0;
      for (const Edge edge : edges_of(chunks_[chunk])) {
        const bool keep = edge.from != edge.to;
        loops += keep ? 0 : 1;
        counts[edge.from >> shift_] += keep ? 1 : 0;
        counts[edge.to >> shift_] += keep ? 1 : 0;
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
    halves_ = std::make_unique_for_overwrite<HalfEdge[]>(entries_);
    std::vector<std::atomic<std::size_t>> chunks_left(pieces_.size());
    for (const Chunk& chunk : chunks_) ++chunks_left[chunk.piece];
    parallel_chunks(chunks_.size(), 1, threads_, [&](std::size_t index, std::size_t, unsigned) {
      const Chunk& chunk = chunks_[index];
      std::uint64_t* const places = places_.data() + index * num_buckets_;
      for (const Edge edge : edges_of(chunk)) {
        if (edge.from == edge.to) continue;
        halves_[places[edge.from >> shift_]++] = {edge.from, edge.to};
        halves_[places[edge.to >> shift_]++] = {edge.to, edge.from};
      }
      if (--chunks_left[chunk.piece] == 0) std::vector<Edge>().swap(pieces_[chunk.piece]);
    });
    pieces_.clear();
    places_ = {};
    ::malloc_trim(0);  // the pieces are too small for malloc to give them back by itself
  }

  void fill_rows() {
    offsets_.resize(num_nodes_ + std::size_t{1});
    targets_.resize(entries_);
    bucket_size_.resize(num_buckets_);
    parallel_chunks(num_buckets_, 1, threads_,
                    [&](std::size_t bucket, std::size_t, unsigned) { fill_bucket(bucket); });
    halves_.reset();
  }

  /// Leaves the bucket's simple rows at the front of its place in targets_, and in offsets_ where each
  /// begins, counted from there.
  void fill_bucket(std::size_t bucket) {
    const std::size_t first = bucket << shift_;
    const std::size_t size = std::min(std::size_t{1} << shift_, num_nodes_ - first);
    const std::span halves(halves_.get() + bucket_begin_[bucket],
                           bucket_begin_[bucket + 1] - bucket_begin_[bucket]);
    NodeId* const targets = targets_.data() + bucket_begin_[bucket];

    std::vector<std::uint64_t> row_end(size, 0);
    for (const HalfEdge half : halves) ++row_end[half.owner - first];
    std::exclusive_scan(row_end.begin(), row_end.end(), row_end.begin(), std::uint64_t{0});
    for (const HalfEdge half : halves) targets[row_end[half.owner - first]++] = half.other;

    NodeId* free = targets;
    const NodeId* row = targets;
    for (std::size_t node = 0; node < size; ++node) {
      NodeId* const begin = targets + (row - targets);
      NodeId* const end = targets + row_end[node];
      std::sort(begin, end);
      NodeId* const unique_end = std::unique(begin, end);
      offsets_[first + node] = static_cast<std::uint64_t>(free - targets);
      free = free == begin ? unique_end : std::copy(begin, unique_end, free);
      row = end;
    }
    bucket_size_[bucket] = static_cast<std::uint64_t>(free - targets);
  }

  /// Moves the buckets' rows together.
  void close_gaps() {
    std::vector<std::uint64_t> begin(num_buckets_ + 1, 0);
    std::inclusive_scan(bucket_size_.begin(), bucket_size_.end(), begin.begin() + 1);
    for (std::size_t bucket = 0; bucket < num_buckets_; ++bucket) {
      if (begin[bucket] != bucket_begin_[bucket])
        std::memmove(targets_.data() + begin[bucket], targets_.data() + bucket_begin_[bucket],
                     bucket_size_[bucket] * sizeof(NodeId));
    }
    for (std::size_t node = 0; node < num_nodes_; ++node) offsets_[node] += begin[node >> shift_];
    offsets_[num_nodes_] = begin[num_buckets_];
    targets_.resize(begin[num_buckets_]);
    if (targets_.capacity() > targets_.size() + targets_.size() / 4) targets_.shrink_to_fit();
  }

  EdgePieces pieces_;
  std::size_t num_nodes_;
  unsigned threads_;
  std::vector<Chunk> chunks_;
  std::uint64_t num_edges_ = 0;
  unsigned shift_ = 0;
  std::size_t num_buckets_ = 0;
  std::vector<std::uint64_t> places_;
  std::vector<std::uint64_t> bucket_begin_;  // in halves_ and in targets_ before the gaps are closed
  std::vector<std::uint64_t> bucket_size_;   // after simplifying
  std::unique_ptr<HalfEdge[]> halves_;
  std::uint64_t entries_ = 0;
  std::uint64_t self_loops_ = 0;
  std::vector<std::uint64_t> offsets_;
  std::vector<NodeId> targets_;
};

}  // namespace

BuiltGraph build_graph(EdgePieces pieces, UserIds ids, unsigned threads) {
  check(ids.size() < kNoNode, "a graph has too many nodes");
  const auto num_nodes = static_cast<NodeId>(ids.size());
  return Builder(std::move(pieces), num_nodes, threads).build(std::move(ids));
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
