#pragma once

// The questions of the third recipe, and their answers.

#include <cstdint>
#include <vector>

#include "infer/local_regions.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil {

/// Users of about the same preference.
struct Band {
  double epsilon = 0;      ///< mean preference
  double owned_share = 0;  ///< of the private users, how many a user of the band owns the pair with
};

struct Bands {
  std::vector<Band> bands;
  std::vector<std::uint32_t> of_row;
};
/// At most kMaxBands, by quantiles of the preferences; equal preferences share a band.
Bands bands_of(const PublicKnowledge& knowledge);
inline constexpr std::size_t kMaxBands = 6;

/// What a user's answers say about where it is: a region of public users (0 .. num_regions-1), or
inline std::uint32_t label_nowhere(std::uint32_t num_regions) {
  return num_regions;
}  ///< few public neighbours
inline std::uint32_t label_unknown(std::uint32_t num_regions) {
  return num_regions + 1;
}  ///< too much noise
inline std::uint32_t num_labels(std::uint32_t num_regions) {
  return num_regions + 2;
}

/// Rows are private users.
struct LocalAnswers {
  Bands bands;
  NoisyCounts public_neighbours;  ///< by row and region
  std::vector<std::uint32_t> label_of_row;
  NoisyCounts popularity;  ///< by (label, band) and public user: its neighbours with that label and band
  NoisyCounts private_neighbours;  ///< by row and label of the neighbour: those that the row owns
  double public_share = 0;         ///< of the preference, spent on public_neighbours
  double popularity_share = 0;
};

/// Of the pairs that a user of the band has with users of the label, how many it owns; by label, then band.
/// Labels tell preferences: users of unknown label are strict, and own their pairs with everybody else.
std::vector<std::vector<double>> owned_shares(const LocalAnswers& answers);

LocalAnswers ask_locally(const PublicKnowledge& knowledge, const PublicNetwork& network,
                         AnswerSource& source);

}  // namespace hopveil
