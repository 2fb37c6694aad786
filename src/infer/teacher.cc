#include "infer/teacher.h"

#include <algorithm>
#include <vector>

#include "infer/completion.h"
#include "infer/count_everyone.h"

namespace hopveil {
namespace {

constexpr std::size_t kNetworks = 7;

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
  std::vector<HopRows> samples;
  for (std::size_t i = 0; i < (missing.empty() ? 1 : kNetworks); ++i) {
    samples.push_back(
        count_everyone(completion.sample(rng.stream("network", i)), counted, scale, hops, threads));
  }
  Teacher teacher{HopRows(num_users, hops), HopRows(num_users, hops), HopRows(num_users, hops)};
  std::vector<float> values(samples.size());
  for (NodeId user = 0; user < num_users; ++user) {
    for (unsigned hop = 0; hop < hops; ++hop) {
      for (std::size_t i = 0; i < samples.size(); ++i) values[i] = samples[i].of(user)[hop];
      std::sort(values.begin(), values.end());
      teacher.counts.of(user)[hop] = values[samples.size() / 2];
      teacher.low.of(user)[hop] = values.front();
      teacher.high.of(user)[hop] = values.back();
    }
    // A liberal user's public neighbours are among the known edges: nothing to sample or scale.
    if (!anchors.is_liberal[user]) continue;
    std::size_t linked = 0;
    for (const NodeId other : anchors.known.neighbours(user)) linked += is_public[other] ? 1U : 0U;
    teacher.counts.of(user)[0] = teacher.low.of(user)[0] = teacher.high.of(user)[0] =
        static_cast<float>(linked);
  }
  return teacher;
}

}  // namespace hopveil
