// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/edge_posterior.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "infer/basics/random_draws.h"
#include "infer/design/false_edges.h"
#include "infer/pairs/communities.h"
#include "infer/pairs/pair_scores.h"

namespace hopveil::infer {
namespace {

/// Answers that are believed less are not looked at when others are scored, in each pass.
constexpr std::array<float, 4> kLeastBelieved{0, 0.3F, 0.8F, 0.95F};
/// Scores are learnt from all folds but one.
constexpr std::size_t kFolds = 4;
/// Decoys: eight times as many as false answers are expected, and enough to learn from, while they are few
/// among the answers; but at least as many as false answers.
constexpr double kDecoysPerFalse = 8, kEnoughDecoys = 2000, kMostDecoys = 400'000;
/// Where by chance there are fewer decoys than false answers, true edges are seen that do not exist. Bridges
/// that do not exist spoil more than other edges, and than missing ones. By kind of pair, times the
/// parameter.
constexpr std::array<double, PairScores::kKinds> kCaution{1, 1, 2, 3};
/// Answers per bin, at least.
constexpr std::size_t kAnswersPerBin = 10;
constexpr std::size_t kMostBins = 8000;
/// With fewer false edges expected than this all answers are believed.
constexpr double kNoFalseEdges = 0.1;

/// Draws pairs that could have been flipped but were not, each as often as it would have been.
class PairDice {
 public:
  PairDice(const NoisyNetwork& network, const SeededRng& rng) : network_(network), rng_(rng.stream("draws")) {
    const query::PublicKnowledge& knowledge = *network.knowledge;
    for (NodeId user = 0; user < knowledge.num_users(); ++user) {
      if (!network.question.is_member[user]) continue;
      members_.push_back(user);
      if (knowledge.is_public(user)) continue;
      const double level = knowledge.preference(user).value();
      if (least_liberal_ == kNoNode || level < knowledge.preference(least_liberal_).value())
        least_liberal_ = user;
    }
    for (const Edge edge : network.answered) answered_.push_back(std::minmax(edge.from, edge.to));
    std::ranges::sort(answered_);
  }

  Edge draw() {
    const NodeId other_member = members_[0] == least_liberal_ ? members_[1] : members_[0];
    const double most = network_.flip(least_liberal_, other_member);
    for (;;) {
      const NodeId a = members_[rng_() % members_.size()], b = members_[rng_() % members_.size()];
      const query::PublicKnowledge& knowledge = *network_.knowledge;
      if (a == b || (knowledge.is_public(a) && knowledge.is_public(b))) continue;
      if (unit_draw(rng_) * most > network_.flip(a, b)) continue;
      const std::pair<NodeId, NodeId> pair = std::minmax(a, b);
      if (!std::ranges::binary_search(answered_, pair)) return {pair.first, pair.second};
    }
  }

  /// Different ones.
  std::vector<Edge> draw(std::size_t number) {
    std::vector<std::pair<NodeId, NodeId>> pairs;
    for (std::size_t i = 0; i < number; ++i) {
      const Edge edge = draw();
      pairs.emplace_back(edge.from, edge.to);
    }
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    std::vector<Edge> edges;
    for (const auto& [a, b] : pairs) edges.push_back({a, b});
    return edges;
  }

 private:
  const NoisyNetwork& network_;
  SeededRng rng_;
  std::vector<NodeId> members_;
  NodeId least_liberal_ = kNoNode;
  std::vector<std::pair<NodeId, NodeId>> answered_;  // sorted
};

template <class T>
std::vector<T> some_of(const std::vector<T>& items, std::size_t at_most) {
  if (items.size() <= at_most) return items;
  std::vector<T> result;
  for (std::size_t i = 0; i < at_most; ++i) result.push_back(items[i * items.size() / at_most]);
  return result;
}

/// Scores from `lowest` on, up to the next bin.
struct Bin {
  double lowest = 0;
  double answered = 0, decoys = 0;

