#include "cli/experiment_run.h"

#include <chrono>

#include <fmt/format.h>

#include "base/plural.h"
#include "cli/progress_bar.h"
#include "evaluate/journal.h"

namespace hopveil {

std::string FinishedExperiment::effort() const {
  return fmt::format("{} in {}, with {} of a network", plural(new_runs, "run"), duration_text(seconds),
                     plural(counts_made, "count"));
}

FinishedExperiment run_with_journal(const ExperimentSpec& spec, const JournalledRunOptions& options) {
  Journal journal =
      options.resume ? Journal::resume(options.journal, spec) : Journal::create(options.journal, spec);
  ProgressBar bar(options.label, options.quiet);
  FinishedExperiment finished;
  RunnerOptions runner;
  runner.threads = options.threads;
  runner.progress = bar.callback();
  runner.done = journal.take_done();
  runner.on_result = [&](const UnitResult& result) {
    journal.add(result);
    finished.counts_made += result.counts_made;
    ++finished.new_runs;
  };
  const auto start = std::chrono::steady_clock::now();
  const std::vector<UnitResult> results = run_experiment(spec, std::move(runner));
  finished.lines = summarise(spec, results);
  finished.reach = summarise_reach(spec, results);
  finished.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return finished;
}

}  // namespace hopveil
