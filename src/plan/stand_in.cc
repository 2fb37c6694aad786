// SPDX-License-Identifier: Apache-2.0
#include "plan/stand_in.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/seeded_rng.h"
#include "graph/builder.h"
#include "graph/network_spec.h"

namespace hopveil::plan {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kFewestUsers = 20;
constexpr std::size_t kFewestPublicUsers = 40;
constexpr std::size_t kMostTimesLarger = 4;
/// Of the mean degree, in networks of kUsersOfDegrees users.
constexpr double kSmallestDegree = 2.5;
constexpr double kLargestDegree = 40;
constexpr double kUsersOfDegrees = 1500;
constexpr std::array kSpreads = {0.3, 0.7, 1.1, 1.5};
constexpr std::array kInside = {0.0, 0.5, 0.8, 0.95, 0.99};
constexpr std::array kCommunitySizes = {0.7, 1.5, 4.0, 15.0};
constexpr std::array kAssortativities = {0.0, 0.3, 0.6};
constexpr std::array kIsolated = {0.0, 0.0, 0.1, 0.25};
constexpr std::array kReserved = {0.0, 0.0, 0.5, 0.8};
constexpr double kSmallestCommunity = 8;
constexpr double kSpreadOfSizes = 0.7;    // standard deviation of their logarithm
constexpr double kSpreadOfSimilar = 0.1;  // of the place in the order by popularity, of all ends of edges

double normal(SeededRng& rng) {
  const double radius = std::sqrt(-2 * std::log(random_unit(rng)));
  return radius * std::cos(2 * std::numbers::pi * random_unit(rng));
}

template <std::size_t n>
double one_of(const std::array<double, n>& values, SeededRng& rng) {
  return values[random_below(rng, n)];
}

/// With fewer users the mean degree is smaller, too, so that the distance between users, about log(users) /
/// log(degree), stays: otherwise everybody would be two hops from everybody.
double degree_at(double degree, std::size_t users) {
  return std::pow(degree, std::log(static_cast<double>(users)) / std::log(kUsersOfDegrees));
}

StandIn draw_stand_in(std::uint64_t index, std::size_t users) {
  SeededRng rng = SeededRng(kSeed).stream("stand-in", index);
  StandIn drawn;
  const double degree = kSmallestDegree * std::pow(kLargestDegree / kSmallestDegree, random_unit(rng));
  drawn.degree = degree_at(degree, users);
  drawn.spread = one_of(kSpreads, rng);
  drawn.inside = one_of(kInside, rng);
  drawn.community_size = one_of(kCommunitySizes, rng);
  drawn.assortativity = one_of(kAssortativities, rng);
  drawn.chained = random_below(rng, 2) == 0;
  drawn.isolated = one_of(kIsolated, rng);
  drawn.reserved = one_of(kReserved, rng);
  drawn.seed = index;
  return drawn;
}

/// Users in some order with their popularities added up: draws users in proportion to these.
class Urn {
 public:
  Urn(std::vector<NodeId> order, const std::vector<double>& popularity) : order_(std::move(order)), sums_{0} {
    for (const NodeId user : order_) sums_.push_back(sums_.back() + popularity[user]);
  }
  double total() const { return sums_.back(); }
  /// What the users before this place sum to.
  double before(std::size_t place) const { return sums_[place]; }
  NodeId at(double sum) const {
    const auto above = std::upper_bound(sums_.begin(), sums_.end(), sum) - sums_.begin();
    return order_[static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(above - 1, 0, static_cast<std::ptrdiff_t>(order_.size()) - 1))];
  }

 private:
  std::vector<NodeId> order_;
  std::vector<double> sums_;  // by place; one more than users
};

/// Draws the edges one by one; user 0 is the most popular.
class EdgeDraw {
 public:
  EdgeDraw(const StandIn& stand_in, std::size_t users)
      : stand_in_(stand_in),
        rng_(SeededRng(kSeed).stream("network", stand_in.seed)),
        popularity_(popularities(users)),
        by_rank_(in_order(users), popularity_),
        by_community_(shuffled(users), popularity_) {}

  Edge draw() {
    const double place = random_unit(rng_) * by_rank_.total();
    const NodeId from = by_rank_.at(place);
    if (random_unit(rng_) < stand_in_.assortativity) {
      const double near = place + kSpreadOfSimilar * normal(rng_) * by_rank_.total();
      return {from, by_rank_.at(std::clamp(near, 0.0, std::nextafter(by_rank_.total(), 0.0)))};
    }
    if (random_unit(rng_) >= stand_in_.inside)
      return {from, by_rank_.at(random_unit(rng_) * by_rank_.total())};
    const auto [first, last] = community_of_[from];
    const double low = by_community_.before(first);
    return {from, by_community_.at(low + random_unit(rng_) * (by_community_.before(last) - low))};
  }