  double decoys_per_answer() const { return decoys / std::max(answered, 0.5); }
};

/// How far answers are believed, as a rising function of the score: decoys show how many answers are false.
class Belief {
 public:
  /// `false_per_decoy`: the false answers that each decoy stands for.
  /// `caution`: an excess of answers over false ones of this many deviations is taken as chance, a larger one
  /// is shrunk as James and Stein do.
  Belief(std::span<const double> answered, std::span<const double> decoys, double false_per_decoy,
         double caution)
      : false_per_decoy_(false_per_decoy), caution_(caution) {
    std::vector<double> sorted(answered.begin(), answered.end());
    std::ranges::sort(sorted);
    std::vector<Bin> bins;
    // The best of many small bins would owe too much to chance.
    const auto per_bin = static_cast<std::size_t>(std::sqrt(static_cast<double>(sorted.size())));
    const std::size_t num_bins =
        std::clamp<std::size_t>(sorted.size() / std::max(per_bin, kAnswersPerBin), 1, kMostBins);
    for (std::size_t i = 0; i < num_bins; ++i) {
      const double lowest = i == 0 ? -INFINITY : sorted[i * sorted.size() / num_bins];
      if (bins.empty() || lowest > bins.back().lowest) bins.push_back({lowest});
    }
    const auto bin_of = [&](double score) -> Bin& {
      return *(std::ranges::upper_bound(bins, score, {}, &Bin::lowest) - 1);
    };
    for (const double score : answered) ++bin_of(score).answered;
    for (const double score : decoys) ++bin_of(score).decoys;
    for (const Bin& bin : bins) {  // pool adjacent violators
      bins_.push_back(bin);
      while (bins_.size() > 1 &&
             bins_[bins_.size() - 2].decoys_per_answer() <= bins_.back().decoys_per_answer()) {
        const Bin last = bins_.back();
        bins_.pop_back();
        bins_.back().answered += last.answered;
        bins_.back().decoys += last.decoys;
      }
    }
  }

  float of(double score) const {
    const Bin& bin = *(std::ranges::upper_bound(bins_, score, {}, &Bin::lowest) - 1);
    // Half a decoy more: that there is none is no proof.
    const double excess = bin.answered - false_per_decoy_ * (bin.decoys + 0.5);
    if (excess <= 0) return 0;
    const double variance = false_per_decoy_ * (1 + false_per_decoy_) * (bin.decoys + 0.5);
    const double shrunk = 1 - caution_ * caution_ * variance / (excess * excess);
    return static_cast<float>(std::max(shrunk, 0.0) * excess / bin.answered);
  }

 private:
  double false_per_decoy_, caution_;
  std::vector<Bin> bins_;
};

/// Answers and decoys, in this order: all are edges alike.
struct Mixed {
  const NoisyNetwork& network;
  const PairParameters& parameters;
  std::vector<Edge> edges;
  std::vector<std::uint8_t> fold;  ///< by edge, at random
  std::size_t num_answered;
  double by_noise;   ///< expected false answers
  double mean_flip;  ///< with decoys
};

/// The scores of these answers and decoys, each learnt from others of the kind: from all but those of its own
/// fold. So no score owes anything to its own pair, and decoys can serve both to learn and to calibrate.
std::vector<double> cross_fitted_scores(const Mixed& mixed, const std::vector<std::size_t>& places,
                                        const std::vector<Logistic::Features>& features) {
  std::vector<double> scores(places.size(), 0);
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    std::vector<Logistic::Features> answers, decoys;
    for (const std::size_t place : places) {
      if (mixed.fold[place] == fold) continue;
      (place < mixed.num_answered ? answers : decoys).push_back(features[place]);
    }
    if (answers.empty() || decoys.empty()) continue;
    const Logistic logistic(some_of(answers, mixed.parameters.learnt_from),
                            some_of(decoys, mixed.parameters.learnt_from));
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (mixed.fold[places[i]] == fold) scores[i] = logistic.score(features[places[i]]);
    }
  }
  return scores;
}

/// What the scores of answers and decoys of one kind, given by their places, mean.
void believe_kind(const Mixed& mixed, const std::vector<std::size_t>& places,
                  const std::vector<Logistic::Features>& features, double caution,
                  std::vector<float>& believed) {
  const std::vector<double> scores = cross_fitted_scores(mixed, places, features);
  std::vector<double> answered, decoys;
  for (std::size_t i = 0; i < places.size(); ++i)
    (places[i] < mixed.num_answered ? answered : decoys).push_back(scores[i]);
  const auto num_decoys = static_cast<double>(mixed.edges.size() - mixed.num_answered);
  const Belief belief(answered, decoys, mixed.by_noise / num_decoys, caution);
  for (std::size_t i = 0; i < places.size(); ++i) believed[places[i]] = belief.of(scores[i]);
}

