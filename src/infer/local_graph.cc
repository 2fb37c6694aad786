#include "infer/local_graph.h"

#include <algorithm>
#include <utility>

#include "graph/builder.h"

namespace hopveil {
namespace {

constexpr std::uint32_t kHomeless = 0xFFFFFFFF;
/// How often a private link leads to a user at a neighbouring home.
constexpr double kNextDoor = 0.5;

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
        regions_(setting.network.num_regions) {
    members_.resize(regions_);
    weights_.resize(regions_);
    for (std::uint32_t p = 0; p < setting.network.size(); ++p) {
      members_[setting.network.region_of[p]].push_back(p);
      weights_[setting.network.region_of[p]].push_back(setting.popularity[p]);
    }
    for (auto& weights : weights_)
      for (std::size_t i = 1; i < weights.size(); ++i) weights[i] += weights[i - 1];
  }

  Graph make() {
    for (const auto& [a, b] : setting_.knowledge.public_edges()) edges_.push_back({a, b});
    homes_.resize(profiles_.size());
    for (std::uint32_t row = 0; row < profiles_.size(); ++row) {
      homes_[row] = choose_home(row);
      link_to_public(row);
    }
    link_private();
    link_homeless();
    return graph_from_edges(setting_.knowledge.num_users(), std::move(edges_));
  }

 private:
  std::uint32_t count(std::uint32_t row, std::uint32_t cell) const {
    return setting_.population.grid(cell)[profiles_[row][cell]];
  }

  std::uint32_t draw_public(std::uint32_t region) {
    const std::vector<double>& sums = weights_[region];
    const auto at = std::upper_bound(sums.begin(), sums.end(), dice_.unit() * sums.back());
    return members_[region]
                   [std::min<std::size_t>(static_cast<std::size_t>(at - sums.begin()), sums.size() - 1)];
  }

  /// In the region of most public neighbours, or else of most private ones.
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
      if (most > 0) return draw_public(region);
    }
    return kHomeless;
  }

  void link_to_public(std::uint32_t row) {
    for (std::uint32_t region = 0; region < regions_; ++region) {
      const auto wanted = std::min<std::size_t>(count(row, region), members_[region].size());
      if (wanted == 0) continue;
      std::vector<std::uint32_t> chosen;
      const std::uint32_t home = homes_[row];
      const bool at_home = setting_.network.region_of[home] == region;
      if (at_home) chosen.push_back(home);
      choose_near(home, region, wanted, chosen);
      if (chosen.empty()) chosen.push_back(draw_public(region));
      if (!at_home) choose_near(chosen[0], region, wanted, chosen);
      for (int tries = 0; chosen.size() < wanted && tries < 50; ++tries) {
        const std::uint32_t p = draw_public(region);
        if (std::find(chosen.begin(), chosen.end(), p) == chosen.end()) chosen.push_back(p);
      }
      for (const std::uint32_t p : chosen) edges_.push_back({private_users_[row], public_users_[p]});
    }
  }

  /// Adds public neighbours of `centre` in the region, by popularity, until `wanted` are chosen.
  void choose_near(std::uint32_t centre, std::uint32_t region, std::size_t wanted,
                   std::vector<std::uint32_t>& chosen) {
    std::vector<std::uint32_t> candidates;
    std::vector<double> weights;
    for (const std::uint32_t p : setting_.network.neighbours[centre]) {
      if (setting_.network.region_of[p] != region) continue;
      if (std::find(chosen.begin(), chosen.end(), p) != chosen.end()) continue;
      candidates.push_back(p);
      weights.push_back(setting_.popularity[p]);
    }
    while (chosen.size() < wanted && !candidates.empty()) {
      const std::size_t i = dice_.weighted(weights);
      chosen.push_back(candidates[i]);
      candidates[i] = candidates.back();
      weights[i] = weights.back();
      candidates.pop_back();
      weights.pop_back();
    }
  }

  std::uint32_t place_of_link(std::uint32_t home) {
    const auto& next = setting_.network.neighbours[home];
    return next.empty() || dice_.unit() >= kNextDoor ? home : next[dice_.below(next.size())];
  }

  void link_private() {
    const std::uint32_t labels = regions_ + 1;
    std::vector<std::vector<Stub>> stubs(std::size_t{labels} * labels);
    for (std::uint32_t row = 0; row < profiles_.size(); ++row) {
      if (homes_[row] == kHomeless) continue;
      const std::uint32_t from = setting_.answers.label_of_row[row];
      for (std::uint32_t to = 0; to < labels; ++to) {
        for (std::uint32_t i = 0; i < count(row, regions_ + to); ++i)
          stubs[from * labels + to].push_back({place_of_link(homes_[row]), row});
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

  void match_inside(std::vector<Stub>& stubs) {
    sort_by_place(stubs);
    for (std::size_t i = 0; i + 1 < stubs.size(); i += 2) link(stubs[i], stubs[i + 1]);
  }

  /// Those at the same place first; the rest in order of places.
  void match(std::vector<Stub>& a, std::vector<Stub>& b) {
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
    std::vector<Stub>& more = rest_a.size() > rest_b.size() ? rest_a : rest_b;
    const std::vector<Stub>& fewer = rest_a.size() > rest_b.size() ? rest_b : rest_a;
    dice_.shuffle(more);
    more.resize(fewer.size());
    sort_by_place(more);
    for (std::size_t k = 0; k < more.size(); ++k) link(more[k], fewer[k]);
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
  std::vector<std::vector<double>> weights_;         // by region: running sums of popularity
  std::vector<std::uint32_t> homes_;                 // by row
  std::vector<Edge> edges_;
};

}  // namespace

std::vector<double> popularity_weights(const LocalAnswers& answers) {
  const std::uint32_t size = answers.popularity.num_cells();
  std::vector<double> weights(size, 1.0);
  if (size == 0 || answers.bands.bands.empty()) return weights;
  // Rates per user of a band, averaged by inverse variance.
  std::vector<double> users(answers.bands.bands.size(), 0);
  for (const std::uint32_t band : answers.bands.of_row) ++users[band];
  std::vector<double> precision(users.size());
  double total_precision = 0;
  for (std::size_t b = 0; b < users.size(); ++b) {
    const double scale = 1 / (answers.popularity_share * answers.bands.bands[b].epsilon * users[b]);
    total_precision += precision[b] = 1 / (2 * scale * scale);
  }
  double mean = 0, square = 0;
  for (std::uint32_t p = 0; p < size; ++p) {
    double rate = 0;
    for (std::uint32_t b = 0; b < users.size(); ++b)
      rate += precision[b] / total_precision * static_cast<double>(answers.popularity(b, p)) / users[b];
    weights[p] = rate;
    mean += rate / size;
    square += rate * rate / size;
  }
  // Shrinks toward the mean by the part of the variance that is noise.
  const double variance = square - mean * mean;
  const double keep = variance > 0 ? std::max(0.0, 1 - 1 / (total_precision * variance)) : 0;
  for (double& weight : weights) weight = std::max(mean + keep * (weight - mean), 0.1 * std::max(mean, 1e-9));
  return weights;
}

Graph synthetic_graph(const SyntheticSetting& setting, const std::vector<Profile>& profiles, Dice& dice) {
  return LocalGraphMaker(setting, profiles, dice).make();
}

}  // namespace hopveil
