// SPDX-License-Identifier: Apache-2.0
#include "evaluate/runner.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>

#include <hopveil/errors.h>

#include "base/parallel.h"
#include "base/seeded_rng.h"

namespace hopveil::evaluation {
namespace {

/// One run on one graph: everything in it shares the preferences' assignment and the workspace.
struct Unit {
  const ExperimentGraph* graph;
  const PreferenceGroups* groups;  ///< null: the graph has its own preferences
  std::uint64_t run;

  std::string prefs() const { return groups != nullptr ? groups_text(*groups) : graph->preferences_name; }
};

/// A planned run with its mechanism made, shared by all threads.
struct ReadyRun {
  PlannedRun plan;
  std::unique_ptr<mechanism::Mechanism> mechanism;
};

std::vector<Unit> all_units(const ExperimentSpec& spec) {
  std::vector<Unit> units;
  for (const ExperimentGraph& graph : spec.graphs) {
    std::vector<const PreferenceGroups*> sources;
    if (spec.prefs.empty()) sources.push_back(nullptr);
    for (const PreferenceGroups& groups : spec.prefs) sources.push_back(&groups);
    for (const PreferenceGroups* groups : sources) {
      for (std::uint64_t run = 0; run < spec.runs; ++run) units.push_back({&graph, groups, run});
    }
  }
  return units;
}

Preferences preferences_of(const Unit& unit, const SeededRng& seeded) {
  if (unit.groups == nullptr) return unit.graph->preferences.value();
  SeededRng assignment = seeded.stream("groups/" + groups_text(*unit.groups), unit.run);
  return dp::assign_equal_groups(unit.graph->roles.private_users().size(), *unit.groups, assignment);
}

mechanism::Setting setting_of(const Unit& unit, const SeededRng& seeded) {
  return mechanism::Setting(unit.graph->graph, unit.graph->roles, preferences_of(unit, seeded));
}

class Runner {
 public:
  Runner(const ExperimentSpec& spec, RunnerOptions options)
      : spec_(spec), options_(std::move(options)), seeded_(spec.seed), units_(all_units(spec)) {
    for (PlannedRun& plan : plan_runs(spec)) {
      auto mechanism = plan.mechanism->make(plan.options);
      runs_.push_back({std::move(plan), std::move(mechanism)});
    }
    results_.resize(units_.size());
  }

  std::vector<UnitResult> run() {
    check_experiment(spec_);
    validate();
    take_over_done();
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      if (results_[i].errors.empty()) open.push_back(i);
    }
    total_ = open.size() * runs_.size();
    const unsigned threads = resolve_threads(options_.threads);
    const bool spread = open.size() >= threads;
    parallel_chunks(open.size(), 1, spread ? threads : 1, [&](std::size_t begin, std::size_t, unsigned) {
      run_unit(open[begin], spread ? 1 : threads, spread ? threads : 1);
    });
    return std::move(results_);
  }

 private:
  /// Options that cannot work fail here, not after an hour.
  void validate() const {
    for (const Unit& unit : units_) {
      if (unit.run != 0) continue;
      const mechanism::Setting setting = setting_of(unit, seeded_);
      for (const ReadyRun& ready : runs_) ready.mechanism->validate(setting);
    }
  }

  void take_over_done() {
    for (UnitResult& result : options_.done) {
      const auto place = std::ranges::find_if(units_, [&](const Unit& unit) {
        return unit.graph->name == result.graph && unit.prefs() == result.prefs && unit.run == result.run;
      });
      if (place != units_.end())
        results_[static_cast<std::size_t>(place - units_.begin())] = std::move(result);
    }
  }

  void run_unit(std::size_t index, unsigned counting_threads, unsigned units_at_once) {
    const Unit& unit = units_[index];
    const mechanism::Setting setting = setting_of(unit, seeded_);
    const CountOptions counting{.threads = counting_threads, .counters_at_once = units_at_once};
    mechanism::Workspace workspace(setting, counting);
    workspace.set_network_counter(options_.network_counter);
    const unsigned most_hops = *std::ranges::max_element(spec_.hops);
    const ExactCounts truth = workspace.true_counts(most_hops);
    const dp::PreferenceLevels levels = dp::preference_levels(setting.preferences());
    UnitResult result{unit.graph->name, unit.prefs(), unit.run, 0, levels.names, {}, {}};
    std::optional<ExactCounts> true_reach;
    if (spec_.reach) true_reach = exact_reach(unit.graph->graph, unit.graph->roles, most_hops, counting);
    std::vector<mechanism::NoisyTable> tables;
    mechanism::BudgetTrace trace;
    for (const ReadyRun& ready : runs_) {
      SeededRng random = seeded_.stream(unit.prefs() + "/" + ready.plan.stream, unit.run);
      tables.resize(ready.plan.objectives.size());
      ready.mechanism->run_for_objectives(setting, workspace, random, ready.plan.objectives, tables, trace);
      for (std::size_t i = 0; i < tables.size(); ++i) {
        const mechanism::NoisyTable& table = tables[i];
        if (true_reach && table.reach() != nullptr && table.hops() == most_hops) {
          result.reach.push_back(
              {ready.plan.line_name(ready.plan.objectives[i]), reach_errors(*table.reach(), *true_reach)});
        }
        for (const unsigned hops : ready.plan.hops) {
          for (const mechanism::Postprocess postprocess : ready.plan.postprocess) {
            const bool clamp = postprocess == mechanism::Postprocess::kClamp;
            result.errors.push_back(errors_of_table(table, truth, hops, levels, clamp, setting.num_public()));
          }
        }
      }
      report_progress();
    }
    add_floor(truth, levels, result);
    if (true_reach) add_reach_floor(unit, setting, *true_reach, counting, result);
    result.counts_made = workspace.counts_made();
    finish(index, std::move(result));
  }

  void add_floor(const ExactCounts& truth, const dp::PreferenceLevels& levels, UnitResult& result) const {
    for (const unsigned hops : spec_.hops) {
      result.errors.push_back(errors_of_constants(std::vector<std::uint32_t>(hops, 0), truth, levels));
      result.errors.push_back(errors_of_constants(hop_medians(truth, hops), truth, levels));
    }
  }

  void add_reach_floor(const Unit& unit, const mechanism::Setting& setting, const ExactCounts& true_reach,
                       const CountOptions& counting, UnitResult& result) const {
    result.reach.push_back({kZerosName, reach_errors_of_zeros(true_reach)});
    auto scaled = reach_errors_of_scaled_share(unit.graph->graph, unit.graph->roles, setting.preferences(),
                                               true_reach, counting);
    if (scaled) result.reach.push_back({kScaledShareName, std::move(*scaled)});
  }

  void report_progress() {
    if (!options_.progress) return;
    const std::lock_guard lock(mutex_);
    options_.progress(++finished_, total_);
  }

  void finish(std::size_t index, UnitResult result) {
    const std::lock_guard lock(mutex_);
    if (options_.on_result) options_.on_result(result);
    results_[index] = std::move(result);
  }

  const ExperimentSpec& spec_;
  RunnerOptions options_;
  SeededRng seeded_;
  std::vector<Unit> units_;
  std::vector<ReadyRun> runs_;
  std::vector<UnitResult> results_;
  std::mutex mutex_;
  std::uint64_t finished_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

std::vector<UnitResult> run_experiment(const ExperimentSpec& spec, RunnerOptions options) {
  const StopScope scope(options.stop);
  return Runner(spec, std::move(options)).run();
}

}  // namespace hopveil::evaluation
