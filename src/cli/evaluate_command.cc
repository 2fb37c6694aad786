#include <memory>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/error_table.h"
#include "cli/experiment_options.h"
#include "cli/experiment_run.h"

namespace hopveil {
namespace {

struct EvaluateOptions {
  ExperimentOptions experiment;
  std::string folder;
  bool resume = false;
};

void run_evaluate(EvaluateOptions& options) {
  const ExperimentSpec spec = make_experiment(options.experiment);
  const FinishedExperiment finished = run_in_folder(
      spec,
      {options.folder, options.resume, options.experiment.graph.threads, options.experiment.graph.quiet});
  if (options.experiment.graph.quiet) return;
  fmt::print("{}\n{}", error_tables(finished.lines, ::isatty(STDOUT_FILENO) == 1), finished.effort);
  fmt::print("{0}/errors.csv, {0}/errors_by_hop.csv, {0}/errors_by_level.csv, {0}/published.csv\n",
             options.folder);
}

}  // namespace

void add_evaluate_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command = app.add_subcommand(
      "evaluate", "Measure how far published tables are from the truth: every combination of the lists");
  add_experiment_options(*command, options->experiment);
  command->add_option("-o,--output", options->folder, "the folder for results")->required();
  command->add_flag("--resume", options->resume, "go on with what is in the folder");
  command->callback([options] { run_evaluate(*options); });
}

}  // namespace hopveil
