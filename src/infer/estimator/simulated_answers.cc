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
    : networks_(networks) {
  for (std::uint32_t cell = 0; cell < design.num_cells(); ++cell) {
    counted_shares_.push_back(design.counted_share(cell));
  }
  for (const CountedNetwork& network : networks) cells_.push_back(design.cells_in(network));
}

void SimulatedAnswers::count(std::size_t network, NodeId user, SeededRng& rng, Answers& out) const {
  out.assign(counted_shares_.size(), 0);
  for (const NodeId other : networks_[network].neighbours[user]) {
    const std::uint32_t cell = cells_[network][other];
    if (cell == query::kNobody || !is_counted(counted_shares_[cell], rng)) continue;
    ++out[cell];
  }
}

void SimulatedAnswers::answer(std::size_t network, NodeId user, double preference, SeededRng& rng,
                              Answers& out) const {
  count(network, user, rng, out);
  for (std::int64_t& count : out) count += simulated_noise(preference, rng);
}

}  // namespace hopveil::infer
