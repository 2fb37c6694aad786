#include "infer/mixed/mixed_inference.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "infer/correction/path_length_hold_outs.h"
#include "infer/mixed/disconnected_users.h"
#include "infer/reach/released_reach.h"

namespace hopveil::infer {
namespace {

/// About the shares of the time that the stages take, in their order.
constexpr double kImputed = 0.28, kHeldOut = 0.33, kCalibrated = 0.39;

/// All who are asked for numbers of neighbours, by rising preference.
std::vector<PreferenceGroup> asked_groups(const MixedSetting& setting) {
  std::vector<NodeId> asked;
  for (const NodeId user : setting.knowledge.roles().private_users()) {
    if (!setting.anchors.is_liberal[user]) asked.push_back(user);
  }
  return group_by_preference(setting.knowledge, asked, setting.options.parameters.design);
}

/// A liberal user's counts in the imputed networks are its possible counts.
void write_liberal_users(const MixedSetting& setting, const ImputedNetworks& imputed, Tables& tables) {
  const std::vector<NodeId>& liberal = setting.anchors.liberal;
  const std::size_t first_liberal = setting.num_public();  // among the anchors
  const auto write = [&](std::size_t i) {
    std::vector<WeightedCounts> by_hop(setting.counted_hops());
    for (const HopRows& sample : imputed.samples) {
      const auto row = sample.of(first_liberal + i);
      for (unsigned hop = 0; hop < by_hop.size(); ++hop) by_hop[hop].emplace_back(row[hop], 1.0F);
    }
    for (WeightedCounts& counts : by_hop) std::ranges::sort(counts);
    tables.write({&liberal[i], 1}, by_hop, Estimates::From::kNetworks);
  };
  parallel_chunks(liberal.size(), 64, setting.options.threads,
                  [&](std::size_t begin, std::size_t end, unsigned) {
                    for (std::size_t i = begin; i < end; ++i) write(i);
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

std::vector<InferredCounts> infer_mixed(const query::PublicKnowledge& knowledge, query::AnswerSource& answers,
                                        std::vector<NodeId> liberal, const SeededRng& rng,
                                        const InferenceOptions& options,
                                        std::span<const Objective> objectives) {
  const Meter meter(options.progress);
  const Anchors anchors = ask_anchors(knowledge, answers, std::move(liberal));
  const MixedSetting setting{knowledge, anchors, options};

  const SeededRng of_networks = rng.stream("teacher");
  const ImputedNetworks imputed = impute_networks(setting, of_networks, meter.part(0, kImputed));
  const PathLengthCorrection path_lengths =
      measure_path_length_bias(setting, imputed.counts, of_networks, meter.part(kImputed, kHeldOut));
  const Calibration calibration = calibrate(knowledge, anchors, options, rng.stream("calibration"));
  meter.reach(kCalibrated);

  Tables tables(knowledge, options, objectives, calibration, path_lengths);
  write_liberal_users(setting, imputed, tables);

  const std::vector<PreferenceGroup> groups = asked_groups(setting);
  const DisconnectedUsers disconnected = find_disconnected_users(setting, imputed, groups);
  Partners partners(knowledge, anchors, imputed.counts, disconnected.is_member);
  const TrainingSet training{imputed.networks, imputed.counts, anchors.liberal};
  const Estimation estimation{setting, training, partners, tables};
  AskedMeter asked(meter.part(kCalibrated, 1), groups);
  const auto estimate = [&](std::span<const PreferenceGroup> of_groups) {
    for (auto group = of_groups.rbegin(); group != of_groups.rend(); ++group) {
      estimate_group(estimation, *group, answers, rng.stream("group", group->users.front()),
                     asked.next(*group));
    }
  };
  const auto first_precise = std::ranges::find_if(
      groups, [&](const PreferenceGroup& group) { return is_precise(group, options.parameters.design); });
  const std::span<const PreferenceGroup> noisy(groups.begin(), first_precise);
  const std::span<const PreferenceGroup> precise(first_precise, groups.end());
  estimate(precise);
  estimate_disconnected(estimation, disconnected, imputed, precise, answers, rng, asked.here());
  estimate(noisy);
  std::vector<InferredCounts> inferred = tables.take();
  if (options.reach) add_released_reach(knowledge, anchors, options, rng.stream("reach"), inferred);
  return inferred;
}

}  // namespace hopveil::infer
