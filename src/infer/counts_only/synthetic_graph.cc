// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/synthetic_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "base/stop.h"
#include "graph/builder.h"

namespace hopveil::infer {
namespace {

constexpr std::uint32_t kHomeless = 0xFFFFFFFF;
/// How often a link that finds no partner looks for one next door.
constexpr int kRounds = 3;
/// Beyond this many links, users nowhere are not linked to all of each other.
constexpr std::uint32_t kLargestClique = 50;
/// Per user, on average: more are answers that are all noise, and would only take memory.
constexpr double kMostLinks = 1000;
/// The weight of a public user that is next to a user's other public neighbours, if it is not popular.
constexpr double kSomeWeight = 0.01;
/// What a home counts as linked to beyond its links: less likely homes are not impossible.
constexpr double kSomeLinks = 0.05;

/// One end of a link between private users, waiting for its other end.
struct Stub {
  std::uint32_t place;  // the public user near which the link lies
  std::uint32_t row;
};

class LocalGraphMaker {
 public:
  LocalGraphMaker(const SyntheticSetting& setting, const std::vector<Profile>& profiles, Bridges bridges,
                  Dice& dice)
      : setting_(setting),
        profiles_(profiles),
        bridges_(bridges != Bridges::kNone),
        joined_(bridges == Bridges::kJoined),
        dice_(dice),
        private_users_(setting.knowledge.roles().private_users()),
        public_users_(setting.knowledge.roles().public_users()),
        regions_(setting.network.num_regions),
        members_(regions_),
        links_into_(std::size_t{setting.network.size()} * regions_, 0) {
    for (std::uint32_t p = 0; p < setting.network.size(); ++p) {
      members_[setting.network.region_of[p]].push_back(p);
      for (const std::uint32_t q : setting.network.neighbours[p])
        ++links_into_[std::size_t{p} * regions_ + setting.network.region_of[q]];
    }
  }

  Graph make() {
    for (const auto& [a, b] : setting_.knowledge.public_edges()) edges_.push_back({a, b});
    homes_.resize(profiles_.size());
    share_out_popularity();
    for (const std::uint32_t row : rows_by_public_neighbours()) {
      stop_if_asked();
      homes_[row] = choose_home(row);
      if (homes_[row] != kHomeless) link_to_public(row);
    }
    link_private();
    link_homeless();
    connect_parts();
    if (joined_ && setting_.is_local) join_islands();
    return graph_from_edges(setting_.knowledge.num_users(), std::move(edges_));
  }

 private:
  std::uint32_t count(std::uint32_t row, std::uint32_t cell) const {
    return setting_.population.grid(cell)[profiles_[row][cell]];
  }
  std::uint32_t nowhere_links(std::uint32_t row) const {
    return count(row, regions_ + label_nowhere(regions_));
  }
  /// How many users of the label may still be linked to each public user.
  double popularity(std::uint32_t label, std::uint32_t p) const {
    return std::max(left_[label][p], setting_.never_used_up * capacity_[label][p]);
  }
  std::uint32_t label(std::uint32_t row) const { return setting_.answers.label_of_row[row]; }

  /// Popularity is noisy: scaled to the links that the profiles of a label have into a region.
  void share_out_popularity() {
    const std::size_t labels = setting_.popularity.size();
    std::vector<double> wanted(labels * regions_, 0), answered(labels * regions_, 0);
    for (std::uint32_t row = 0; row < profiles_.size(); ++row)
      for (std::uint32_t r = 0; r < regions_; ++r) wanted[label(row) * regions_ + r] += count(row, r);
    capacity_ = setting_.popularity;
    for (std::size_t l = 0; l < labels; ++l) {
      const auto group = [&](std::size_t p) { return l * regions_ + setting_.network.region_of[p]; };
      for (std::size_t p = 0; p < capacity_[l].size(); ++p) answered[group(p)] += capacity_[l][p];
      for (std::size_t p = 0; p < capacity_[l].size(); ++p) {
        if (answered[group(p)] > 0) capacity_[l][p] *= wanted[group(p)] / answered[group(p)];
      }
    }
    left_ = capacity_;
  }

  std::uint32_t public_neighbours(std::uint32_t row) const {
    std::uint32_t sum = 0;
    for (std::uint32_t r = 0; r < regions_; ++r) sum += count(row, r);
    return sum;
  }

  /// Most first: they need homes with many links; popular public users without such links are then left to
  /// users that know only them.
  std::vector<std::uint32_t> rows_by_public_neighbours() const {
    std::vector<std::uint32_t> rows(profiles_.size());
    std::iota(rows.begin(), rows.end(), 0U);
    std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
      return public_neighbours(a) > public_neighbours(b);
    });
    return rows;
  }

