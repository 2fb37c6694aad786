// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/error_table.h"
#include "cli/experiment_document.h"
#include "cli/experiment_options.h"
#include "cli/experiment_run.h"
#include "cli/folders.h"
#include "cli/not_private.h"
#include "cli/terminal.h"
#include "evaluate/journal.h"
#include "evaluate/result_files.h"

namespace hopveil::cli {
namespace {

struct EvaluateOptions {
  ExperimentOptions experiment;
  std::string folder;
  std::string figures;
  bool resume = false;
};

void run_evaluate(EvaluateOptions& options) {
  const evaluation::ExperimentSpec spec = make_experiment(options.experiment);
  note_not_private("the errors are those of exact counts (the row zeros is their mean)",
                   options.experiment.graph.quiet);
  make_results_folder(options.folder, options.resume);
  JournalledRunOptions run;
  run.journal = options.folder + "/" + evaluation::journal_name();
  run.resume = options.resume;
  run.threads = options.experiment.graph.threads;
  run.quiet = options.experiment.graph.quiet;
  const FinishedExperiment finished = run_with_journal(spec, run);
  evaluation::write_result_files(options.folder, finished.lines);
  evaluation::write_reach_file(options.folder, finished.reach);
  write_report(experiment_document(finished.lines, provenance(spec.seed, spec.runs, finished.effort())),
               options.folder + "/report.html", options.figures);
  if (options.experiment.graph.quiet) return;
  fmt::print("{}{}\n{}\n", error_tables(finished.lines, wants_colours(STDOUT_FILENO)),
             expected_shares(finished.lines), finished.effort());
  if (!finished.reach.empty()) fmt::print("\n{}{}/reach.csv\n", reach_tables(finished.reach), options.folder);
  fmt::print(
      "{0}/errors.csv, {0}/errors_by_hop.csv, {0}/errors_by_level.csv, {0}/published.csv\n"
      "{0}/report.html shows it\n",
      options.folder);
}

}  // namespace

void add_evaluate_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command = app.add_subcommand(
      "evaluate", "Measure how far published tables are from the truth: every combination of the lists");
  add_experiment_options(*command, options->experiment);
  command->add_option("-o,--output", options->folder, "the folder for results")->required();
  command->add_option("--figures", options->figures, "a folder for the report's charts as svg files");
  command->add_flag("--resume", options->resume, "go on with what is in the folder");
  command->callback([options] { run_evaluate(*options); });
}

}  // namespace hopveil::cli
