// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/distances.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "base/parallel.h"

namespace hopveil::infer {
namespace {

/// A bit for each of up to 64 users from which the search began.
using Origins = std::uint64_t;
constexpr std::size_t kAtOnce = 64;

/// Pairs by rising first user; fills in the distances of those of up to kAtOnce first users.
class Search {
 public:
  explicit Search(const WeightedNetwork& network)
      : network_(network),
        seen_(network.num_users()),
        reached_(network.num_users()),
        next_(network.num_users()) {}

  void run(std::span<const Edge> pairs, std::span<const std::size_t> places, unsigned most,
           std::vector<unsigned>& result) {
    std::ranges::fill(seen_, 0);
    std::ranges::fill(reached_, 0);
    std::vector<std::pair<std::size_t, Origins>> open;  // of pairs whose distance is not known yet
    Origins bit = 1;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const NodeId from = pairs[places[i]].from;
      if (i > 0 && from != pairs[places[i - 1]].from) bit <<= 1;
      seen_[from] |= bit;
      reached_[from] |= bit;
      open.emplace_back(places[i], bit);
    }
    for (unsigned steps = 1; steps < most && !open.empty(); ++steps) {
      take_step();
      std::erase_if(open, [&](const auto& item) {
        const bool is_there = (seen_[pairs[item.first].to] & item.second) != 0;
        if (is_there) result[item.first] = steps;
        return is_there;
      });
    }
  }

 private:
  void take_step() {
    std::ranges::fill(next_, 0);
    for (NodeId user = 0; user < network_.num_users(); ++user) {
      if (reached_[user] == 0) continue;
      for (const auto& link : network_.links(user)) next_[link.to] |= reached_[user];
    }
    for (NodeId user = 0; user < network_.num_users(); ++user) {
      reached_[user] = next_[user] & ~seen_[user];
      seen_[user] |= reached_[user];
    }
  }

  const WeightedNetwork& network_;
  std::vector<Origins> seen_, reached_, next_;
};

}  // namespace

std::vector<unsigned> distances(const WeightedNetwork& network, std::span<const Edge> pairs, unsigned most,
                                unsigned threads) {
  std::vector<unsigned> result(pairs.size(), most);
  std::vector<std::size_t> places(pairs.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, {}, [&](std::size_t place) { return pairs[place].from; });
  std::vector<std::size_t> begins;  // of groups of kAtOnce first users
  std::size_t users = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i > 0 && pairs[places[i]].from == pairs[places[i - 1]].from) continue;
    if (users++ % kAtOnce == 0) begins.push_back(i);
  }
  begins.push_back(places.size());
  parallel_chunks(begins.size() - 1, 1, threads, [&](std::size_t group, std::size_t, unsigned) {
    Search(network).run(pairs, std::span(places).subspan(begins[group], begins[group + 1] - begins[group]),
                        most, result);
  });
  return result;
}

}  // namespace hopveil::infer
