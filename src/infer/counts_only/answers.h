// SPDX-License-Identifier: Apache-2.0
#pragma once

// The questions of the third recipe, and their answers.

#include <cstdint>
#include <vector>

#include "infer/counts_only/preference_bands.h"
#include "infer/counts_only/regions.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::infer {

// What a user's answers say about where it is: a region of public users (0 .. num_regions-1), or one of the
// two labels behind them.

/// It has few public neighbours.
inline std::uint32_t label_nowhere(std::uint32_t num_regions) {
  return num_regions;
}
/// There is too much noise to say.
inline std::uint32_t label_unknown(std::uint32_t num_regions) {
  return num_regions + 1;
}
inline std::uint32_t num_labels(std::uint32_t num_regions) {
  return num_regions + 2;
}

/// Rows are private users.
struct LocalAnswers {
  Bands bands;
  query::NoisyCounts public_neighbours;  ///< by row and region; nothing for bands that count together
  std::vector<std::uint32_t> label_of_row;
  /// By (label, band) and public user: its neighbours with that label and band.
  query::NoisyCounts popularity;
  /// By row and label of the neighbour: those that the row owns. For bands that count together, a region's
  /// label holds the public neighbours there as well.
  query::NoisyCounts private_neighbours;
};

/// Of the pairs that a user of the band has with users of the label, how many it owns; by label, then band.
/// Labels tell preferences: users of unknown label are strict, and own their pairs with everybody else.
std::vector<std::vector<double>> owned_shares(const LocalAnswers& answers);

LocalAnswers ask_locally(const query::PublicKnowledge& knowledge, const PublicNetwork& network,
                         query::AnswerSource& source, const DesignParameters& parameters = {});

}  // namespace hopveil::infer
