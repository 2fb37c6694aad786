// SPDX-License-Identifier: Apache-2.0
#include "audit/samples.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include <fmt/format.h>

#include <hopveil/count.h>

#include "audit/tape.h"
#include "base/parallel.h"
#include "base/seeded_rng.h"

namespace hopveil::audit {
namespace {

constexpr std::size_t kRunsPerChunk = 128;
/// A log-ratio of answers that tell the networks apart with certainty.
constexpr double kCertain = 1e9;
/// How many answers are kept in all, on each network.
constexpr std::size_t kMostAnswersKept = std::size_t{1} << 23;
/// The pairs of more members than this are not kept one by one.
constexpr std::size_t kMostMembersKept = 24;

std::array<mechanism::Setting, 2> settings_of(const NeighbouringPair& pair) {
  return {mechanism::Setting(pair.without, pair.roles, pair.preferences),
          mechanism::Setting(pair.with, pair.roles, pair.preferences)};
}

/// See kMostColumns.
void keep_moved_columns(const NeighbouringPair& pair, unsigned hops, std::vector<Column>& columns) {
  if (columns.size() <= kMostColumns) return;
  const ExactCounts without = count_fingerprints(pair.without, pair.roles, hops, {.threads = 1});
  const ExactCounts with = count_fingerprints(pair.with, pair.roles, hops, {.threads = 1});
  std::erase_if(columns, [&](const Column& column) {
    if (column.hop == 0 || column.row >= with.rows()) return false;
    return with.hop(column.hop)[column.row] == without.hop(column.hop)[column.row];
  });
  if (columns.size() > kMostColumns) columns.resize(kMostColumns);
}

std::vector<Column> empty_columns(const NeighbouringPair& pair, const mechanism::NoisyTable& table,
                                  std::uint64_t runs) {
  std::vector<Column> columns;
  const auto users = pair.roles.private_users();
  for (unsigned hop = 1; hop <= table.hops(); ++hop) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const bool has_name = !pair.labels.empty() && table.rows() == users.size();
      const std::string who = has_name ? pair.labels[users[row]] : fmt::format("row {}", row + 1);
      columns.push_back({fmt::format("hop {} of {}", hop, who), hop, row, {}});
    }
  }
  if (table.hops() > 1) columns.push_back({"which hops are null", 0, 0, {}});
  keep_moved_columns(pair, table.hops(), columns);
  for (Column& column : columns) {
    for (auto& values : column.values) values.resize(runs);
  }
  return columns;
}

/// Which hops repeat an earlier one, as a number.
std::int64_t null_hops(const mechanism::NoisyTable& table) {
  std::int64_t code = 0;
  for (unsigned hop = 1; hop <= table.hops(); ++hop) {
    code = code * 2 + (table.source_of(hop) == hop ? 0 : 1);
  }
  return code;
}

void store(const mechanism::NoisyTable& table, std::size_t side, std::size_t run,
           std::vector<Column>& columns) {
  for (Column& column : columns) {
    column.values[side][run] = column.hop == 0 ? null_hops(table) : table.hop(column.hop)[column.row];
  }
}

/// Calls body(run, seeds, worker) for every run; seeds.stream("run", run) has random bits of its own.
template <class Body>
void for_every_run(const SampleOptions& options, std::size_t side, const char* purpose, Body&& body) {
  const SeededRng seeds = SeededRng(options.seed).stream(purpose, side);
  std::mutex report;
  parallel_chunks(options.runs, kRunsPerChunk, options.threads,
                  [&](std::size_t begin, std::size_t end, unsigned worker) {
                    for (std::size_t run = begin; run < end; ++run) body(run, seeds, worker);
                    if (!options.done) return;
                    const std::lock_guard lock(report);
                    options.done(end - begin);
                  });
}

/// A workspace for each worker, made when it is first needed.
class Workspaces {
 public:
  Workspaces(const mechanism::Setting& setting, unsigned threads)
      : setting_(setting), made_(resolve_threads(threads)) {}
  mechanism::Workspace& of(unsigned worker) {
    if (!made_[worker])
      made_[worker] = std::make_unique<mechanism::Workspace>(setting_, CountOptions{.threads = 1});
    return *made_[worker];
  }

 private:
  const mechanism::Setting& setting_;
  std::vector<std::unique_ptr<mechanism::Workspace>> made_;
};

void record_whole_run(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair, Tape& tape) {
  const mechanism::Setting setting(pair.with, pair.roles, pair.preferences);
  mechanism::Workspace workspace(setting, {.threads = 1});
  SeededRng random(1);
  run_on_tape(mechanism, setting, workspace, random, tape);
}

/// log P(what the steps gave | their input in `to`) - log P(.. | their input in `from`).
double answer_ratio(const Tape& from, const Tape& to) {
  double ratio = 0;
  for (std::size_t i = 0; i < from.steps().size(); ++i) {
    const RecordedStep& a = from.steps()[i];
    const RecordedStep& b = to.steps()[i];
    for (std::size_t entry = 0; entry < a.noisy.size(); ++entry) {
      if (a.step.input[entry] == b.step.input[entry]) continue;
      const auto farther = static_cast<double>(std::abs(a.noisy[entry] - a.step.input[entry]) -
                                               std::abs(a.noisy[entry] - b.step.input[entry]));
      ratio += farther * std::min(loss_per_unit(a.step, entry), kCertain);
    }
  }
  for (std::size_t i = 0; i < from.responses().size(); ++i) {
    const RecordedResponse& a = from.responses()[i];
    const dp::PairStep& b = to.responses()[i].step;
    LinkedPairs changed;
    std::ranges::set_symmetric_difference(a.step.linked, b.linked, std::back_inserter(changed));
    for (const auto& pair : changed) {
      const bool answered_yes = std::ranges::binary_search(a.noisy, pair);
      const bool truth_in_to = std::ranges::binary_search(b.linked, pair);
      const double loss = std::min(loss_of_pair(a.step, pair), kCertain);
      ratio += answered_yes == truth_in_to ? loss : -loss;
    }
  }
  return ratio;
}

