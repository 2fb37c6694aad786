// SPDX-License-Identifier: Apache-2.0
#include "mechanism/setting.h"

#include <algorithm>
#include <mutex>

#include "base/check.h"

namespace hopveil::mechanism {

struct Setting::EdgeLevels {
  std::once_flag found;
  std::optional<dp::SamplingLevels> levels;
};

Setting::Setting(const Graph& graph, const UserRoles& roles, const Preferences& preferences)
    : graph_(graph),
      roles_(roles),
      preferences_(preferences),
      edge_levels_(std::make_shared<EdgeLevels>()),
      row_levels_(dp::SamplingLevels::of_rows(preferences)) {
  check(preferences.size() == roles.private_users().size(),
        "preferences and private users do not fit together");
}

const dp::SamplingLevels& Setting::edge_levels() const {
  std::call_once(edge_levels_->found,
                 [&] { edge_levels_->levels = dp::SamplingLevels::of_edges(graph_, roles_, preferences_); });
  return *edge_levels_->levels;
}

Workspace::Workspace(const Setting& setting, const CountOptions& options)
    : setting_(setting),
      counting_(options),
      sample_(setting.graph().num_edges()),
      sampled_(setting.num_private()),
      row_buffer_(setting.num_private()) {}

FingerprintCounter& Workspace::counter() {
  if (!counter_) counter_.emplace(setting_.graph(), setting_.roles(), counting_);
  return *counter_;
}

const ExactCounts& Workspace::true_counts(unsigned hops) {
  if (!true_counts_ || true_counts_->hops() < hops) {
    true_counts_.emplace();
    counter().count(hops, *true_counts_);
    ++counts_made_;
  }
  return *true_counts_;
}

std::span<const std::uint32_t> Workspace::sampled_hop(RandomSource& random, const dp::SamplingBudget& budget,
                                                      unsigned hop) {
  dp::sample_edges(random, setting_.edge_levels(), budget, sample_);
  counter().count_hop(sample_, hop, sampled_);
  ++counts_made_;
  return sampled_;
}

std::uint32_t Workspace::largest_first_hop_of_sample() {
  counter().count_hop(sample_, 1, row_buffer_);
  ++counts_made_;
  return row_buffer_.empty() ? 0 : *std::ranges::max_element(row_buffer_);
}

}  // namespace hopveil::mechanism
