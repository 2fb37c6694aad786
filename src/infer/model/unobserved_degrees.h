// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/seeded_rng.h"

namespace hopveil::infer {

/// How many unobserved neighbours users may have, given how many observed ones they have. Every user has a
/// rate; the numbers of observed and of unobserved neighbours are Poisson. The distribution of rates is the
/// nonparametric maximum likelihood estimate (Kiefer and Wolfowitz, "Consistency of the maximum likelihood
/// estimator in the presence of infinitely many incidental parameters", Ann. Math. Statist. 1956), one for
/// each kind of users: those with more public neighbours have more others.
class UnobservedDegrees {
 public:
  struct User {
    std::uint32_t observed = 0;           ///< private neighbours among the observed users
    std::uint32_t public_neighbours = 0;  ///< all of them are known
  };
  /// There are `unobserved_per_observed` unobserved private users for every observed one.
  UnobservedDegrees(std::span<const User> users, double unobserved_per_observed);

  /// A draw of the number of unobserved neighbours of one of the users.
  std::uint64_t draw(const User& user, SeededRng& rng) const;
  /// The probability that one of the users has none.
  double none(const User& user) const;

 private:
  using Weights = std::vector<double>;  // by rate

  void set_kinds(std::span<const User> users);
  std::size_t kind_of(const User& user) const;
  Weights likelihoods(std::uint32_t observed) const;
  const Weights& posterior(const User& user) const;
  Weights learn(std::span<const std::uint32_t> observed) const;

  double unobserved_per_observed_;
  std::vector<double> rates_;
  std::vector<std::size_t> kinds_;  // by the binary digits of the number of public neighbours
  std::vector<Weights> weights_;    // by kind
  std::vector<std::map<std::uint32_t, Weights>> posteriors_;  // by kind and observed neighbours
};

}  // namespace hopveil::infer
