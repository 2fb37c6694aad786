#include "infer/estimator/simulated_answers.h"

#include <cmath>

#include "graph/network_spec.h"

namespace hopveil {
namespace {

bool is_seen(double share, SeededRng& rng) {
  return share >= 1 || random_unit(rng) <= share;
}

}  // namespace

Respondents::Respondents(const Interview& interview, std::span<const Network> networks)
    : interview_(interview), networks_(networks) {
  for (const Network& network : networks) cells_.push_back(interview.cells_in(network));
}

std::vector<std::int64_t> Respondents::count(std::size_t network, NodeId user, SeededRng& rng) const {
  std::vector<std::int64_t> counts(interview_.num_cells(), 0);
  for (const NodeId other : networks_[network].graph.neighbours(user)) {
    const std::uint32_t cell = cells_[network][other];
    if (cell == kNobody || !is_seen(interview_.seen_share(cell), rng)) continue;
    ++counts[cell];
  }
  return counts;
}

std::vector<std::int64_t> Respondents::answer(std::size_t network, NodeId user, double preference,
                                              SeededRng& rng) const {
  std::vector<std::int64_t> counts = count(network, user, rng);
  for (auto& count : counts) count += simulated_noise(preference, rng);
  return counts;
}

std::int64_t simulated_noise(double epsilon, SeededRng& rng) {
  const auto geometric = [&] { return static_cast<std::int64_t>(-std::log(random_unit(rng)) / epsilon); };
  const std::int64_t added = geometric();
  return added - geometric();
}

}  // namespace hopveil
