// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/popularity.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace hopveil::infer {
namespace {

/// In standard deviations of the noise: below, users of a label do not know a public user of another region.
constexpr double kThreshold = 3;
/// Of the mean of the region, for public users whose noisy popularity is below it.
constexpr double kLeastPopularity = 0.1;

/// The rate at which users of one label link to each public user, and the deviation of its noise.
struct Rates {
  std::vector<double> rate;
  double deviation = 0;
};

/// How many users there are, by label and band.
using Users = std::vector<std::vector<double>>;

/// Of the users of labels first .. last; averages the bands' rates by inverse variance.
Rates rates_of(const LocalAnswers& answers, std::uint32_t first, std::uint32_t last, const Users& users) {
  Rates rates{std::vector<double>(answers.popularity.num_cells(), 0), 0};
  const auto bands = static_cast<std::uint32_t>(answers.bands.bands.size());
  double total_precision = 0;
  for (std::uint32_t b = 0; b < bands; ++b) {
    const Band& band = answers.bands.bands[b];
    double asked = 0, pools = 0;
    std::vector<double> links(rates.rate.size(), 0);
    for (std::uint32_t label = first; label <= last; ++label) {
      if (users[label][b] == 0) continue;
      asked += users[label][b];
      pools += 1;
      for (std::uint32_t p = 0; p < links.size(); ++p)
        links[p] += static_cast<double>(answers.popularity(label * bands + b, p));
    }
    if (asked == 0 || !band.tells_popularity()) continue;
    const double scale = 1 / (band.popularity_share * band.epsilon * asked);
    const double precision = 1 / (2 * scale * scale * pools);
    total_precision += precision;
    for (std::uint32_t p = 0; p < links.size(); ++p) rates.rate[p] += precision * links[p] / asked;
  }
  if (total_precision == 0) return rates;
  for (double& rate : rates.rate) rate /= total_precision;
  rates.deviation = std::sqrt(1 / total_precision);
  return rates;
}

/// What the links of public users among each other say of the rates toward the members of a region: a
/// straight line, which does not fall.
class RateByLinks {
 public:
  RateByLinks(std::span<const std::uint32_t> members, const PublicNetwork& network, const Rates& rates)
      : network_(network) {
    const auto size = static_cast<double>(members.size());
    for (const std::uint32_t p : members) {
      mean_rate_ += rates.rate[p] / size;
      mean_links_ += links(p) / size;
    }
    double covariance = 0, variance = 0;
    for (const std::uint32_t p : members) {
      covariance += (links(p) - mean_links_) * (rates.rate[p] - mean_rate_);
      variance += (links(p) - mean_links_) * (links(p) - mean_links_);
    }
    if (covariance <= 0) return;
    // Of a slope that noise could explain, little is kept.
    const double noise = rates.deviation * rates.deviation / variance;
    const double slope = covariance / variance;
    slope_ = slope * std::max(0.0, 1 - noise / (slope * slope));
  }

  double mean() const { return std::max(mean_rate_, 0.0); }
  double at(std::uint32_t p) const { return mean() + slope_ * (links(p) - mean_links_); }

 private:
  double links(std::uint32_t p) const { return static_cast<double>(network_.neighbours[p].size()); }

  const PublicNetwork& network_;
  double mean_rate_ = 0;
  double mean_links_ = 0;
  double slope_ = 0;
};

/// Shrinks the rates toward public users of one region to what their links say, by the part of the variance
/// around that which is noise.
void shrink(std::span<const std::uint32_t> members, const PublicNetwork& network, Rates& rates) {
  const RateByLinks expected(members, network, rates);
  double variance = 0;
  for (const std::uint32_t p : members) {
    const double rest = rates.rate[p] - expected.at(p);
    variance += rest * rest / static_cast<double>(members.size());
  }
  const double noise = rates.deviation * rates.deviation;
  const double keep = variance > noise ? 1 - noise / variance : 0;
  const double least = kLeastPopularity * std::max(expected.mean(), 1e-9);
  for (const std::uint32_t p : members)
    rates.rate[p] = std::max(expected.at(p) + keep * (rates.rate[p] - expected.at(p)), least);
}

/// For users from elsewhere: drops what noise explains.
void drop_noise(std::span<const std::uint32_t> members, Rates& rates) {
  for (const std::uint32_t p : members) {
    if (rates.rate[p] < std::max(kThreshold * rates.deviation, 0.0)) rates.rate[p] = 0;
  }
}

}  // namespace

std::vector<std::vector<double>> popularity_by_label(const LocalAnswers& answers,
                                                     const PublicNetwork& network) {
  const std::uint32_t labels = num_labels(network.num_regions);
  Users users(labels, std::vector<double>(answers.bands.bands.size(), 0));
  for (std::size_t row = 0; row < answers.label_of_row.size(); ++row)
    ++users[answers.label_of_row[row]][answers.bands.of_row[row]];
  std::vector<std::vector<std::uint32_t>> members(network.num_regions);
  for (std::uint32_t p = 0; p < network.size(); ++p) members[network.region_of[p]].push_back(p);

  std::vector<std::vector<double>> result;
  for (std::uint32_t label = 0; label < labels; ++label) {
    Rates rates = rates_of(answers, label, label, users);
    // Users of groups in which no user was asked, the strict ones without a label, are taken to be like all
    // users.
    if (rates.deviation == 0) rates = rates_of(answers, 0, labels - 1, users);
    for (std::uint32_t region = 0; region < network.num_regions; ++region) {
      const bool is_near = label == region || label >= network.num_regions;
      is_near ? shrink(members[region], network, rates) : drop_noise(members[region], rates);
    }
    const double size = std::accumulate(users[label].begin(), users[label].end(), 0.0);
    for (double& rate : rates.rate) rate *= size;
    result.push_back(std::move(rates.rate));
  }
  return result;
}

}  // namespace hopveil::infer
