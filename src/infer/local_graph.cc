#include "infer/local_graph.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "graph/builder.h"

namespace hopveil {
namespace {

constexpr std::uint32_t kHomeless = 0xFFFFFFFF;
/// How often a link that finds no partner at home looks for one next door.
constexpr int kRounds = 3;
/// In standard deviations of the noise: below, users of a label do not know a public user of another region.
constexpr double kThreshold = 3;

/// One end of a link between private users, waiting for its other end.
struct Stub {
  std::uint32_t place;  // the public user near which the link lies
  std::uint32_t row;
};

class LocalGraphMaker {
 public:
  LocalGraphMaker(const SyntheticSetting& setting, const std::vector<Profile>& profiles, Dice& dice)
      : setting_(setting),
        profiles_(profiles),
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
    for (std::uint32_t row = 0; row < profiles_.size(); ++row) {
      homes_[row] = choose_home(row);
      if (homes_[row] != kHomeless) link_to_public(row);
    }
    link_private();
    link_homeless();
    return graph_from_edges(setting_.knowledge.num_users(), std::move(edges_));
  }

 private:
  std::uint32_t count(std::uint32_t row, std::uint32_t cell) const {
    return setting_.population.grid(cell)[profiles_[row][cell]];
  }
  const std::vector<double>& popularity(std::uint32_t label) const { return setting_.popularity[label]; }
  std::uint32_t label(std::uint32_t row) const { return setting_.answers.label_of_row[row]; }

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
    return kHomeless;
  }

  std::uint32_t draw_home(std::uint32_t row, std::uint32_t region) {
    const std::vector<std::uint32_t>& members = members_[region];
    std::vector<double> weights(members.size());
    for (const std::uint32_t from : {label(row), region}) {
      double total = 0;
      for (std::size_t i = 0; i < members.size(); ++i) {
        double weight = popularity(from)[members[i]];
        for (std::uint32_t r = 0; r < regions_; ++r) {
          const double wanted = count(row, r) - (r == region ? 1.0 : 0.0);
          if (wanted <= 0) continue;
          const double links = links_into_[std::size_t{members[i]} * regions_ + r];
          weight *= std::min(1.0, (links + 0.05) / wanted);
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
      if (wanted == 0) continue;
      std::vector<std::uint32_t> chosen;
      if (region == home_region) chosen.push_back(home);
      choose_near(home, region, label(row), wanted, chosen);
      if (chosen.empty()) choose_popular(region, label(row), 1, chosen);
      for (std::size_t i = 0; i < chosen.size() && chosen.size() < wanted; ++i)
        choose_near(chosen[i], region, label(row), wanted, chosen);
      for (const std::uint32_t p : chosen) edges_.push_back({private_users_[row], public_users_[p]});
    }
  }

  /// Adds public neighbours of `centre` in the region, by popularity, until `wanted` are chosen.
  void choose_near(std::uint32_t centre, std::uint32_t region, std::uint32_t from, std::size_t wanted,
                   std::vector<std::uint32_t>& chosen) {
    std::vector<std::uint32_t> candidates;
    for (const std::uint32_t p : setting_.network.neighbours[centre])
      if (setting_.network.region_of[p] == region) candidates.push_back(p);
    choose_among(std::move(candidates), from, 0.01, wanted, chosen);
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
      const double weight = popularity(from)[p] + least;
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
    const std::uint32_t labels = regions_ + 1;
    std::vector<std::vector<Stub>> stubs(std::size_t{labels} * labels);
    for (std::uint32_t row = 0; row < profiles_.size(); ++row) {
      if (homes_[row] == kHomeless) continue;
      for (std::uint32_t to = 0; to < labels; ++to) {
        for (std::uint32_t i = 0; i < count(row, regions_ + to); ++i)
          stubs[label(row) * labels + to].push_back({homes_[row], row});
      }
    }
    for (std::uint32_t a = 0; a < labels; ++a) {
      match_inside(stubs[a * labels + a]);
      for (std::uint32_t b = a + 1; b < labels; ++b) match(stubs[a * labels + b], stubs[b * labels + a]);
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
      if (homes_[row] == kHomeless && count(row, 2 * regions_) > 0) rows.push_back(row);
    std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t x, std::uint32_t y) {
      return count(x, 2 * regions_) < count(y, 2 * regions_);
    });
    for (std::size_t begin = 0; begin < rows.size();) {
      const std::size_t end = std::min(rows.size(), begin + count(rows[begin], 2 * regions_) + 1);
      for (std::size_t i = begin; i < end; ++i)
        for (std::size_t j = i + 1; j < end; ++j)
          edges_.push_back({private_users_[rows[i]], private_users_[rows[j]]});
      begin = end;
    }
  }

  const SyntheticSetting& setting_;
  const std::vector<Profile>& profiles_;
  Dice& dice_;
  std::span<const NodeId> private_users_, public_users_;
  std::uint32_t regions_;
  std::vector<std::vector<std::uint32_t>> members_;  // by region
  std::vector<std::uint32_t> links_into_;            // by public user and region
  std::vector<std::uint32_t> homes_;                 // by row
  std::vector<Edge> edges_;
};

/// The rate at which users of one label link to each public user, and the deviation of its noise.
struct Rates {
  std::vector<double> rate;
  double deviation = 0;
};

/// Averages the bands' rates by inverse variance.
Rates rates_of(const LocalAnswers& answers, std::uint32_t label, std::span<const double> users) {
  Rates rates{std::vector<double>(answers.popularity.num_cells(), 0), 0};
  const auto bands = static_cast<std::uint32_t>(users.size());
  double total_precision = 0;
  for (std::uint32_t b = 0; b < bands; ++b) {
    if (users[b] == 0) continue;
    const double scale = 1 / (answers.popularity_share * answers.bands.bands[b].epsilon * users[b]);
    const double precision = 1 / (2 * scale * scale);
    total_precision += precision;
    for (std::uint32_t p = 0; p < rates.rate.size(); ++p)
      rates.rate[p] += precision * static_cast<double>(answers.popularity(label * bands + b, p)) / users[b];
  }
  if (total_precision == 0) return rates;
  for (double& rate : rates.rate) rate /= total_precision;
  rates.deviation = std::sqrt(1 / total_precision);
  return rates;
}

}  // namespace

