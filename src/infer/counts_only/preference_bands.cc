// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/preference_bands.h"

#include <algorithm>
#include <numeric>

namespace hopveil::infer {
namespace {

/// Of all that could be learnt about popularity, how much may stay unasked.
constexpr double kUnasked = 0.25;

/// The information that a band gives on popularity goes with the square of (preference * users): the
/// strictest are not asked as long as the others tell enough. Of these, who is too strict for a label counts
/// together.
void spare_the_strict(Bands& bands, double labelled_from) {
  std::vector<double> told(bands.bands.size(), 0);
  for (const std::uint32_t band : bands.of_row) told[band] += bands.bands[band].epsilon;
  for (double& t : told) t *= t;
  const double enough = (1 - kUnasked) * std::accumulate(told.begin(), told.end(), 0.0);
  double left = std::accumulate(told.begin(), told.end(), 0.0);
  for (std::size_t b = 0; b < told.size(); ++b) {
    left -= told[b];
    if (left < enough) break;
    bands.bands[b].popularity_share = 0;
    bands.bands[b].counts_together = bands.bands[b].epsilon < labelled_from;
  }
}

}  // namespace

dp::Rational popularity_share() {
  return {1, 10};
}
dp::Rational rest_of_popularity_share() {
  return {9, 10};
}

Bands bands_of(const query::PublicKnowledge& knowledge, std::uint32_t num_regions,
               const DesignParameters& parameters) {
  const auto users = knowledge.roles().private_users();
  std::vector<NodeId> order(users.size());
  std::iota(order.begin(), order.end(), NodeId{0});
  const auto epsilon = [&](NodeId row) { return knowledge.preference(users[row]); };
  std::sort(order.begin(), order.end(),
            [&](NodeId a, NodeId b) { return epsilon(a) != epsilon(b) ? epsilon(a) < epsilon(b) : a < b; });
  std::size_t distinct = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (i == 0 || epsilon(order[i]) != epsilon(order[i - 1])) ++distinct;
  const std::size_t fewest = distinct <= kMaxBands ? 1 : (order.size() + kMaxBands - 1) / kMaxBands;

  Bands result;
  result.of_row.resize(users.size());
  const double others = std::max(1.0, static_cast<double>(users.size()) - 1);
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && (end - begin < fewest || epsilon(order[end]) == epsilon(order[end - 1]))) {
      ++end;
    }
    Band band;
    band.popularity_share = popularity_share().value();
    for (std::size_t i = begin; i < end; ++i) {
      band.epsilon += epsilon(order[i]).value() / static_cast<double>(end - begin);
      result.of_row[order[i]] = static_cast<std::uint32_t>(result.bands.size());
    }
    // Everybody behind the band is owned, and of the pairs inside it one half.
    const auto inside = static_cast<double>(end - begin - 1);
    band.owned_share = (static_cast<double>(order.size() - end) + inside / 2) / others;
    result.bands.push_back(band);
    begin = end;
  }
  // With more regions, popularity says who is known where: every answer counts.
  if (num_regions == 1) spare_the_strict(result, parameters.labelled_from);
  return result;
}

}  // namespace hopveil::infer
