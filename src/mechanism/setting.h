// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <hopveil/count.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "base/progress.h"
#include "dp/sampling.h"
#include "dp/step_observer.h"
#include "graph/edge_subset.h"
#include "query/edge_source.h"

namespace hopveil::audit {
class StepObservation;
}
namespace hopveil::mechanism {

/// A network with its users' roles and preferences, as every mechanism starts from it. Immutable, shared by
/// runs.
class Setting {
 public:
  /// `preferences` are those that the mechanism may spend: the users' own, times the budget share of the
  /// release.
  Setting(const Graph& graph, const UserRoles& roles, const Preferences& preferences);

  const Graph& graph() const { return graph_; }
  const UserRoles& roles() const { return roles_; }
  const Preferences& preferences() const { return preferences_; }
  /// Found when first asked for, by any thread: mechanisms that sample no edges do without.
  const dp::SamplingLevels& edge_levels() const;
  const dp::SamplingLevels& row_levels() const { return row_levels_; }
  /// The paper's m and m_p.
  std::size_t num_private() const { return roles_.private_users().size(); }
  std::uint32_t num_public() const { return static_cast<std::uint32_t>(roles_.public_users().size()); }

 private:
  Graph graph_;
  UserRoles roles_;
  Preferences preferences_;
  struct EdgeLevels;
  std::shared_ptr<EdgeLevels> edge_levels_;
  dp::SamplingLevels row_levels_;
};

/// What one run at a time works in; reused from run to run without allocating.
class Workspace {
 public:
  /// Makes the source of true answers for what is known; it outlives neither.
  using EdgeSourceMaker =
      std::function<std::unique_ptr<query::EdgeSource>(const query::PublicKnowledge& knowledge)>;

  Workspace(const Setting& setting, const CountOptions& options);

  /// Prepares to count, which otherwise waits for the first count. Throws InputError when the memory that
  /// counting may use does not suffice: for mechanisms that count the network itself, before they run.
  void prepare_counting() { counter(); }
  /// f_1 .. f_hops of the whole graph: exact, counted when first asked for.
  const ExactCounts& true_counts(unsigned hops);
  /// f_hop of RS(G, sP, T), by row: draws the sample, then counts on it. Valid until the next call.
  std::span<const std::uint32_t> sampled_hop(RandomSource& random, const dp::SamplingBudget& budget,
                                             unsigned hop);
  /// max_i f_1(i) of the sample that sampled_hop drew last.
  std::uint32_t largest_first_hop_of_sample();
  /// Room for one number per private user.
  std::span<std::uint32_t> row_buffer() { return row_buffer_; }
  /// How to count, for mechanisms that make networks of their own.
  const CountOptions& counting() const { return counting_; }
  /// Whom long runs tell how far they are, in steps that no protected edge decides on.
  const Progress& progress() const { return progress_; }
  void set_progress(Progress progress) { progress_ = std::move(progress); }
  /// Whom every noisy step reports to; no observer, except in an audit: only src/audit has the class that may
  /// set it, and a release cannot include it.
  dp::StepObserver* observer() const { return observer_; }
  /// Where protected edges come from, for mechanisms that ask a QueryLayer; empty: the setting's graph.
  const EdgeSourceMaker& edge_source() const { return edge_source_; }
  void set_edge_source(EdgeSourceMaker maker) { edge_source_ = std::move(maker); }
  /// Who counts in networks that a mechanism makes from noisy answers; empty: this process.
  const NetworkCounter& network_counter() const { return network_counter_; }
  void set_network_counter(NetworkCounter counter) { network_counter_ = std::move(counter); }
  /// How often a graph, whole or sampled, has been counted here.
  std::uint64_t counts_made() const { return counts_made_; }

 private:
  friend class audit::StepObservation;

  FingerprintCounter& counter();

  const Setting& setting_;
  CountOptions counting_;
  Progress progress_;
  std::optional<FingerprintCounter> counter_;
  EdgeSubset sample_;
  std::vector<std::uint32_t> sampled_;
  std::optional<ExactCounts> true_counts_;
  std::vector<std::uint32_t> row_buffer_;
  dp::StepObserver* observer_ = nullptr;
  EdgeSourceMaker edge_source_;
  NetworkCounter network_counter_;
  std::uint64_t counts_made_ = 0;
};

}  // namespace hopveil::mechanism
