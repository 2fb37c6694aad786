// SPDX-License-Identifier: Apache-2.0
#include "infer/estimator/simulated_answers.h"

#include "infer/basics/random_draws.h"

namespace hopveil::infer {
namespace {

bool is_counted(double share, SeededRng& rng) {
  return share >= 1 || happens(share, rng);
}

}  // namespace

SimulatedAnswers::SimulatedAnswers(const CountDesign& design, std::span<const CountedNetwork> networks)
    : design_(design), networks_(networks) {
  for (const CountedNetwork& network : networks) cells_.push_back(design.cells_in(network));
}

std::vector<std::int64_t> SimulatedAnswers::count(std::size_t network, NodeId user, SeededRng& rng) const {
  std::vector<std::int64_t> counts(design_.num_cells(), 0);
  for (const NodeId other : networks_[network].graph.neighbours(user)) {
    const std::uint32_t cell = cells_[network][other];
    if (cell == query::kNobody || !is_counted(design_.counted_share(cell), rng)) continue;
    ++counts[cell];
  }
  return counts;
}

std::vector<std::int64_t> SimulatedAnswers::answer(std::size_t network, NodeId user, double preference,
                                                   SeededRng& rng) const {
  std::vector<std::int64_t> counts = count(network, user, rng);
  for (auto& count : counts) count += simulated_noise(preference, rng);
  return counts;
}

}  // namespace hopveil::infer