 private:
  std::vector<double> popularities(std::size_t users) {
    std::vector<double> values(users);
    for (double& value : values) value = std::exp(stand_in_.spread * normal(rng_));
    std::ranges::sort(values, std::greater());
    const auto linked = static_cast<std::size_t>((1 - stand_in_.isolated) * static_cast<double>(users));
    std::fill(values.begin() + static_cast<std::ptrdiff_t>(linked), values.end(), 0.0);
    // No user is linked to more than about a third of all others.
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(users);
    const double most = mean * static_cast<double>(users) / (3 * stand_in_.degree);
    for (double& value : values) value = std::min(value, most);
    return values;
  }
  static std::vector<NodeId> in_order(std::size_t users) {
    std::vector<NodeId> order(users);
    std::iota(order.begin(), order.end(), NodeId{0});
    return order;
  }
  double community_size() {
    const double size = stand_in_.community_size * stand_in_.degree * std::exp(kSpreadOfSizes * normal(rng_));
    return std::max(size, kSmallestCommunity);
  }
  /// Also deals out communities: ranges of the shuffled order.
  std::vector<NodeId> shuffled(std::size_t users) {
    std::vector<NodeId> order = in_order(users);
    for (std::size_t i = users; i > 1; --i) std::swap(order[i - 1], order[random_below(rng_, i)]);
    community_of_.resize(users);
    for (std::size_t first = 0; first < users;) {
      const auto size = static_cast<std::size_t>(community_size());
      if (stand_in_.chained) {
        community_of_[order[first]] = {first - std::min(first, size / 2),
                                       std::min(users, first + size / 2 + 1)};
        ++first;
        continue;
      }
      const std::size_t last = std::min(users, first + size);
      for (std::size_t place = first; place < last; ++place) community_of_[order[place]] = {first, last};
      first = last;
    }
    return order;
  }

  const StandIn& stand_in_;
  SeededRng rng_;
  std::vector<double> popularity_;                                 // by user, descending
  std::vector<std::pair<std::size_t, std::size_t>> community_of_;  // by user: places in by_community_
  Urn by_rank_, by_community_;
};

}  // namespace

std::string StandIn::name() const {
  return fmt::format("degree {:.3g}, spread {:g}, {:.0f}% inside {} of {:.0f}, {:.0f}% assortative", degree,
                     spread, 100 * inside, chained ? "neighbourhoods" : "communities",
                     std::max(community_size * degree, kSmallestCommunity), 100 * assortativity);
}

StandInNetwork make_stand_in(const StandIn& stand_in, std::size_t users, std::size_t public_users) {
  EdgeDraw draw(stand_in, users);
  std::vector<Edge> edges;
  const auto wanted = static_cast<std::size_t>(stand_in.degree * static_cast<double>(users) / 2);
  while (edges.size() < wanted) {
    const Edge edge = draw.draw();
    if (edge.from != edge.to) edges.push_back(edge);
  }
  const auto nodes = static_cast<NodeId>(users);
  StandInNetwork network{stand_in, graph_from_edges(nodes, edges), {}};
  network.roles = UserRoles(nodes, highest_degree_users(network.graph, {false, public_users}));
  if (stand_in.reserved == 0) return network;
  SeededRng rng = SeededRng(kSeed).stream("between public users", stand_in.seed);
  std::erase_if(edges, [&](const Edge& edge) {
    return network.roles.is_public(edge.from) && network.roles.is_public(edge.to) &&
           random_unit(rng) < stand_in.reserved;
  });
  network.graph = graph_from_edges(nodes, std::move(edges));
  return network;
}

std::vector<StandInNetwork> choose_stand_ins(const PublicFacts& facts, const StandInChoice& choice,
                                             unsigned threads) {
  const std::size_t all = std::max(facts.users(), kFewestUsers);
  const std::size_t for_public =
      std::min(kFewestPublicUsers * all / facts.public_users, kMostTimesLarger * choice.users);
  const std::size_t users = std::min(all, std::max(choice.users, for_public));
  const std::size_t public_users =
      std::clamp<std::size_t>((facts.public_users * users + all / 2) / all, 1, users - 1);
  struct Drawn {
    StandInNetwork network;
    double unlike = 0;
  };
  std::vector<Drawn> drawn(facts.profile ? choice.drawn : choice.kept);
  parallel_chunks(drawn.size(), 1, threads, [&](std::size_t i, std::size_t, unsigned) {
    drawn[i].network = make_stand_in(draw_stand_in(i, users), users, public_users);
    if (!facts.profile) return;
    drawn[i].unlike =
        distance(*facts.profile, *public_facts(drawn[i].network.graph, drawn[i].network.roles).profile);
  });
  std::ranges::stable_sort(drawn, {}, &Drawn::unlike);
  std::vector<StandInNetwork> chosen;
  for (std::size_t i = 0; i < choice.kept; ++i) chosen.push_back(std::move(drawn[i].network));
  return chosen;
}

}  // namespace hopveil::plan
