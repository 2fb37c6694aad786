// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/locality.h"

#include <cmath>

#include "infer/design/clustering.h"

namespace hopveil::infer {
namespace {

/// Of the pairs of public users that share a private neighbour, the share that is linked at least where links
/// are local; and the number of such pairs from which on that shows.
constexpr double kFewLinked = 0.02, kEnoughPairs = 50;

/// The expected number of different pairs of public users that share a private neighbour, if they were drawn
/// at random.
double pairs_with_shared_neighbour(const PublicNetwork& network, const Population& population,
                                   std::size_t rows, Dice& dice) {
  double wedges = 0;
  for (std::uint32_t row = 0; row < rows; ++row) {
    const Profile profile = population.sample(row, dice);
    double links = 0;
    for (std::uint32_t region = 0; region < network.num_regions; ++region)
      links += population.grid(region)[profile[region]];
    wedges += links * (links - 1) / 2;
  }
  const double pairs = static_cast<double>(network.size()) * (static_cast<double>(network.size()) - 1) / 2;
  return pairs > 0 ? pairs * (1 - std::exp(-wedges / pairs)) : 0;
}

}  // namespace

bool links_are_local(const query::PublicKnowledge& knowledge, const PublicNetwork& network,
                     const Population& population, Dice& dice) {
  if (const auto excess = excess_clustering(knowledge)) return *excess >= kClustered;
  const double sharing =
      pairs_with_shared_neighbour(network, population, knowledge.roles().private_users().size(), dice);
  return sharing < kEnoughPairs ||
         static_cast<double>(knowledge.public_edges().size()) > kFewLinked * sharing;
}

}  // namespace hopveil::infer
