#pragma once

// What users who are not liberal are asked: how many neighbours they have in each stratum of public and of
// private users whose counts are believed to be known.

#include <span>
#include <vector>

#include "base/seeded_rng.h"
#include "infer/strata.h"
#include "infer/teacher.h"

namespace hopveil {

/// The users that one may be asked about, and what is believed of their counts.
struct Partners {
  std::vector<NodeId> public_users, private_users;
  std::vector<bool> is_partner;  ///< by user
  std::vector<bool> is_missing;  ///< by user: synthetic in the teacher's networks
  std::vector<float> weights;    ///< by user: how often one is met
  HopRows counts;                ///< by user
};

class Questionnaire {
 public:
  /// At most so many strata of public and of private partners. `partners` outlive it.
  Questionnaire(const Partners& partners, std::uint32_t public_strata, std::uint32_t private_strata);

  std::uint32_t num_cells() const { return public_.size() + private_.size(); }
  /// By pool: users[i] is pool i. One question; each pair of a user and a partner is in one cell.
  NoisyCounts ask(AnswerSource& answers, std::span<const NodeId> users) const;
  /// The cell of every user of a completed network: synthetic users have other places there than in truth.
  std::vector<std::uint32_t> cells_in(const Network& network) const;

  /// What is learnt from: the answers, their sums from the first stratum on, the sum of all, the first
  /// stratum of public users with an answer above 0, and the preference.
  std::size_t num_features() const { return 2 * std::size_t{num_cells()} + 3; }
  void features(std::span<const std::int64_t> answers, double preference, std::span<float> out) const;

 private:
  const Partners* partners_;
  Strata public_, private_;
  std::vector<std::uint32_t> cell_;  // by user; kNobody unless a partner
};

/// Discrete Laplace noise as the query layer adds it, in floating point: for simulations only.
std::int64_t simulated_noise(double epsilon, SeededRng& rng);

}  // namespace hopveil
