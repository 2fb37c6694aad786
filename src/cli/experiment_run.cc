#include "cli/experiment_run.h"

#include <chrono>

#include <fmt/format.h>

#include "cli/folders.h"
#include "cli/progress_bar.h"
#include "evaluate/journal.h"
#include "evaluate/result_files.h"

namespace hopveil {
namespace {

std::string effort_text(std::size_t num_new, std::uint64_t counts, double seconds) {
  return fmt::format("{} runs in {}, with {} counts of a network\n", num_new, duration_text(seconds), counts);
}

}  // namespace

FinishedExperiment run_in_folder(const ExperimentSpec& spec, const FolderOptions& options) {
  make_folder(options.folder);
  const std::string path = options.folder + "/runs.jsonl";
  Journal journal = options.resume ? Journal::resume(path, spec) : Journal::create(path, spec);
  ProgressBar bar("evaluating", options.quiet);
  std::uint64_t counts = 0;
  std::size_t num_new = 0;
  RunnerOptions runner;
  runner.threads = options.threads;
  runner.progress = bar.callback();
  runner.done = journal.take_done();
  runner.on_result = [&](const UnitResult& result) {
    journal.add(result);
    counts += result.counts_made;
    ++num_new;
  };
  const auto start = std::chrono::steady_clock::now();
  const std::vector<UnitResult> results = run_experiment(spec, std::move(runner));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  FinishedExperiment finished{summarise(spec, results), effort_text(num_new, counts, seconds)};
  write_result_files(options.folder, finished.lines);
  return finished;
}

}  // namespace hopveil
