// SPDX-License-Identifier: Apache-2.0
#include "infer/model/imputed_networks.h"

#include <algorithm>
#include <mutex>

#include "base/parallel.h"
#include "infer/basics/count_everyone.h"
#include "infer/model/imputation.h"

namespace hopveil::infer {
namespace {

/// How many networks are imputed, by the number of users: small networks need many until medians settle; in
/// large ones the users' errors even out, and each takes time and memory. Odd, so that there is a median.
std::size_t num_imputed(std::size_t num_users) {
  constexpr std::size_t kFewest = 5, kSome = 15, kMost = 63;
  if (num_users < 20000) return std::clamp<std::size_t>(128000 / num_users, kSome + 1, kMost + 1) / 4 * 4 - 1;
  return std::clamp<std::size_t>(300000 / num_users, kFewest, kSome) | 1U;
}
/// Of these the first, kept for training.
std::size_t num_kept(std::size_t num_networks) {
  return (num_networks + 1) / 4 + (num_networks < 7 ? 1 : 0);
}
/// This many are made at the same time, at most.
constexpr std::size_t kAtOnce = 4;

std::vector<NodeId> find_unobserved(const MixedSetting& setting) {
  std::vector<NodeId> unobserved;
  for (const NodeId user : setting.knowledge.roles().private_users()) {
    if (!setting.anchors.is_liberal[user]) unobserved.push_back(user);
  }
  return unobserved;
}

/// A liberal user's public neighbours are among the known edges: nothing to sample or scale.
void set_first_hop(const Anchors& anchors, const std::vector<bool>& is_public, HopRows& counts) {
  for (const NodeId user : anchors.liberal) {
    std::size_t linked = 0;
    for (const NodeId other : anchors.known.neighbours(user)) linked += is_public[other] ? 1U : 0U;
    counts.of(user)[0] = static_cast<float>(linked);
  }
}

HopRows rows_of(std::span<const NodeId> users, const HopRows& counts) {
  HopRows rows(users.size(), counts.hops());
  for (std::size_t i = 0; i < users.size(); ++i) std::ranges::copy(counts.of(users[i]), rows.of(i).begin());
  return rows;
}

/// Fills samples and networks, which have their numbers already, and who is disconnected.
void sample_networks(const MixedSetting& setting, const SeededRng& rng, const Meter& meter,
                     ImputedNetworks& imputed) {
  const query::PublicKnowledge& knowledge = setting.knowledge;  // clang++ 14 captures no structured bindings
  const Anchors& anchors = setting.anchors;
  const InferenceOptions& options = setting.options;
  std::vector<bool> is_public(knowledge.num_users(), false);
  for (const NodeId user : knowledge.roles().public_users()) is_public[user] = true;
  const std::vector<NodeId> unobserved = find_unobserved(setting);
  const Imputation imputation(anchors.known, is_public, anchors.liberal, unobserved,
                              options.parameters.imputation);
  imputed.disconnected = imputation.disconnected();
  imputed.isolation_probabilities = imputation.isolation_probabilities();
  const std::size_t num_networks = imputed.samples.size();
  const auto at_once =
      static_cast<unsigned>(std::min({num_networks, kAtOnce, std::size_t{resolve_threads(options.threads)}}));
  std::mutex finishing;
  std::size_t finished = 0;
  parallel_chunks(num_networks, 1, at_once, [&](std::size_t i, std::size_t, unsigned) {
    Graph graph = imputation.sample(rng.stream("network", i));
    const double shift = (static_cast<double>(i) + 0.5) / static_cast<double>(num_networks);
    const PublicSample sample(anchors.known, knowledge.roles().public_users(),
                              options.parameters.imputation.counted_public, shift);
    HopRows counts = sample.count(graph, setting.counted_hops(), options, at_once);
    set_first_hop(anchors, is_public, counts);
    imputed.samples[i] = rows_of(imputed.anchors, counts);
    if (i < imputed.networks.size()) {
      imputed.networks[i] = {ListPerUser(graph, anchors.is_liberal), std::move(counts)};
    }
    if (i < imputed.whole.size()) imputed.whole[i] = std::move(graph);
    const std::lock_guard lock(finishing);
    meter.reach(static_cast<double>(++finished) / static_cast<double>(num_networks));
  });
}

/// Of each count of each anchor; 0 for all others.
HopRows medians(const ImputedNetworks& imputed, NodeId num_users, unsigned hops) {
  HopRows rows(num_users, hops);
  std::vector<float> values(imputed.samples.size());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  for (std::size_t anchor = 0; anchor < imputed.anchors.size(); ++anchor) {
    for (unsigned hop = 0; hop < hops; ++hop) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = imputed.samples[i].of(anchor)[hop];
      std::nth_element(values.begin(), middle, values.end());
      rows.of(imputed.anchors[anchor])[hop] = *middle;
    }
  }
  return rows;
}

}  // namespace

ImputedNetworks impute_networks(const MixedSetting& setting, const SeededRng& rng, const Meter& meter) {
  const NodeId num_users = setting.knowledge.num_users();
  const std::size_t num_networks =
      setting.num_unobserved() == 0 ? 1 : std::min(setting.most_networks, num_imputed(num_users));
  const auto public_users = setting.knowledge.roles().public_users();
  ImputedNetworks imputed{{public_users.begin(), public_users.end()},
                          std::vector<HopRows>(num_networks),
                          {},
                          std::vector<CountedNetwork>(num_kept(num_networks)),
                          std::vector<Graph>(std::min(setting.kept_whole, num_kept(num_networks)))};
  imputed.anchors.insert(imputed.anchors.end(), setting.anchors.liberal.begin(),
                         setting.anchors.liberal.end());
  sample_networks(setting, rng, meter, imputed);
  imputed.counts = medians(imputed, num_users, setting.counted_hops());
  return imputed;
}

}  // namespace hopveil::infer
