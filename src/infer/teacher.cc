#include "infer/teacher.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/parallel.h"
#include "infer/completion.h"
#include "infer/count_everyone.h"
#include "infer/detours.h"
#include "infer/hidden_users.h"

namespace hopveil {
namespace {

/// Networks kept for learning, which are what takes memory: so many that their users are about kUsersKept.
constexpr std::size_t kLeastKept = 4;
constexpr std::size_t kMostKept = 16;
constexpr std::size_t kUsersKept = 32000;
/// Liberal users are hidden so often to see what becomes of long ways.
constexpr std::size_t kHidings = 8;

/// A liberal user's public neighbours are among the known edges: nothing to sample or scale.
void set_first_hop(const Anchors& anchors, const std::vector<bool>& is_public, HopRows& counts) {
  for (const NodeId user : anchors.liberal) {
    std::size_t linked = 0;
    for (const NodeId other : anchors.known.neighbours(user)) linked += is_public[other] ? 1U : 0U;
    counts.of(user)[0] = static_cast<float>(linked);
  }
}

}  // namespace

Teacher make_teacher(const PublicKnowledge& knowledge, const Anchors& anchors,
                     const InferenceOptions& options, const SeededRng& rng, const Meter& meter) {
  const unsigned hops = options.hops + 1;
  const NodeId num_users = knowledge.num_users();
  const auto public_users = knowledge.roles().public_users();
  std::vector<bool> is_public(num_users);
  std::vector<NodeId> missing;
  for (NodeId user = 0; user < num_users; ++user) {
    is_public[user] = knowledge.is_public(user);
    if (!is_public[user] && !anchors.is_liberal[user]) missing.push_back(user);
  }
  const Completion completion(anchors.known, is_public, anchors.liberal, missing);
  const std::vector<NodeId> counted = counted_public(anchors.known, public_users, options.counted_public);
  const double scale =
      counted.empty() ? 0 : static_cast<double>(public_users.size()) / static_cast<double>(counted.size());
  const std::size_t num_kept =
      missing.empty() ? 1 : std::clamp<std::size_t>(kUsersKept / num_users, kLeastKept, kMostKept);
  const std::size_t num_networks = missing.empty() ? 1 : 4 * num_kept - 1;  // odd: there is a median
  Teacher teacher{std::vector<HopRows>(num_networks), HopRows(num_users, hops),
                  std::vector<Network>(num_kept)};
  const auto at_once = static_cast<unsigned>(
      std::min({num_networks, kLeastKept, std::size_t{resolve_threads(options.threads)}}));
  const CountOptions counting{.threads = options.threads,
                              .memory_limit = memory_of_each(options.memory_limit, at_once),
                              .counters_at_once = at_once};
  std::mutex finishing;
  std::size_t finished = 0;
  parallel_chunks(num_networks, 1, at_once, [&](std::size_t i, std::size_t, unsigned) {
    Graph graph = completion.sample(rng.stream("network", i));
    teacher.samples[i] = count_everyone(graph, counted, scale, hops, counting);
    set_first_hop(anchors, is_public, teacher.samples[i]);
    if (i < num_kept) teacher.networks[i] = {std::move(graph), teacher.samples[i]};
    const std::lock_guard lock(finishing);
    meter.reach(static_cast<double>(++finished) / static_cast<double>(num_networks));
  });
  std::vector<float> values(teacher.samples.size());
  for (NodeId user = 0; user < num_users; ++user) {
    for (unsigned hop = 0; hop < hops; ++hop) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = teacher.samples[i].of(user)[hop];
      const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
      std::nth_element(values.begin(), middle, values.end());
      teacher.counts.of(user)[hop] = *middle;
    }
  }
  const CountOptions one_by_one{.threads = options.threads, .memory_limit = options.memory_limit};
  const HopRows released = count_everyone(anchors.known, counted, scale, hops, one_by_one);
  const double missing_share =
      static_cast<double>(missing.size()) / static_cast<double>(missing.size() + anchors.liberal.size());
  std::vector<double> hidings;
  for (std::size_t i = 0; i < kHidings && hops >= 5 && !missing.empty(); ++i) {
    const HiddenUsers parts = hide(anchors, missing_share, rng.stream("hide", i));
    const HopRows left = count_everyone(parts.known, counted, scale, hops, one_by_one);
    if (const auto told = nearer_before_hiding(released, left, parts.left, public_users.size())) {
      hidings.push_back(*told);
    }
  }
  teacher.detours =
      find_detours(released, teacher.counts, anchors.liberal, public_users.size(), missing_share, hidings);
  return teacher;
}

}  // namespace hopveil
