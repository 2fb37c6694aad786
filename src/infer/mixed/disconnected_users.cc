// SPDX-License-Identifier: Apache-2.0
#include "infer/mixed/disconnected_users.h"

#include <algorithm>
#include <map>
#include <utility>

#include "infer/design/pooled_counts.h"
#include "infer/estimator/isolation.h"

namespace hopveil::infer {
namespace {

using Answers = std::vector<std::vector<std::int64_t>>;

/// By user: the probability to be isolated, after the answers about the disconnected ones. Users of one part
/// are isolated together: an answer that one of them has a neighbour counts for all.
std::vector<double> isolation_posteriors(const IsolationModel& model, const ImputedNetworks& imputed,
                                         std::span<const NodeId> users, const Answers& given) {
  std::vector<double> posteriors = imputed.isolation_probabilities;
  std::map<std::pair<double, std::vector<std::int64_t>>, double> known;  // many users have the same answers
  for (std::size_t i = 0; i < given.size(); ++i) {
    double& probability = posteriors[users[i]];
    if (probability == 0) continue;
    const auto [place, is_new] = known.try_emplace({probability, given[i]}, 0);
    if (is_new) place->second = model.posterior(probability, given[i]);
    probability = place->second;
  }
  for (const auto& part : imputed.disconnected.parts) {
    double least = 1;
    for (const NodeId user : part) least = std::min(least, posteriors[user]);
    for (const NodeId user : part) posteriors[user] = least;
  }
  return posteriors;
}

}  // namespace

DisconnectedUsers find_disconnected_users(const MixedSetting& setting, const ImputedNetworks& imputed,
                                          std::span<const PreferenceGroup> groups) {
  DisconnectedUsers found;
  for (const NodeId user : setting.anchors.liberal) {
    if (imputed.disconnected.is_member[user]) {
      found.users.push_back(user);
    } else if (imputed.counts.of(user)[0] == 0) {
      found.examples.push_back(user);
    }
  }
  const DesignParameters& design = setting.options.parameters.design;
  if (groups.empty() || !is_precise(groups.back(), design) || found.examples.empty()) found.users.clear();
  found.is_member.assign(setting.knowledge.num_users(), false);
  for (const NodeId user : found.users) found.is_member[user] = true;
  return found;
}

void estimate_disconnected(const Estimation& estimation, const DisconnectedUsers& disconnected,
                           const ImputedNetworks& imputed, std::span<const PreferenceGroup> respondents,
                           query::AnswerSource& answers, const SeededRng& rng, const Meter& meter) {
  if (disconnected.users.empty()) return;
  const MixedSetting& setting = estimation.setting;
  std::vector<NodeId> asked;
  for (const auto& group : respondents) asked.insert(asked.end(), group.users.begin(), group.users.end());
  const PooledCounts design(
      estimation.partners, asked,
      static_cast<double>(asked.size()) / static_cast<double>(setting.num_unobserved()));
  const Answers given = design.ask(answers, disconnected.users);
  // A pool's noise is that of its strictest respondent.
  const std::vector<double> noise(disconnected.users.size(), respondents.front().preferences.front());
  const TrainingSet training{imputed.networks, imputed.counts, disconnected.examples};
  const IsolationModel model(design, training, noise.front(), rng.stream("alone or not"));
  const std::vector<double> isolated = isolation_posteriors(model, imputed, disconnected.users, given);
  const double still_disconnected =
      truly_disconnected_share(setting.unobserved_share(), setting.options.parameters.imputation);
  std::vector<double> no_path;
  for (const NodeId user : disconnected.users) {
    no_path.push_back(isolated[user] + (1 - isolated[user]) * still_disconnected);
  }
  const PreferenceGroup group{disconnected.users, noise};
  estimate_users(estimation, {design, group, given, training, no_path, 0}, estimating_forest(setting.options),
                 rng.stream("inquiry"), meter);
  estimation.partners.add(disconnected.users);
}

}  // namespace hopveil::infer