std::vector<std::vector<double>> popularity_by_label(const LocalAnswers& answers,
                                                     const PublicNetwork& network) {
  const std::uint32_t labels = network.num_regions + 1;
  const std::size_t bands = answers.bands.bands.size();
  std::vector<std::vector<double>> users(labels, std::vector<double>(bands, 0));
  for (std::size_t row = 0; row < answers.label_of_row.size(); ++row)
    ++users[answers.label_of_row[row]][answers.bands.of_row[row]];
  std::vector<std::vector<double>> result;
  for (std::uint32_t label = 0; label < labels; ++label) {
    Rates rates = rates_of(answers, label, users[label]);
    const double noise = rates.deviation * rates.deviation;
    for (std::uint32_t region = 0; region < network.num_regions; ++region) {
      double mean = 0, square = 0, size = 0;
      for (std::uint32_t p = 0; p < network.size(); ++p) {
        if (network.region_of[p] != region) continue;
        mean += rates.rate[p];
        square += rates.rate[p] * rates.rate[p];
        ++size;
      }
      mean = std::max(mean / size, 0.0);
      const double variance = square / size - mean * mean;
      const double keep = variance > noise ? 1 - noise / variance : 0;
      const bool near = label == region || label == network.num_regions;
      for (std::uint32_t p = 0; p < network.size(); ++p) {
        if (network.region_of[p] != region) continue;
        double& rate = rates.rate[p];
        if (near) {
          rate = std::max(mean + keep * (rate - mean), 0.1 * std::max(mean, 1e-9));
        } else if (rate < kThreshold * rates.deviation) {
          rate = 0;
        }
      }
    }
    double total = 0;
    for (const double rate : rates.rate) total += rate;
    for (double& rate : rates.rate) rate /= std::max(total / static_cast<double>(rates.rate.size()), 1e-12);
    result.push_back(std::move(rates.rate));
  }
  return result;
}

Graph synthetic_graph(const SyntheticSetting& setting, const std::vector<Profile>& profiles, Dice& dice) {
  return LocalGraphMaker(setting, profiles, dice).make();
}

}  // namespace hopveil
