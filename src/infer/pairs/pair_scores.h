// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/builder.h"
#include "infer/pairs/communities.h"
#include "infer/pairs/logistic.h"
#include "infer/pairs/weighted_network.h"

namespace hopveil::infer {

/// What the rest of the network says about each pair: common neighbours, walks of two and three steps,
/// degrees; how many of one user's neighbours are near the other one, or in the other one's community; and
/// how many other answers join the two communities, over the number that noise alone makes there. The pair's
/// own edge, if there is one, is not looked at.
class PairScores {
 public:
  /// `answered`: all answers, whatever is believed of them; `flip`: the mean probability of a flip. All
  /// outlive it.
  PairScores(const WeightedNetwork& believed, const Communities& communities, std::span<const Edge> answered,
             double flip);

  /// `are_answered`: whether the pairs are among the answers, each once; else none is.
  std::vector<Logistic::Features> of(std::span<const Edge> pairs, bool are_answered, unsigned threads) const;
  /// 3: not joined within three steps by believed edges; joined, and 0: in one small community, 1: in one
  /// large one, 2: in different ones.
  static constexpr int kKinds = 4;
  static bool is_bridge(int kind) { return kind >= 2; }
  int kind(Edge pair, const Logistic::Features& features) const;
  /// Puts into the features of pairs that are not joined within three steps how far they are from each other
  /// over `links`.
  static void add_distances(const WeightedNetwork& links, std::span<const Edge> pairs,
                            std::vector<Logistic::Features>& features, unsigned threads);
  static bool is_near(const Logistic::Features& features);

 private:
  /// Answers between communities of one partition.
  class Bundles {
   public:
    Bundles(const std::vector<std::uint32_t>& community, std::span<const Edge> answered, double flip);
    /// The logarithm of answers over false answers expected between the communities of these two users.
    float log_ratio(NodeId a, NodeId b, bool is_answered) const;

   private:
    static std::uint64_t key(std::uint32_t a, std::uint32_t b);
    const std::vector<std::uint32_t>& community_;
    double flip_;
    std::vector<double> size_;
    std::vector<std::uint64_t> keys_;  // of communities that are linked, ascending
    std::vector<double> links_;
  };
  const WeightedNetwork& network_;
  const Communities& communities_;
  Bundles small_, large_;
};

}  // namespace hopveil::infer
