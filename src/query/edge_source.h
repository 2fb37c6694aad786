// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where QueryLayer gets true answers from. The only interface through which protected edges are seen.
//
// What the proof of docs/mechanisms/eli.md needs of a source, whatever it reads: every edge of the network
// reaches one count, or one bit, once (owners by PublicKnowledge::owner), and the network stays the same from
// the first question to the last. A source that cannot vouch for that throws instead of answering.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "query/pair_flips.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::query {

/// The owners of each pool of a CountQuestion, and the pools' smallest preferences.
struct Pools {
  std::vector<std::size_t> begin;  ///< by pool, and an end
  std::vector<NodeId> owners;
  std::vector<std::uint64_t> smallest_preference;
  bool empty(std::size_t pool) const { return begin[pool] == begin[pool + 1]; }
};

/// The true answers to one CountQuestion. NOT private.
class TrueCounts {
 public:
  virtual ~TrueCounts() = default;
  /// Writes the counts of one pool, by cell; a number beyond 32 bits is cut to the largest that fits, which
  /// keeps one edge's effect at 1 or less. Several threads may call at once.
  virtual void of_pool(std::size_t pool, std::span<std::uint32_t> cells) const = 0;
};

/// The true bits of one PairQuestion. NOT private.
class TruePairs {
 public:
  virtual ~TruePairs() = default;
  /// Replaces `columns` by the true edges of one row of the member order, ascending. Several threads may
  /// call at once.
  virtual void of_row(std::uint32_t row, std::vector<std::uint32_t>& columns) const = 0;
};

class EdgeSource {
 public:
  EdgeSource() = default;
  EdgeSource(const EdgeSource&) = delete;
  EdgeSource& operator=(const EdgeSource&) = delete;
  virtual ~EdgeSource() = default;

  /// The question has been checked and charged; it, `pools` and `members` outlive the answer.
  virtual std::unique_ptr<TrueCounts> counts(const CountQuestion& question, const Pools& pools,
                                             unsigned threads) = 0;
  virtual std::unique_ptr<TruePairs> pairs(const MemberOrder& members, unsigned threads) = 0;
  /// Throws SystemError when the network is no longer the one that the first question was asked about.
  /// Called before the charge of a release and after its last question.
  virtual void check_unchanged() {}
};

/// The edges of a graph in memory, read where they are asked for.
class GraphEdges final : public EdgeSource {
 public:
  /// Both outlive the source.
  GraphEdges(const Graph& graph, const PublicKnowledge& knowledge);
  std::unique_ptr<TrueCounts> counts(const CountQuestion& question, const Pools& pools,
                                     unsigned threads) override;
  std::unique_ptr<TruePairs> pairs(const MemberOrder& members, unsigned threads) override;

 private:
  const Graph& graph_;
  const PublicKnowledge& knowledge_;
};

}  // namespace hopveil::query
