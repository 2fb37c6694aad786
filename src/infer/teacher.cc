#include "infer/teacher.h"

#include <algorithm>
#include <vector>

#include "infer/completion.h"
#include "infer/count_everyone.h"

namespace hopveil {
namespace {

constexpr std::size_t kNetworks = 15;
constexpr std::size_t kKeptNetworks = 4;

/// A liberal user's public neighbours are among the known edges: nothing to sample or scale.
void set_first_hop(const Anchors& anchors, const std::vector<bool>& is_public, HopRows& counts) {
  for (const NodeId user : anchors.liberal) {
    std::size_t linked = 0;
    for (const NodeId other : anchors.known.neighbours(user)) linked += is_public[other] ? 1U : 0U;
    counts.of(user)[0] = static_cast<float>(linked);
  }
}

}  // namespace

Teacher make_teacher(const PublicKnowledge& knowledge, const Anchors& anchors, unsigned hops,
                     const SeededRng& rng, unsigned threads) {
  const NodeId num_users = knowledge.num_users();
  const auto public_users = knowledge.roles().public_users();
  std::vector<bool> is_public(num_users);
  std::vector<NodeId> missing;
  for (NodeId user = 0; user < num_users; ++user) {
    is_public[user] = knowledge.is_public(user);
    if (!is_public[user] && !anchors.is_liberal[user]) missing.push_back(user);
  }
  const Completion completion(anchors.known, is_public, anchors.liberal, missing);
  const std::vector<NodeId> counted = counted_public(anchors.known, public_users);
  const double scale =
      counted.empty() ? 0 : static_cast<double>(public_users.size()) / static_cast<double>(counted.size());
  Teacher teacher{{}, HopRows(num_users, hops), {}};
  for (std::size_t i = 0; i < (missing.empty() ? 1 : kNetworks); ++i) {
    Graph graph = completion.sample(rng.stream("network", i));
    teacher.samples.push_back(count_everyone(graph, counted, scale, hops, threads));
    set_first_hop(anchors, is_public, teacher.samples.back());
    if (i < kKeptNetworks) teacher.networks.push_back({std::move(graph), teacher.samples.back()});
  }
  std::vector<float> values(teacher.samples.size());
  for (NodeId user = 0; user < num_users; ++user) {
    for (unsigned hop = 0; hop < hops; ++hop) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = teacher.samples[i].of(user)[hop];
      const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
      std::nth_element(values.begin(), middle, values.end());
      teacher.counts.of(user)[hop] = *middle;
    }
  }
  return teacher;
}

}  // namespace hopveil