  /// In the region of most public neighbours, or else of most private ones; popular, and linked to as many
  /// public users as the profile asks for in each region.
  std::uint32_t choose_home(std::uint32_t row) {
    for (const std::uint32_t first_cell : {0U, regions_}) {
      std::uint32_t most = 0;
      std::uint32_t region = 0;
      for (std::uint32_t r = 0; r < regions_; ++r) {
        if (count(row, first_cell + r) > most && !members_[r].empty()) {
          most = count(row, first_cell + r);
          region = r;
        }
      }
      if (most > 0) return draw_home(row, region);
    }
    const bool knows_somebody = count(row, regions_ + label_unknown(regions_)) > 0;
    return knows_somebody ? most_popular(label(row)) : kHomeless;
  }

  std::uint32_t most_popular(std::uint32_t from) {
    std::vector<double> weights;
    for (std::uint32_t p = 0; p < setting_.network.size(); ++p) weights.push_back(popularity(from, p));
    return static_cast<std::uint32_t>(dice_.weighted(weights));
  }

  std::uint32_t draw_home(std::uint32_t row, std::uint32_t region) {
    const std::vector<std::uint32_t>& members = members_[region];
    std::vector<double> weights(members.size());
    for (const std::uint32_t from : {label(row), region}) {
      double total = 0;
      for (std::size_t i = 0; i < members.size(); ++i) {
        double weight = popularity(from, members[i]);
        for (std::uint32_t r = 0; r < regions_; ++r) {
          const double wanted = count(row, r) - (r == region ? 1.0 : 0.0);
          if (wanted <= 0 || !setting_.is_local) continue;
          const double links = links_into_[std::size_t{members[i]} * regions_ + r];
          weight *= std::min(1.0, (links + kSomeLinks) / wanted);
        }
        total += weights[i] = weight;
      }
      if (total > 0) break;
    }
    return members[dice_.weighted(weights)];
  }

  void link_to_public(std::uint32_t row) {
    const std::uint32_t home = homes_[row];
    const std::uint32_t home_region = setting_.network.region_of[home];
    for (std::uint32_t region = 0; region < regions_; ++region) {
      const auto wanted = std::min<std::size_t>(count(row, region), members_[region].size());
      if (wanted == 0 || (!bridges_ && region != home_region)) continue;
      std::vector<std::uint32_t> chosen;
      if (region == home_region) chosen.push_back(home);
      if (setting_.is_local) choose_near(home, region, label(row), wanted, chosen);
      if (chosen.empty()) choose_popular(region, label(row), 1, chosen);
      for (std::size_t i = 0; setting_.is_local && i < chosen.size() && chosen.size() < wanted; ++i)
        choose_near(chosen[i], region, label(row), wanted, chosen);
      if (!setting_.is_local) choose_popular(region, label(row), wanted, chosen);
      for (const std::uint32_t p : chosen) {
        edges_.push_back({private_users_[row], public_users_[p]});
        left_[label(row)][p] -= 1;
      }
    }
  }

  /// Adds public neighbours of `centre` in the region, by popularity, until `wanted` are chosen.
  void choose_near(std::uint32_t centre, std::uint32_t region, std::uint32_t from, std::size_t wanted,
                   std::vector<std::uint32_t>& chosen) {
    std::vector<std::uint32_t> candidates;
    for (const std::uint32_t p : setting_.network.neighbours[centre])
      if (setting_.network.region_of[p] == region) candidates.push_back(p);
    choose_among(std::move(candidates), from, kSomeWeight, wanted, chosen);
  }
  void choose_popular(std::uint32_t region, std::uint32_t from, std::size_t wanted,
                      std::vector<std::uint32_t>& chosen) {
    choose_among(members_[region], from, 0, wanted, chosen);
  }

  void choose_among(std::vector<std::uint32_t> candidates, std::uint32_t from, double least,
                    std::size_t wanted, std::vector<std::uint32_t>& chosen) {
    std::vector<double> weights;
    std::size_t kept = 0;
    for (const std::uint32_t p : candidates) {
      if (std::find(chosen.begin(), chosen.end(), p) != chosen.end()) continue;
      const double weight = popularity(from, p) + least;
      if (weight <= 0) continue;
      candidates[kept++] = p;
      weights.push_back(weight);
    }
    candidates.resize(kept);
    while (chosen.size() < wanted && !candidates.empty()) {
      const std::size_t i = dice_.weighted(weights);
      chosen.push_back(candidates[i]);
      candidates[i] = candidates.back();
      weights[i] = weights.back();
      candidates.pop_back();
      weights.pop_back();
    }
  }

