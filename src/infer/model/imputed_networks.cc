#include "infer/model/imputed_networks.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/parallel.h"
#include "infer/basics/count_everyone.h"
#include "infer/correction/hold_out.h"
#include "infer/correction/path_length.h"
#include "infer/model/imputation.h"

namespace hopveil {
namespace {

/// How many networks are imputed, by the number of users: small networks need many until medians settle; in
/// large ones the users' errors even out, and each takes time and memory. Odd, so that there is a median.
std::size_t num_imputed(std::size_t num_users) {
  constexpr std::size_t kFewest = 5, kSome = 15, kMost = 63;
  if (num_users < 20000) return std::clamp<std::size_t>(128000 / num_users, kSome + 1, kMost + 1) / 4 * 4 - 1;
  return std::clamp<std::size_t>(300000 / num_users, kFewest, kSome) | 1U;
}
/// Of these the first, kept for learning.
std::size_t num_kept(std::size_t num_networks) {
  return (num_networks + 1) / 4 + (num_networks < 7 ? 1 : 0);
}
/// As many are made at the same time, at most.
constexpr std::size_t kAtOnce = 4;
/// Where ways are only added up, this many public users are enough.
constexpr std::size_t kCountedForTotals = 512;
/// Liberal users are hidden so often to see what becomes of long ways.
constexpr std::size_t kHidings = 8;

/// How far the completed networks are when the hidings begin, in the teacher's work.
constexpr double kCompletionsWork = 0.8;

/// Who is counted in every network, and how far away.
struct Counting {
  std::vector<NodeId> counted;
  double scale;  ///< of the public users to those counted
  unsigned hops;

