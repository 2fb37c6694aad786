#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/seeded_rng.h"
#include "infer/design/count_design.h"

namespace hopveil {

/// What users of the teacher's networks answer.
class Respondents {
 public:
  /// Both outlive it.
  Respondents(const Interview& interview, std::span<const Network> networks);

  /// Without noise. Of cells of which not all is seen, a random part is.
  std::vector<std::int64_t> count(std::size_t network, NodeId user, SeededRng& rng) const;
  std::vector<std::int64_t> answer(std::size_t network, NodeId user, double preference, SeededRng& rng) const;

 private:
  const Interview& interview_;
  std::span<const Network> networks_;
  std::vector<std::vector<std::uint32_t>> cells_;  // by network and user
};

/// Discrete Laplace noise as the query layer adds it, in floating point: for simulations only.
std::int64_t simulated_noise(double epsilon, SeededRng& rng);

}  // namespace hopveil