  void link_private() {
    const std::uint32_t labels = num_labels(regions_);
    std::vector<std::vector<Stub>> stubs(std::size_t{labels} * labels);
    double wanted = 0;
    for (std::uint32_t row = 0; row < profiles_.size(); ++row)
      for (std::uint32_t to = 0; to < labels; ++to) wanted += count(row, regions_ + to);
    const double kept =
        std::min(1.0, kMostLinks * static_cast<double>(profiles_.size()) / std::max(wanted, 1.0));
    for (std::uint32_t row = 0; row < profiles_.size(); ++row) {
      if (homes_[row] == kHomeless) continue;
      for (std::uint32_t to = 0; to < labels; ++to) {
        const auto links = static_cast<std::uint32_t>(kept * count(row, regions_ + to));
        for (std::uint32_t i = 0; i < links; ++i)
          stubs[label(row) * labels + to].push_back({homes_[row], row});
      }
    }
    for (std::uint32_t a = 0; a < labels; ++a) {
      stop_if_asked();
      match_inside(stubs[a * labels + a]);
      for (std::uint32_t b = a + 1; b < labels; ++b)
        if (bridges_ || b >= regions_) match(stubs[a * labels + b], stubs[b * labels + a]);
    }
  }

  void sort_by_place(std::vector<Stub>& stubs) {
    dice_.shuffle(stubs);
    std::stable_sort(stubs.begin(), stubs.end(),
                     [](const Stub& a, const Stub& b) { return a.place < b.place; });
  }
  void link(const Stub& a, const Stub& b) {
    edges_.push_back({private_users_[a.row], private_users_[b.row]});
  }
  void move_next_door(std::vector<Stub>& stubs) {
    for (Stub& stub : stubs) {
      const auto& next = setting_.network.neighbours[homes_[stub.row]];
      stub.place = next.empty() || dice_.below(next.size() + 1) == 0 ? homes_[stub.row]
                                                                     : next[dice_.below(next.size())];
    }
  }

  void match_inside(std::vector<Stub>& stubs) {
    if (!setting_.is_local) {
      dice_.shuffle(stubs);
      for (std::size_t i = 0; i + 1 < stubs.size(); i += 2) link(stubs[i], stubs[i + 1]);
      return;
    }
    sort_by_place(stubs);
    for (int round = 0; round < kRounds; ++round) {
      std::vector<Stub> rest;
      for (std::size_t i = 0; i < stubs.size();) {
        if (i + 1 < stubs.size() && stubs[i].place == stubs[i + 1].place) {
          link(stubs[i], stubs[i + 1]);
          i += 2;
        } else {
          rest.push_back(stubs[i++]);
        }
      }
      stubs = std::move(rest);
      move_next_door(stubs);
      sort_by_place(stubs);
    }
  }

