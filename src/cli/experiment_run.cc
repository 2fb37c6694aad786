// SPDX-License-Identifier: Apache-2.0
#include "cli/experiment_run.h"

#include <chrono>

#include <fmt/format.h>

#include "base/plural.h"
#include "cli/progress_bar.h"
#include "evaluate/journal.h"

namespace hopveil::cli {

std::string FinishedExperiment::effort() const {
  return fmt::format("{} in {}, with {} of a network", plural(new_runs, "run"), duration_text(seconds),
                     plural(counts_made, "count"));
}

FinishedExperiment run_with_journal(const evaluation::ExperimentSpec& spec,
                                    const JournalledRunOptions& options) {
  evaluation::Journal journal = options.resume ? evaluation::Journal::resume(options.journal, spec)
                                               : evaluation::Journal::create(options.journal, spec);
  ProgressBar bar(options.label, options.quiet);
  FinishedExperiment finished;
  evaluation::RunnerOptions runner;
  runner.threads = options.threads;
  runner.progress = bar.callback();
  runner.done = journal.take_done();
  runner.on_result = [&](const evaluation::UnitResult& result) {
    journal.add(result);
    finished.counts_made += result.counts_made;
    ++finished.new_runs;
  };
  const auto start = std::chrono::steady_clock::now();
  const std::vector<evaluation::UnitResult> results = evaluation::run_experiment(spec, std::move(runner));
  finished.lines = evaluation::summarise(spec, results);
  finished.reach = evaluation::summarise_reach(spec, results);
  finished.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return finished;
}

}  // namespace hopveil::cli