  HopRows count(const Graph& graph, const CountOptions& options) const {
    return count_everyone(graph, counted, scale, hops, options);
  }
};

Counting plan_counting(const PublicKnowledge& knowledge, const Anchors& anchors, unsigned hops,
                       std::size_t at_most, double shift = 0.5) {
  const auto public_users = knowledge.roles().public_users();
  Counting counting{counted_public(anchors.known, public_users, at_most, shift), 0, hops};
  if (!counting.counted.empty()) {
    counting.scale = static_cast<double>(public_users.size()) / static_cast<double>(counting.counted.size());
  }
  return counting;
}

/// Private users whose edges are not known.
std::vector<NodeId> find_missing(const PublicKnowledge& knowledge, const Anchors& anchors) {
  std::vector<NodeId> missing;
  for (const NodeId user : knowledge.roles().private_users()) {
    if (!anchors.is_liberal[user]) missing.push_back(user);
  }
  return missing;
}

/// A liberal user's public neighbours are among the known edges: nothing to sample or scale.
void set_first_hop(const Anchors& anchors, const std::vector<bool>& is_public, HopRows& counts) {
  for (const NodeId user : anchors.liberal) {
    std::size_t linked = 0;
    for (const NodeId other : anchors.known.neighbours(user)) linked += is_public[other] ? 1U : 0U;
    counts.of(user)[0] = static_cast<float>(linked);
  }
}

/// Fills the teacher's samples and networks, which have their numbers already, and who is cut off.
void complete_networks(const PublicKnowledge& knowledge, const Anchors& anchors,
                       std::span<const NodeId> missing, const InferenceOptions& options, const SeededRng& rng,
                       const Meter& meter, Teacher& teacher) {
  std::vector<bool> is_public(knowledge.num_users(), false);
  for (const NodeId user : knowledge.roles().public_users()) is_public[user] = true;
  const Completion completion(anchors.known, is_public, anchors.liberal, missing,
                              options.parameters.imputation);
  teacher.cut_off = completion.cut_off();
  teacher.alone_chances = completion.alone_chances();
  const std::size_t num_networks = teacher.samples.size();
  const auto at_once =
      static_cast<unsigned>(std::min({num_networks, kAtOnce, std::size_t{resolve_threads(options.threads)}}));
  const CountOptions side_by_side{.threads = options.threads,
                                  .memory_limit = memory_of_each(options.memory_limit, at_once),
                                  .counters_at_once = at_once};
  std::mutex finishing;
  std::size_t finished = 0;
  parallel_chunks(num_networks, 1, at_once, [&](std::size_t i, std::size_t, unsigned) {
    Graph graph = completion.sample(rng.stream("network", i));
    const double shift = (static_cast<double>(i) + 0.5) / static_cast<double>(num_networks);
    const Counting counting = plan_counting(knowledge, anchors, options.hops + 1,
                                            options.parameters.imputation.counted_public, shift);
    teacher.samples[i] = counting.count(graph, side_by_side);
    set_first_hop(anchors, is_public, teacher.samples[i]);
    if (i < teacher.networks.size()) teacher.networks[i] = {std::move(graph), teacher.samples[i]};
    const std::lock_guard lock(finishing);
    meter.reach(static_cast<double>(++finished) / static_cast<double>(num_networks));
  });
}

/// Of each count of each user.
HopRows medians(const std::vector<HopRows>& samples, NodeId num_users, unsigned hops) {
  HopRows rows(num_users, hops);
  std::vector<float> values(samples.size());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  for (NodeId user = 0; user < num_users; ++user) {
    for (unsigned hop = 0; hop < hops; ++hop) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = samples[i].of(user)[hop];
      std::nth_element(values.begin(), middle, values.end());
      rows.of(user)[hop] = *middle;
    }
  }
  return rows;
}

/// What completed networks with these medians lack.
Detours learn_detours(const PublicKnowledge& knowledge, const Anchors& anchors, const HopRows& completed,
                      std::size_t num_missing, const InferenceOptions& options, const SeededRng& rng,
                      const Meter& meter) {
  const Counting counting =
      plan_counting(knowledge, anchors, options.hops + 1,
                    std::min(options.parameters.imputation.counted_public, kCountedForTotals));
  const std::size_t num_public = knowledge.roles().public_users().size();
  const double missing_share =
      static_cast<double>(num_missing) / static_cast<double>(num_missing + anchors.liberal.size());
  const CountOptions one_by_one{.threads = options.threads, .memory_limit = options.memory_limit};
  const HopRows released = counting.count(anchors.known, one_by_one);
  std::vector<Hiding> hidings;
  while (hidings.size() < kHidings && counting.hops >= 5 && num_missing > 0) {
    const HiddenUsers parts =
        hide(anchors, missing_share, rng.stream("hide", hidings.size()), options.parameters.imputation);
    const HopRows left = counting.count(parts.known, one_by_one);
    hidings.push_back(compare_hidden(released, left, who_reach(completed, parts.left), num_public));
    meter.reach(static_cast<double>(hidings.size()) / static_cast<double>(kHidings));
  }
  return find_detours(released, completed, who_reach(completed, anchors.liberal), num_public, missing_share,
                      hidings, options.parameters);
}

}  // namespace

Teacher make_teacher(const PublicKnowledge& knowledge, const Anchors& anchors,
                     const InferenceOptions& options, const SeededRng& rng, const Meter& meter) {
  const NodeId num_users = knowledge.num_users();
  const std::vector<NodeId> missing = find_missing(knowledge, anchors);
  const std::size_t num_networks = missing.empty() ? 1 : num_imputed(num_users);
  Teacher teacher{std::vector<HopRows>(num_networks), {}, std::vector<Network>(num_kept(num_networks))};
  complete_networks(knowledge, anchors, missing, options, rng, meter.part(0, kCompletionsWork), teacher);
  teacher.counts = medians(teacher.samples, num_users, options.hops + 1);
  teacher.detours = learn_detours(knowledge, anchors, teacher.counts, missing.size(), options, rng,
                                  meter.part(kCompletionsWork, 1));
  return teacher;
}

}  // namespace hopveil
