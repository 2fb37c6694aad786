// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/pair_scores.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "infer/pairs/distances.h"

namespace hopveil::infer {
namespace {

/// Users with more neighbours tell next to nothing by being a common one, and take most of the time.
constexpr std::size_t kMostNeighbours = 2048;
/// Added before logarithms are taken.
constexpr double kFewWalks = 0.02, kFewCommon = 0.3;
/// Places of the features.
constexpr std::size_t kWalks = 1, kCommon = 2;
/// Steps, from which on pairs are equally far from each other.
constexpr unsigned kFarthest = 12;

/// Sums of walks from one user at a time.
class Walks {
 public:
  Walks(const WeightedNetwork& network, const Communities& communities)
      : network_(network),
        community_(communities.large),
        two_steps_(network.num_users(), 0),
        common_(network.num_users(), 0),
        into_(network.num_users(), 0) {}

  void start(NodeId from) {
    for (const NodeId user : touched_) two_steps_[user] = common_[user] = 0;
    for (const auto& link : network_.links(from_)) into_[community_[link.to]] = 0;
    touched_.clear();
    from_ = from;
    for (const auto& [to, weight] : network_.links(from)) into_[community_[to]] += weight;
    for (const auto& [middle, weight] : network_.links(from)) {
      const auto links = network_.links(middle);
      if (links.size() > kMostNeighbours) continue;
      const auto share = static_cast<float>(weight / network_.degree(middle));
      for (const auto& [to, second_weight] : links) {
        if (to == from) continue;
        if (common_[to] == 0) touched_.push_back(to);
        common_[to] += weight * second_weight;
        two_steps_[to] += share * second_weight;
      }
    }
  }

  Logistic::Features features(NodeId to) const {
    const float own = weight_between(to);
    double three_steps = 0;
    if (network_.links(to).size() <= kMostNeighbours) {
      const bool to_is_middle = own > 0;
      const double own_share = to_is_middle ? own / network_.degree(to) : 0;
      for (const auto& [before, weight] : network_.links(to)) {
        if (before == from_ || network_.links(before).size() > kMostNeighbours) continue;
        // Two steps from -> middle -> before, but not by way of `to` itself.
        const double there = two_steps_[before] - own_share * weight;
        three_steps += std::max(there, 0.0) * weight / network_.degree(before);
      }
    }
    const double degree_from = std::max(network_.degree(from_) - own, 0.0);
    const double degree_to = std::max(network_.degree(to) - own, 0.0);
    const double by_chance =
        (degree_from + 0.5) * (degree_to + 0.5) / (network_.mean_degree() * network_.num_users() + 1);
    return {static_cast<float>(std::log(two_steps_[to] + 1e-3)),
            static_cast<float>(std::log(three_steps / by_chance + kFewWalks)),
            static_cast<float>(std::log(common_[to] + kFewCommon)),
            static_cast<float>(std::log((degree_from + 1) * (degree_to + 1))),
            static_cast<float>(std::abs(std::log((degree_from + 1) / (degree_to + 1))))};
  }

  /// The share of the other user's neighbours that are near neighbours of this one, both without each other.
  double near_share(NodeId to) const {
    const float own = weight_between(to);
    const double own_share = own > 0 ? own / network_.degree(to) : 0;
    double near = 0, all = 0;
    for (const auto& [before, weight] : network_.links(to)) {
      if (before == from_) continue;
      all += weight;
      const double there = two_steps_[before] - own_share * weight;
      if (there > 1e-6) near += weight;
    }
    return (near + 0.1) / (all + 0.5);
  }

  /// The share of this user's neighbours, without the other one, that are in the other one's community.
  double share_into(NodeId to) const {
    const double own = static_cast<double>(weight_between(to));
    const double into = std::max(static_cast<double>(into_[community_[to]]) - own, 0.0);
    return (into + 0.1) / (std::max(network_.degree(from_) - own, 0.0) + 0.5);
  }

 private:
  float weight_between(NodeId to) const {
    const auto links = network_.links(from_);
    const auto place = std::ranges::lower_bound(links, to, {}, &WeightedNetwork::Link::to);
    return place != links.end() && place->to == to ? place->weight : 0.0F;
  }