  /// Those at the same place; the rest moves next door and tries again, and in the end remains alone.
  void match(std::vector<Stub>& a, std::vector<Stub>& b) {
    if (!setting_.is_local) {
      dice_.shuffle(a);
      dice_.shuffle(b);
      for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) link(a[i], b[i]);
      return;
    }
    for (int round = 0; round < kRounds; ++round) {
      sort_by_place(a);
      sort_by_place(b);
      std::vector<Stub> rest_a, rest_b;
      std::size_t i = 0, j = 0;
      while (i < a.size() || j < b.size()) {
        if (j == b.size() || (i < a.size() && a[i].place < b[j].place)) {
          rest_a.push_back(a[i++]);
        } else if (i == a.size() || b[j].place < a[i].place) {
          rest_b.push_back(b[j++]);
        } else {
          link(a[i++], b[j++]);
        }
      }
      a = std::move(rest_a);
      b = std::move(rest_b);
      move_next_door(round % 2 == 0 ? a : b);
    }
  }

  void link_homeless() {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < profiles_.size(); ++row)
      if (homes_[row] == kHomeless && nowhere_links(row) > 0) rows.push_back(row);
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return nowhere_links(x) < nowhere_links(y); });
    for (std::size_t begin = 0; begin < rows.size();) {
      const std::size_t end =
          std::min(rows.size(), begin + std::min(nowhere_links(rows[begin]), kLargestClique) + 1);
      for (std::size_t i = begin; i < end; ++i)
        for (std::size_t j = i + 1; j < end; ++j)
          edges_.push_back({private_users_[rows[i]], private_users_[rows[j]]});
      begin = end;
    }
  }

  /// Links parts without a public user to a user that has one, near the home of one of the part's users,
  /// until only the share of the users without public neighbours is cut off that parameters.reconnected_share
  /// leaves, besides those who are alone.
  void connect_parts() {
    Parts parts = find_parts();
    if (parts.connected.empty()) return;
    leave_alone(parts);
    std::vector<std::vector<std::uint32_t>>& cut_off = parts.cut_off;
    dice_.shuffle(cut_off);
    const double reconnected =
        setting_.parameters.reconnected_share * static_cast<double>(parts.without_public);
    std::size_t left = 0;
    for (const auto& rows : cut_off) left += rows.size();
    for (const std::vector<std::uint32_t>& rows : cut_off) {
      if (static_cast<double>(parts.without_public - left) >= reconnected) break;
      const std::uint32_t row = rows[dice_.below(rows.size())];
      const bool alone = homes_[row] == kHomeless || parts.at_home[homes_[row]].empty();
      const auto& partners = alone ? parts.connected : parts.at_home[homes_[row]];
      edges_.push_back({private_users_[row], private_users_[partners[dice_.below(partners.size())]]});
      left -= rows.size();
    }
  }

  /// Joins parts with a public user to larger ones, each by one link.
  void join_islands() {
    std::vector<NodeId> part = find_roots();
    std::vector<bool> has_public(part.size(), false);
    for (const NodeId user : public_users_) has_public[part[user]] = true;
    std::vector<std::vector<NodeId>> islands(part.size());
    for (const NodeId user : private_users_) {
      if (has_public[part[user]]) islands[part[user]].push_back(user);
    }
    std::erase_if(islands, [](const auto& users) { return users.empty(); });
    std::ranges::stable_sort(islands, std::ranges::greater{}, &std::vector<NodeId>::size);
    std::vector<NodeId> joined;
    for (const std::vector<NodeId>& users : islands) {
      if (!joined.empty())
        edges_.push_back({users[dice_.below(users.size())], joined[dice_.below(joined.size())]});
      joined.insert(joined.end(), users.begin(), users.end());
    }
  }

  /// By user: one user of its part, the same for all.
  std::vector<NodeId> find_roots() const {
    std::vector<NodeId> part(setting_.knowledge.num_users());
    std::iota(part.begin(), part.end(), NodeId{0});
    const auto root = [&](NodeId user) {
      while (part[user] != user) user = part[user] = part[part[user]];
      return user;
    };
    for (const Edge& edge : edges_) part[root(edge.from)] = root(edge.to);
    for (NodeId user = 0; user < part.size(); ++user) part[user] = root(user);
    return part;
  }

  bool is_alone(std::uint32_t row) const {
    return std::ranges::all_of(profiles_[row], [](std::uint32_t index) { return index == 0; });
  }

  struct Parts {
    std::vector<std::vector<std::uint32_t>> cut_off;  // the rows of each part without a public user
    std::vector<std::vector<std::uint32_t>> at_home;  // by home: rows of parts with one
    std::vector<std::uint32_t> connected;             // all rows of such parts
    std::size_t without_public = 0;                   // rows without public neighbours
  };

  /// Leaves users without any link isolated, if there are enough of them to believe it.
  void leave_alone(Parts& parts) const {
    const auto alone = [&](const std::vector<std::uint32_t>& rows) {
      return is_alone(rows.front());  // and in a part of its own
    };
    const auto number = static_cast<std::size_t>(std::ranges::count_if(parts.cut_off, alone));
    if (static_cast<double>(number) <
        setting_.parameters.believed_isolated * static_cast<double>(parts.without_public))
      return;
    std::erase_if(parts.cut_off, alone);
    parts.without_public -= number;
  }

  Parts find_parts() const {
    const std::vector<NodeId> part = find_roots();
    std::vector<bool> has_public(part.size(), false);
    for (const NodeId user : public_users_) has_public[part[user]] = true;

    Parts parts;
    parts.at_home.resize(public_users_.size());
    std::vector<std::size_t> place(part.size(), 0);  // 1 + the part's place among those cut off
    for (std::uint32_t row = 0; row < profiles_.size(); ++row) {
      if (public_neighbours(row) == 0) ++parts.without_public;
      const NodeId at = part[private_users_[row]];
      if (has_public[at]) {
        parts.connected.push_back(row);
        if (homes_[row] != kHomeless) parts.at_home[homes_[row]].push_back(row);
        continue;
      }
      if (place[at] == 0) {
        parts.cut_off.emplace_back();
        place[at] = parts.cut_off.size();
      }
      parts.cut_off[place[at] - 1].push_back(row);
    }
    return parts;
  }

  const SyntheticSetting& setting_;
  const std::vector<Profile>& profiles_;
  bool bridges_, joined_;
  Dice& dice_;
  std::span<const NodeId> private_users_, public_users_;
  std::uint32_t regions_;
  std::vector<std::vector<std::uint32_t>> members_;   // by region
  std::vector<std::uint32_t> links_into_;             // by public user and region
  std::vector<std::uint32_t> homes_;                  // by row
  std::vector<std::vector<double>> capacity_, left_;  // by label and public user: links, in all and to come
  std::vector<Edge> edges_;
};

}  // namespace

Graph synthetic_graph(const SyntheticSetting& setting, const std::vector<Profile>& profiles, Bridges bridges,
                      Dice& dice) {
  return LocalGraphMaker(setting, profiles, bridges, dice).make();
}

}  // namespace hopveil::infer
