#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/seeded_rng.h"

namespace hopveil {

/// How many acquaintances users may have among people who are not seen, told by how many they have among
/// those who are. Every user meets people at a rate of its own; the seen and the unseen number are Poisson.
/// The distribution of rates is the nonparametric maximum likelihood estimate (Kiefer and Wolfowitz,
/// "Consistency of the maximum likelihood estimator in the presence of infinitely many incidental
/// parameters", Ann. Math. Statist. 1956), one for each kind of users: who knows more public users meets more
/// others.
class UnseenDegrees {
 public:
  struct User {
    std::uint32_t seen = 0;          ///< acquaintances among the people who are seen
    std::uint32_t known_public = 0;  ///< public neighbours, all of whom are seen
  };
  /// There are `unseen_per_seen` unseen people for every seen one.
  UnseenDegrees(std::span<const User> users, double unseen_per_seen);

  /// A possible number of unseen acquaintances of one of the users.
  std::uint64_t draw(const User& user, SeededRng& rng) const;
  /// The probability that one of the users has none.
  double none(const User& user) const;

 private:
  using Weights = std::vector<double>;  // by rate

  void set_kinds(std::span<const User> users);
  std::size_t kind_of(const User& user) const;
  Weights likelihoods(std::uint32_t seen) const;
  Weights posterior(const User& user) const;
  Weights learn(std::span<const std::uint32_t> seen) const;

  double unseen_per_seen_;
  std::vector<double> rates_;
  std::vector<std::size_t> kinds_;  // by the binary digits of the number of public neighbours
  std::vector<Weights> weights_;    // by kind
};

}  // namespace hopveil