  const WeightedNetwork& network_;
  const std::vector<std::uint32_t>& community_;
  NodeId from_ = 0;
  std::vector<float> two_steps_, common_;
  std::vector<float> into_;  // by community
  std::vector<NodeId> touched_;
};

/// Places of the larger and the smaller near_share and share_into of both ends, and of the bundles.
constexpr std::size_t kNearer = 5, kLess = 6, kMoreInto = 7, kLessInto = 8, kSmallBundle = 9,
                      kLargeBundle = 10;

/// Calls `look` with the walks from that end of every pair, which serve all of its pairs.
template <class Look>
void for_each_pair(const WeightedNetwork& network, const Communities& communities,
                   std::span<const Edge> pairs, NodeId Edge::*end, unsigned threads, const Look& look) {
  std::vector<std::size_t> begin(network.num_users() + std::size_t{1}, 0);
  for (const Edge pair : pairs) ++begin[pair.*end + std::size_t{1}];
  for (std::size_t user = 0; user < network.num_users(); ++user) begin[user + 1] += begin[user];
  std::vector<std::size_t> by_user(pairs.size()), next(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < pairs.size(); ++i) by_user[next[pairs[i].*end]++] = i;
  constexpr std::size_t kUsersAtOnce = 256;
  parallel_chunks(network.num_users(), kUsersAtOnce, threads,
                  [&](std::size_t first, std::size_t last, unsigned) {
                    Walks walks(network, communities);
                    for (auto user = static_cast<NodeId>(first); user < last; ++user) {
                      if (begin[user] == begin[user + std::size_t{1}]) continue;
                      walks.start(user);
                      for (std::size_t i = begin[user]; i < begin[user + std::size_t{1}]; ++i)
                        look(walks, by_user[i]);
                    }
                  });
}

}  // namespace

PairScores::Bundles::Bundles(const std::vector<std::uint32_t>& community, std::span<const Edge> answered,
                             double flip)
    : community_(community), flip_(flip) {
  for (const std::uint32_t label : community) {
    if (label >= size_.size()) size_.resize(label + std::size_t{1}, 0);
    ++size_[label];
  }
  std::vector<std::uint64_t> all;
  all.reserve(answered.size());
  for (const auto& [a, b] : answered) all.push_back(key(community[a], community[b]));
  std::ranges::sort(all);
  for (const std::uint64_t item : all) {
    if (keys_.empty() || keys_.back() != item) {
      keys_.push_back(item);
      links_.push_back(0);
    }
    ++links_.back();
  }
}

std::uint64_t PairScores::Bundles::key(std::uint32_t a, std::uint32_t b) {
  const auto [less, more] = std::pair(std::min(a, b), std::max(a, b));
  return std::uint64_t{less} << 32 | more;
}

float PairScores::Bundles::log_ratio(NodeId a, NodeId b, bool is_answered) const {
  const std::uint32_t from = community_[a], to = community_[b];
  const auto place = std::ranges::lower_bound(keys_, key(from, to));
  double links = place != keys_.end() && *place == key(from, to)
                     ? links_[static_cast<std::size_t>(place - keys_.begin())]
                     : 0;
  if (is_answered) --links;
  const double pairs = from == to ? size_[from] * (size_[from] - 1) / 2 : size_[from] * size_[to];
  return static_cast<float>(std::log((links + 0.5) / (flip_ * pairs + 0.5)));
}

bool PairScores::is_near(const Logistic::Features& features) {
  return features[kCommon] > static_cast<float>(std::log(kFewCommon)) ||
         features[kWalks] > static_cast<float>(std::log(kFewWalks));
}

void PairScores::add_distances(const WeightedNetwork& links, std::span<const Edge> pairs,
                               std::vector<Logistic::Features>& features, unsigned threads) {
  std::vector<Edge> far;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (is_near(features[i])) continue;
    far.push_back(pairs[i]);
    places.push_back(i);
  }
  const std::vector<unsigned> steps = distances(links, far, kFarthest, threads);
  for (std::size_t i = 0; i < far.size(); ++i) features[places[i]][kWalks] -= static_cast<float>(steps[i]);
}

int PairScores::kind(Edge pair, const Logistic::Features& features) const {
  if (!is_near(features)) return 3;
  if (communities_.small[pair.from] == communities_.small[pair.to]) return 0;
  return communities_.large[pair.from] == communities_.large[pair.to] ? 1 : 2;
}

PairScores::PairScores(const WeightedNetwork& believed, const Communities& communities,
                       std::span<const Edge> answered, double flip)
    : network_(believed),
      communities_(communities),
      small_(communities.small, answered, flip),
      large_(communities.large, answered, flip) {}

std::vector<Logistic::Features> PairScores::of(std::span<const Edge> pairs, bool are_answered,
                                               unsigned threads) const {
  std::vector<Logistic::Features> result(pairs.size());
  for_each_pair(network_, communities_, pairs, &Edge::from, threads, [&](const Walks& walks, std::size_t i) {
    const auto& [from, to] = pairs[i];
    result[i] = walks.features(to);
    result[i][kNearer] = static_cast<float>(walks.near_share(to));
    result[i][kMoreInto] = static_cast<float>(walks.share_into(to));
    result[i][kSmallBundle] = small_.log_ratio(from, to, are_answered);
    result[i][kLargeBundle] = large_.log_ratio(from, to, are_answered);
  });
  for_each_pair(network_, communities_, pairs, &Edge::to, threads, [&](const Walks& walks, std::size_t i) {
    const auto put = [&](std::size_t more, std::size_t less, double other) {
      const float one = result[i][more];
      result[i][less] = std::log(std::min(one, static_cast<float>(other)) + 0.02F);
      result[i][more] = std::log(std::max(one, static_cast<float>(other)) + 0.02F);
    };
    put(kNearer, kLess, walks.near_share(pairs[i].from));
    put(kMoreInto, kLessInto, walks.share_into(pairs[i].from));
  });
  return result;
}

}  // namespace hopveil::infer
