// SPDX-License-Identifier: Apache-2.0
#include "audit/audit.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "audit/exact.h"
#include "audit/named_pairs.h"
#include "audit/samples.h"
#include "base/plural.h"
#include "base/stop.h"
#include "dp/preferences.h"

namespace hopveil::audit {
namespace {

constexpr std::uint64_t kFewestRuns = 200;
constexpr std::uint64_t kMostRuns = 400'000;
/// So that a larger hub is not measured so much worse that its epsilon seems smaller.
constexpr std::uint64_t kFewestGrowthRuns = 8000;
/// What the runs of one row may hold in memory.
constexpr double kMostBytes = 1 << 28;
constexpr std::array<unsigned, 6> kHubSizes = {4, 8, 16, 32, 64, 128};
/// A loss that the rounding of its own sum puts above the level is none.
constexpr double kRounding = 1e-9;

/// One row that is to be done.
struct PlannedRow {
  const AuditSubject* subject;
  const NeighbouringPair* pair;
  unsigned hops;
  std::unique_ptr<mechanism::Mechanism> mechanism;
  bool infers;
  std::uint64_t runs = 0;
};

bool all_alike(const Preferences& preferences) {
  return dp::distinct_preferences(preferences).size() <= 1;
}

PlannedRow plan_row(const AuditSubject& subject, const NeighbouringPair& pair, std::optional<unsigned> hops) {
  PlannedRow row{&subject, &pair, subject.is_part ? 1 : hops.value_or(pair.hops), nullptr, false};
  row.mechanism = subject.with_hops(row.hops);
  row.mechanism->validate(mechanism::Setting(pair.with, pair.roles, pair.preferences));
  row.infers = publishes_inferences(*row.mechanism, pair);
  return row;
}

/// Microseconds that one run and looking at it cost: measured once, on one core. No clock is read, so that
/// the same time gives the same answer everywhere.
double cost_of_run(const PlannedRow& row) {
  const auto rows = static_cast<double>(row.pair->roles.private_users().size());
  const auto users = static_cast<double>(row.pair->with.num_nodes());
  const auto edges = static_cast<double>(row.pair->with.num_edges());
  if (row.subject->is_part) return 10 + rows * users;
  if (!row.infers) return 1 + 0.3 * rows * row.hops + 0.02 * edges * row.hops;
  // Answers twice (drawn, and played back on the other network), and a table for every hundred of them. With
  // several preferences the later questions depend on what is inferred from the first answers.
  return (all_alike(row.pair->preferences) ? 20 + 2 * rows : 400 + 20 * rows) + 0.1 * edges;
}

/// How many runs on each network a row gets for `seconds`.
std::uint64_t runs_for(double seconds, const PlannedRow& row) {
  const auto columns = static_cast<double>(row.pair->roles.private_users().size() * row.hops);
  const double kept = std::min(columns, static_cast<double>(kMostColumns)) + 1;
  const double most = std::min(static_cast<double>(kMostRuns), kMostBytes / (32 * kept));
  return static_cast<std::uint64_t>(
      std::clamp(seconds * 1e6 / (2 * cost_of_run(row)), static_cast<double>(kFewestRuns), most));
}

/// Only where the sampling keeps every edge for certain: one preference for all, or no sampling.
std::optional<PlayBack> played_back(const PlannedRow& row, std::uint64_t seed) {
  if (row.subject->has_threshold && !all_alike(row.pair->preferences)) return {};
  return play_back(*row.mechanism, *row.pair, seed);
}

std::optional<double> exact_epsilon(const PlannedRow& row, const std::optional<PlayBack>& played) {
  // What is asked alone is also what is shown.
  if (played && (played->exact || (row.subject->is_part && !played->leaks_past_noise))) return played->loss;
  // One hop, sampled: Theorem 3 written down. The trace shows which share of the budget the hop got.
  if (!row.subject->has_threshold || row.hops != 1 || !row.pair->level()) return {};
  const mechanism::Setting setting(row.pair->with, row.pair->roles, row.pair->preferences);
  mechanism::Workspace workspace(setting, {.threads = 1});
  SeededRng random(1);
  mechanism::NoisyTable table;
  mechanism::BudgetTrace trace;
  row.mechanism->run(setting, workspace, random, table, trace);
  if (trace.size() != 1) return {};
  return first_hop_loss(*row.pair, trace.front().share,
                        row.subject->options.threshold.resolve(row.pair->preferences));
}

void judge(AuditRow& row) {
  if (!row.promised) {
    row.verdict = AuditVerdict::kNotPromised;
    return;
  }
  const double promised = row.promised->value();
  row.verdict = AuditVerdict::kViolation;
  if (row.played && row.played->leaks_past_noise) {
    row.reason = "something exact gets past the noise";
  } else if (row.statistical.bound > promised) {
    row.reason = fmt::format("epsilon is at least {:.3g}", row.statistical.bound);
  } else if (row.exact && *row.exact > promised + kRounding) {
    row.reason = fmt::format("epsilon is exactly {:.3g}", *row.exact);
  } else if (row.played && !row.played->keeps_declared()) {
    const ComparedStep& worst = *row.played->worst();
    row.reason = fmt::format("\"{}\" moves by {:g}, declared {:g}", worst.name, worst.change, worst.declared);
  } else if (row.statistical.noise && row.played && row.played->loss > promised + kRounding) {
    row.reason = fmt::format("its noisy answers lose {:.3g}", row.played->loss);
  } else if (row.statistical.noise && row.statistical.noise->too_narrow()) {
    row.reason = fmt::format("noise for {:.3g} where {:.3g} is said", row.statistical.noise->at_least,
                             row.statistical.noise->said);
  } else if (row.statistical.largest_possible <= promised && !row.exact) {
    row.verdict = AuditVerdict::kInconclusive;
    row.reason = fmt::format("{} cannot give a bound above {:.3g}", plural(row.statistical.runs, "run"),
                             row.statistical.largest_possible);
  } else {
    row.verdict = AuditVerdict::kNoneFound;
  }
}

/// Counts finished runs for the progress bar.
class RunCounter {
 public:
  RunCounter(Progress progress, std::uint64_t total) : progress_(std::move(progress)), total_(total) {}
  void add(std::uint64_t runs) {
    done_ += runs;
    if (progress_) progress_(std::min(done_, total_), total_);
  }

