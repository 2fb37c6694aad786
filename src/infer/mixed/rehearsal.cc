// SPDX-License-Identifier: Apache-2.0
#include "infer/mixed/rehearsal.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "graph/builder.h"
#include "infer/basics/count_everyone.h"
#include "infer/basics/random_draws.h"
#include "infer/basics/simulated_network.h"
#include "infer/correction/path_length_hold_outs.h"
#include "infer/loss/comparison.h"
#include "infer/mixed/posteriors.h"

namespace hopveil::infer {
namespace {

constexpr std::size_t kRehearsals = 2;
constexpr std::size_t kHoldOuts = 2, kNetworks = 5;
constexpr NodeId kLarge = 20000;

/// Errors are looked at, not published: less effort is enough.
InferenceOptions light(const InferenceOptions& options) {
  InferenceOptions result = options;
  result.progress = {};
  InferenceParameters& parameters = result.parameters;
  parameters.imputation.counted_public = std::min<std::size_t>(parameters.imputation.counted_public, 256);
  parameters.estimator.trees = parameters.validation.trees;
  parameters.estimator.examples_per_tree = parameters.validation.examples_per_tree;
  parameters.validation = {.users = 100, .trees = 3, .examples_per_tree = 500};
  return result;
}

/// A network that is taken as the true one.
struct Stage {
  std::span<const NodeId> users;  ///< their numbers in the true one
  const Graph& graph;
  const HopRows& counts;  ///< by user
  const UserRoles& roles;
};

/// The released network without the users of whom no edge is known, numbered anew.
struct ReleasedPart {
  std::vector<NodeId> users;
  Graph graph;
  UserRoles roles;
  HopRows counts;
};

ReleasedPart released_part(const MixedSetting& setting) {
  const UserRoles& roles = setting.knowledge.roles();
  constexpr NodeId kNone = 0xFFFFFFFF;
  std::vector<NodeId> number(setting.knowledge.num_users(), kNone);
  std::vector<NodeId> users, public_users;
  for (NodeId user = 0; user < setting.knowledge.num_users(); ++user) {
    if (!roles.is_public(user) && !setting.anchors.is_liberal[user]) continue;
    number[user] = static_cast<NodeId>(users.size());
    if (roles.is_public(user)) public_users.push_back(number[user]);
    users.push_back(user);
  }
  std::vector<Edge> edges;
  for (NodeId user = 0; user < setting.knowledge.num_users(); ++user) {
    for (const NodeId other : setting.anchors.known.neighbours(user)) {
      if (user < other) edges.push_back({number[user], number[other]});
    }
  }
  const auto size = static_cast<NodeId>(users.size());
  ReleasedPart part{std::move(users),
                    graph_from_edges(size, std::move(edges)),
                    UserRoles(size, std::move(public_users)),
                    {}};
  const InferenceOptions& options = setting.options;
  part.counts =
      PublicSample(part.graph, part.roles.public_users(), options.parameters.imputation.counted_public)
          .count(part.graph, setting.counted_hops(), options);
  return part;
}

/// The users of a stage with preferences of users of the setting, and the edges of those who are liberal.
struct Cast {
  query::PublicKnowledge knowledge;
  Anchors anchors;
};

Cast deal_out(const MixedSetting& setting, const Stage& stage, SeededRng rng) {
  const auto all = setting.knowledge.roles().private_users();
  std::vector<NodeId> parts(all.begin(), all.end());
  Dice(rng).shuffle(parts);
  const auto private_users = stage.roles.private_users();
  std::vector<Epsilon> preferences;
  Anchors anchors{{}, std::vector<bool>(stage.graph.num_nodes(), false), {}};
  for (std::size_t row = 0; row < private_users.size(); ++row) {
    preferences.push_back(setting.knowledge.preference(parts[row]));
    if (!setting.anchors.is_liberal[parts[row]]) continue;
    anchors.liberal.push_back(private_users[row]);
    anchors.is_liberal[private_users[row]] = true;
  }
  std::vector<Edge> edges;
  const auto is_anchor = [&](NodeId user) { return stage.roles.is_public(user) || anchors.is_liberal[user]; };
  for (NodeId user = 0; user < stage.graph.num_nodes(); ++user) {
    if (!is_anchor(user)) continue;
    for (const NodeId other : stage.graph.neighbours(user)) {
      if (user < other && is_anchor(other)) edges.push_back({user, other});
    }
  }
  anchors.known = graph_from_edges(stage.graph.num_nodes(), std::move(edges));
  return {setting.knowledge.made_up(stage.users, stage.roles, Preferences(std::move(preferences))),
          std::move(anchors)};
}

void rehearse_on(const Stage& stage, const MixedSetting& setting, const SeededRng& rng, Records& records) {
  const Progress silent;
  const Meter meter(silent);
  const InferenceOptions options = light(setting.options);
  const Cast cast = deal_out(setting, stage, rng.stream("cast"));
  if (cast.anchors.liberal.empty()) return;
  const MixedSetting rehearsed{cast.knowledge, cast.anchors, options, kNetworks};
  if (asked_groups(rehearsed).size() + 1 != records.size()) return;  // too few users for all kinds
  const ImputedNetworks imputed = impute_networks(rehearsed, rng.stream("networks"), meter);
  const PathLengthCorrection path_lengths =
      measure_path_length_bias(rehearsed, imputed.counts, rng.stream("networks"), meter, kHoldOuts);
  SimulatedNetwork answers(stage.graph, cast.knowledge, rng.stream("answers"));
  Comparison comparison(cast.knowledge, options, path_lengths);
  infer_posteriors(rehearsed, imputed, answers, rng.stream("posteriors"), meter, comparison);
  comparison.add_to(stage.counts, records);
}

}  // namespace

std::size_t num_rehearsals(const query::PublicKnowledge& knowledge) {
  return knowledge.num_users() < kLarge ? kRehearsals : 1;
}

Calibration rehearse(const MixedSetting& setting, const ImputedNetworks& imputed, const SeededRng& rng,
                     const Meter& meter) {
  const unsigned hops = setting.options.hops;
  const std::size_t kinds = 1 + asked_groups(setting).size();
  Records of_imputed(kinds, std::vector<HopRecord>(hops)), of_released = of_imputed;
  if (setting.num_unobserved() > 0) {
    const std::size_t rehearsals = imputed.whole.size();
    const ReleasedPart part = released_part(setting);
    std::vector<NodeId> everybody(setting.knowledge.num_users());
    std::iota(everybody.begin(), everybody.end(), NodeId{0});
    for (std::size_t i = 0; i < rehearsals; ++i) {
      rehearse_on({everybody, imputed.whole[i], imputed.networks[i].counts, setting.knowledge.roles()},
                  setting, rng.stream("imputed", i), of_imputed);
      rehearse_on({part.users, part.graph, part.counts, part.roles}, setting, rng.stream("released", i),
                  of_released);
      meter.reach(static_cast<double>(i + 1) / static_cast<double>(rehearsals));
    }
  }
  return calibrate(std::array{std::move(of_imputed), std::move(of_released)}, setting.options);
}

}  // namespace hopveil::infer
