// SPDX-License-Identifier: Apache-2.0
#include "infer/mixed/posteriors.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "infer/mixed/disconnected_users.h"

namespace hopveil::infer {
namespace {

/// A liberal user's counts in the imputed networks are its possible counts. Those of whom others are asked
/// are left out: their possible counts come from the answers.
void write_liberal_users(const MixedSetting& setting, const ImputedNetworks& imputed,
                         const std::vector<bool>& left_out, PosteriorSink& sink) {
  const std::vector<NodeId>& liberal = setting.anchors.liberal;
  const std::size_t first_liberal = setting.num_public();  // among the anchors
  const auto write = [&](std::size_t i) {
    std::vector<WeightedCounts> by_hop(setting.counted_hops());
    for (const HopRows& sample : imputed.samples) {
      const auto row = sample.of(first_liberal + i);
      for (unsigned hop = 0; hop < by_hop.size(); ++hop) by_hop[hop].emplace_back(row[hop], 1.0F);
    }
    for (WeightedCounts& counts : by_hop) std::ranges::sort(counts);
    sink.write({&liberal[i], 1}, by_hop, 0);
  };
  parallel_chunks(liberal.size(), 64, setting.options.threads,
                  [&](std::size_t begin, std::size_t end, unsigned) {
                    for (std::size_t i = begin; i < end; ++i) {
                      if (!left_out[liberal[i]] && sink.wants(liberal[i])) write(i);
                    }
                  });
}

/// Where the progress bar is, by how many of the users who are asked have been estimated.
class AskedMeter {
 public:
  AskedMeter(const Meter& meter, std::span<const PreferenceGroup> groups) : meter_(meter) {
    for (const PreferenceGroup& group : groups) all_ += group.users.size();
  }
  /// Work that is small beside that of the groups.
  Meter here() const { return meter_.part(share(), share()); }
  Meter next(const PreferenceGroup& group) {
    const double begin = share();
    asked_ += group.users.size();
    return meter_.part(begin, share());
  }

 private:
  double share() const { return all_ == 0 ? 1 : static_cast<double>(asked_) / static_cast<double>(all_); }
  const Meter meter_;
  std::size_t all_ = 0, asked_ = 0;
};

}  // namespace

std::vector<PreferenceGroup> asked_groups(const MixedSetting& setting) {
  std::vector<NodeId> asked;
  for (const NodeId user : setting.knowledge.roles().private_users()) {
    if (!setting.anchors.is_liberal[user]) asked.push_back(user);
  }
  return group_by_preference(setting.knowledge, asked, setting.options.parameters.design);
}

void infer_posteriors(const MixedSetting& setting, const ImputedNetworks& imputed,
                      query::AnswerSource& answers, const SeededRng& rng, const Meter& meter,
                      PosteriorSink& sink) {
  const std::vector<PreferenceGroup> groups = asked_groups(setting);
  const DisconnectedUsers disconnected = find_disconnected_users(setting, imputed, groups);
  write_liberal_users(setting, imputed, disconnected.is_member, sink);
  Partners partners(setting.knowledge, setting.anchors, imputed.counts, disconnected.is_member);
  const TrainingSet training{imputed.networks, imputed.counts, setting.anchors.liberal};
  const Estimation estimation{setting, training, partners, sink};
  AskedMeter asked(meter, groups);
  const auto estimate = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = end; i-- > begin;) {
      const PreferenceGroup& group = groups[i];
      estimate_group(estimation, group, i + 1, answers, rng.stream("group", group.users.front()),
                     asked.next(group));
    }
  };
  const auto first_precise = static_cast<std::size_t>(
      std::ranges::find_if(groups,
                           [&](const PreferenceGroup& group) {
                             return is_precise(group, setting.options.parameters.design);
                           }) -
      groups.begin());
  estimate(first_precise, groups.size());
  estimate_disconnected(estimation, disconnected, imputed, std::span(groups).subspan(first_precise), answers,
                        rng, asked.here());
  estimate(0, first_precise);
}

}  // namespace hopveil::infer