/// The answers of a run one after the other: counts, then the pairs that were asked for. Calls
/// body(number, name, value) for the first kMostColumns.
template <class Body>
void for_every_answer(const Tape& tape, Body&& body) {
  std::size_t number = 0;
  const auto visit = [&](const std::string& step, std::size_t entry, std::int64_t value) {
    if (number < kMostColumns) body(number, step, entry, value);
    ++number;
  };
  for (const RecordedStep& recorded : tape.steps()) {
    for (std::size_t entry = 0; entry < recorded.noisy.size(); ++entry) {
      visit(recorded.step.name, entry, recorded.noisy[entry]);
    }
  }
  for (const RecordedResponse& recorded : tape.responses()) {
    const auto& members = recorded.step.members;
    if (members.size() > kMostMembersKept) continue;
    std::size_t entry = 0;
    for (std::size_t row = 0; row < members.size(); ++row) {
      for (std::size_t column = row + 1; column < members.size(); ++column) {
        const auto pair = std::minmax(members[row], members[column]);
        const bool linked = std::ranges::binary_search(recorded.noisy, std::pair<NodeId, NodeId>(pair));
        visit(recorded.step.name, entry++, linked ? 1 : 0);
      }
    }
  }
}

/// Columns for the answers of runs like this one.
std::vector<Column> answer_columns(const Tape& whole_run, std::uint64_t runs) {
  std::vector<Column> columns;
  for_every_answer(whole_run, [&](std::size_t, const std::string& step, std::size_t entry, std::int64_t) {
    columns.push_back({fmt::format("answer {} to {}", entry + 1, step), 0, 0, {}});
  });
  const std::size_t kept =
      std::min<std::size_t>(runs, kMostAnswersKept / std::max<std::size_t>(columns.size(), 1));
  for (Column& column : columns) {
    for (auto& values : column.values) values.resize(kept);
  }
  return columns;
}

void store_answers(const Tape& tape, std::size_t side, std::size_t run, std::vector<Column>& columns) {
  if (columns.empty() || run >= columns.front().values[side].size()) return;
  for_every_answer(tape, [&](std::size_t number, const std::string&, std::size_t, std::int64_t value) {
    if (number < columns.size()) columns[number].values[side][run] = value;
  });
}

}  // namespace

std::vector<Column> sample_tables(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair,
                                  const SampleOptions& options) {
  const std::array<mechanism::Setting, 2> settings = settings_of(pair);
  std::vector<Column> columns;
  for (const Side side : {kWithout, kWith}) {
    Workspaces workspaces(settings[side], options.threads);
    std::vector<mechanism::NoisyTable> tables(resolve_threads(options.threads));
    if (side == kWithout) {  // one separate run shows how large a table is
      SeededRng random = SeededRng(options.seed).stream("shape");
      mechanism::BudgetTrace trace;
      mechanism.run(settings[side], workspaces.of(0), random, tables[0], trace);
      columns = empty_columns(pair, tables[0], options.runs);
    }
    for_every_run(options, side, "tables", [&](std::size_t run, const SeededRng& seeds, unsigned worker) {
      SeededRng random = seeds.stream("run", run);
      mechanism::BudgetTrace trace;
      mechanism.run(settings[side], workspaces.of(worker), random, tables[worker], trace);
      store(tables[worker], side, run, columns);
    });
  }
  return columns;
}

AnswerSample sample_answers(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair,
                            const SampleOptions& options) {
  const std::array<mechanism::Setting, 2> settings = settings_of(pair);
  Tape whole_run;
  record_whole_run(mechanism, pair, whole_run);
  AnswerSample sample;
  sample.answers = answer_columns(whole_run, options.runs);
  std::vector<NoiseTally> noise(resolve_threads(options.threads));  // by worker
  for (const Side side : {kWithout, kWith}) {
    const mechanism::Setting& here = settings[side];
    const mechanism::Setting& there = settings[1 - side];
    Workspaces workspaces_here(here, options.threads);
    Workspaces workspaces_there(there, options.threads);
    sample.ratios[side].resize(options.runs);
    for_every_run(options, side, "answers", [&](std::size_t run, const SeededRng& seeds, unsigned worker) {
      SeededRng random = seeds.stream("run", run);
      SeededRng again = seeds.stream("run", run);
      Tape original(nullptr, whole_run.size());
      run_on_tape(mechanism, here, workspaces_here.of(worker), random, original);
      store_answers(original, side, run, sample.answers);
      for (const RecordedStep& step : original.steps()) noise[worker].add(step);
      for (const RecordedResponse& response : original.responses()) noise[worker].add(response);
      Tape repeated(&original, original.size());
      run_on_tape(mechanism, there, workspaces_there.of(worker), again, repeated);
      // Another path after the same answers: an event that separates the networks with certainty.
      const double ratio = repeated.took_another_path() ? kCertain : answer_ratio(original, repeated);
      sample.ratios[side][run] = side == kWithout ? ratio : -ratio;
    });
  }
  for (const NoiseTally& tally : noise) sample.noise.merge(tally);
  return sample;
}

bool publishes_inferences(const mechanism::Mechanism& mechanism, const NeighbouringPair& pair) {
  Tape tape;
  record_whole_run(mechanism, pair, tape);
  const bool any_published =
      std::ranges::any_of(tape.steps(), [](const RecordedStep& step) { return step.step.published; });
  return !any_published && tape.size() > 0;
}

}  // namespace hopveil::audit