/// What is believed about each answer and decoy, and which of them are bridges.
struct Believed {
  std::vector<float> belief;
  std::vector<bool> is_bridge;
};

/// With what is believed so far, what is believed next.
void believe_again(const Mixed& mixed, Believed& believed, float least, unsigned threads) {
  std::vector<Edge> edges = mixed.edges;
  std::vector<float> weights = believed.belief;
  for (float& weight : weights) weight = weight < least ? 0 : weight;
  const query::PublicKnowledge& knowledge = *mixed.network.knowledge;
  for (const auto& [a, b] : knowledge.public_edges()) {
    edges.push_back({a, b});
    weights.push_back(1);
  }
  const WeightedNetwork weighted(knowledge.num_users(), edges, weights);
  const Communities communities = find_communities(weighted);
  const PairScores scores(weighted, communities, mixed.edges, mixed.mean_flip);
  auto features = scores.of(mixed.edges, true, threads);
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (!PairScores::is_near(features[i])) weights[i] = 0;
  }
  PairScores::add_distances(WeightedNetwork(knowledge.num_users(), edges, weights), mixed.edges, features,
                            threads);
  std::array<std::vector<std::size_t>, PairScores::kKinds> by_kind;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const int kind = scores.kind(mixed.edges[i], features[i]);
    by_kind[static_cast<std::size_t>(kind)].push_back(i);
    believed.is_bridge[i] = PairScores::is_bridge(kind);
  }
  for (std::size_t kind = 0; kind < by_kind.size(); ++kind)
    believe_kind(mixed, by_kind[kind], features, mixed.parameters.caution * kCaution[kind], believed.belief);
}

}  // namespace

EdgeBeliefs edge_posterior(const NoisyNetwork& network, unsigned threads, const SeededRng& rng,
                           const PairParameters& parameters) {
  const std::size_t num_answered = network.answered.size();
  const double by_noise = expected_false_edges(*network.knowledge, network.question);
  if (by_noise < kNoFalseEdges || num_answered < kAnswersPerBin)
    return {std::vector<float>(num_answered, 1), std::vector<bool>(num_answered, false)};
  const auto answered = static_cast<double>(num_answered);
  Mixed mixed{network, parameters, network.answered, {}, num_answered, by_noise, 0};
  const double num_decoys = std::clamp(
      std::min(std::max(kDecoysPerFalse * by_noise, kEnoughDecoys), parameters.decoys_per_answer * answered),
      by_noise + 4, kMostDecoys);
  const std::vector<Edge> decoys =
      PairDice(network, rng.stream("decoys")).draw(2 * static_cast<std::size_t>(num_decoys / 2));
  mixed.edges.insert(mixed.edges.end(), decoys.begin(), decoys.end());
  SeededRng folds = rng.stream("folds");
  for (std::size_t i = 0; i < mixed.edges.size(); ++i)
    mixed.fold.push_back(static_cast<std::uint8_t>(folds() % kFolds));
  const auto users = static_cast<double>(network.knowledge->num_users());
  mixed.mean_flip =
      (by_noise + static_cast<double>(mixed.edges.size() - num_answered)) / (users * (users - 1) / 2);
  Believed believed{std::vector<float>(mixed.edges.size(),
                                       static_cast<float>(std::clamp(1 - by_noise / answered, 0.05, 1.0))),
                    std::vector<bool>(mixed.edges.size(), false)};
  for (std::size_t pass = 0; pass < kLeastBelieved.size(); ++pass)
    believe_again(mixed, believed, kLeastBelieved[pass], threads);
  believed.belief.resize(num_answered);
  believed.is_bridge.resize(num_answered);
  for (std::size_t i = 0; by_noise > answered / 2 && i < num_answered; ++i) {
    if (believed.is_bridge[i] && static_cast<double>(believed.belief[i]) < parameters.sure_bridge)
      believed.belief[i] = 0;
  }
  return {std::move(believed.belief), std::move(believed.is_bridge)};
}

}  // namespace hopveil::infer