 private:
  Progress progress_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
};

StatisticalOptions statistical_options(const AuditOptions& options, std::uint64_t runs, double confidence,
                                       RunCounter& counter) {
  return {.runs = runs,
          .seed = options.seed,
          .confidence = confidence,
          .threads = options.threads,
          .done = [&counter](std::uint64_t done) { counter.add(done); }};
}

AuditRow do_row(const PlannedRow& planned, const StatisticalOptions& statistical) {
  AuditRow row;
  row.subject = planned.subject->label;
  row.mechanism = planned.subject->mechanism;
  row.pair = planned.pair->name;
  row.hops = planned.hops;
  row.promised = planned.pair->level();
  row.statistical = audit_statistically(*planned.mechanism, *planned.pair, statistical);
  row.played = played_back(planned, statistical.seed);
  row.exact = exact_epsilon(planned, row.played);
  judge(row);
  return row;
}

/// The largest number of hops that the audit's pairs look at: the sweeps use it too.
unsigned hops_of_sweeps(const AuditOptions& options) {
  if (options.hops) return *options.hops;
  unsigned hops = 1;
  for (const NeighbouringPair& pair : options.pairs) hops = std::max(hops, pair.hops);
  return hops;
}

std::vector<AuditSweep> do_sweeps(const AuditOptions& options) {
  std::vector<AuditSweep> sweeps;
  if (options.small_networks < 2) return sweeps;
  for (const AuditSubject& subject : options.subjects) {
    const unsigned hops = subject.is_part ? 1 : hops_of_sweeps(options);
    const auto mechanism = subject.with_hops_and_threshold(hops, certain_threshold_of_sweeps());
    sweeps.push_back({subject.label, subject.mechanism, hops,
                      sweep_small_networks(*mechanism, options.small_networks, options.seed)});
  }
  return sweeps;
}

std::vector<AuditSweep> sweep_given_network(const AuditOptions& options) {
  std::vector<AuditSweep> sweeps;
  const GivenNetwork& network = *options.network;
  for (const AuditSubject& subject : options.subjects) {
    if (subject.is_part) continue;
    const unsigned hops = hops_of_sweeps(options);
    const auto mechanism = subject.with_hops_and_threshold(hops, certain_threshold(network.preferences));
    sweeps.push_back({subject.label, subject.mechanism, hops,
                      sweep_edges(*mechanism, network.graph, network.roles, network.preferences,
                                  network.played_edges, options.seed)});
  }
  return sweeps;
}

/// The whole error of the layer's checks. They are repeated with other random bits whenever an audit runs, so
/// it is far below that of the bounds.
constexpr double kLayerError = 1e-6;
constexpr const char* kAskingMechanism = "eli";

bool asks_questions(const AuditOptions& options) {
  return std::ranges::any_of(
      options.subjects, [](const AuditSubject& subject) { return subject.mechanism == kAskingMechanism; });
}

std::vector<std::string> things_not_looked_at(const AuditOptions& options, const AuditResult& result) {
  std::vector<std::string> things;
  things.push_back(
      fmt::format("pairs of networks other than the {} of the table, numbers of hops other than "
                  "theirs, and preferences other than those they have",
                  options.pairs.size()));
  if (options.network) {
    things.push_back(
        fmt::format("edges of the network other than the {} drawn for the table and the {} "
                    "played back",
                    options.pairs.size(), options.network->played_edges));
  } else if (options.small_networks >= 2) {
    things.push_back(
        fmt::format("play-back on networks of more than {} users, beside the pairs", options.small_networks));
  } else {
    things.push_back("play-back on networks beside the pairs");
  }
  const auto sampled = std::ranges::count_if(result.rows, [](const AuditRow& row) { return !row.played; });
  if (sampled > 0) {
    things.push_back(fmt::format(
        "what the steps of {} rows receive: their edges are sampled, which play-back cannot repeat",
        sampled));
  }
  if (result.layer.empty()) {
    things.push_back("the secure generator, large networks and shares of the budget");
  } else {
    things.push_back("tables drawn with the secure generator: with it, only noisy answers were");
  }
  things.push_back("several edges at once (groups), all edges of a user (node privacy)");
  things.push_back(
      "what is around the mechanism: names, ledger, files, pages; time and memory that a run takes");
  return things;
}

std::vector<NeighbouringPair> hubs(Epsilon level) {
  const NamedPair& hub = find_named_pair("hub");
  std::vector<NeighbouringPair> pairs;
  pairs.reserve(kHubSizes.size());
  for (const unsigned size : kHubSizes) pairs.push_back(hub.make(hub, level, size));
  return pairs;
}

}  // namespace

std::string audit_verdict_text(AuditVerdict verdict) {
  switch (verdict) {
    case AuditVerdict::kViolation:
      return "violation";
    case AuditVerdict::kNoneFound:
      return "none found";
    case AuditVerdict::kInconclusive:
      return "inconclusive";
    case AuditVerdict::kNotPromised:
      return "not protected";
  }
  return "";
}

bool AuditResult::any_violation() const {
  return std::ranges::any_of(rows,
                             [](const AuditRow& row) { return row.verdict == AuditVerdict::kViolation; }) ||
         std::ranges::any_of(sweeps, [](const AuditSweep& sweep) { return !sweep.result.holds(); }) ||
         std::ranges::any_of(layer, [](const LayerCheck& check) { return !check.holds(); });
}

bool AuditResult::any_inconclusive() const {
  return std::ranges::any_of(rows,
                             [](const AuditRow& row) { return row.verdict == AuditVerdict::kInconclusive; });
}

AuditResult run_audit(const AuditOptions& options) {
  const StopScope scope(options.stop);
  std::vector<PlannedRow> planned;
  for (const AuditSubject& subject : options.subjects) {
    for (const NeighbouringPair& pair : options.pairs)
      planned.push_back(plan_row(subject, pair, options.hops));
  }
  const std::size_t num_rows = planned.size();
  const std::vector<NeighbouringPair> growing =
      options.with_growth ? hubs(options.growth_level) : std::vector<NeighbouringPair>{};
  for (const AuditSubject& subject : options.subjects) {
    if (subject.is_part) continue;
    for (const NeighbouringPair& pair : growing) planned.push_back(plan_row(subject, pair, std::nullopt));
  }

  std::uint64_t total = 0;
  for (PlannedRow& row : planned) {
    const double seconds = options.seconds / static_cast<double>(planned.size());
    const bool grows = &row >= planned.data() + num_rows && !row.infers;
    row.runs = options.runs.value_or(std::max(runs_for(seconds, row), grows ? kFewestGrowthRuns : 0));
    const PlannedRuns runs = plan_runs(row.infers, row.runs);
    total += 2 * (runs.tables + runs.answers);
  }
  RunCounter counter(options.progress, total);

  AuditResult result;
  result.confidence = options.confidence;
  result.seed = options.seed;
  result.growth_level = options.growth_level;
  // One error for the whole table: each row gets its part of it (Bonferroni).
  const double row_confidence =
      1 - (1 - options.confidence) / static_cast<double>(std::max<std::size_t>(num_rows, 1));
  for (std::size_t i = 0; i < num_rows; ++i) {
    result.rows.push_back(
        do_row(planned[i], statistical_options(options, planned[i].runs, row_confidence, counter)));
  }
  result.sweeps = options.network ? sweep_given_network(options) : do_sweeps(options);
  if (options.with_layer && asks_questions(options)) {
    result.layer = check_layer(query_layer_maker(), options.growth_level, options.seed, kLayerError);
  }
  result.not_looked_at = things_not_looked_at(options, result);
  for (std::size_t i = num_rows; i < planned.size(); i += growing.size()) {
    HubGrowth growth{planned[i].subject->label, {}, {}, {}};
    for (std::size_t j = 0; j < growing.size(); ++j) {
      const PlannedRow& hub = planned[i + j];
      const AuditRow row = do_row(hub, statistical_options(options, hub.runs, options.confidence, counter));
      growth.friends.push_back(kHubSizes[j]);
      growth.bounds.push_back(row.statistical.bound);
      growth.exact.push_back(row.exact);
    }
    result.growth.push_back(std::move(growth));
  }
  return result;
}

}  // namespace hopveil::audit
