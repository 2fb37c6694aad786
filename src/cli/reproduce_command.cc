// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "base/plural.h"
#include "cli/claims_table.h"
#include "cli/command.h"
#include "cli/error_table.h"
#include "cli/experiment_document.h"
#include "cli/experiment_run.h"
#include "cli/fetch_data.h"
#include "cli/folders.h"
#include "cli/paper_files.h"
#include "cli/table_one.h"
#include "cli/terminal.h"
#include "cli/value_lists.h"
#include "evaluate/claims.h"
#include "evaluate/journal.h"
#include "evaluate/result_files.h"

namespace hopveil::cli {
namespace {

struct ReproduceOptions {
  std::string data;
  std::string from;
  bool fetch = false;
  std::string folder;
  std::string figures = "all";
  std::string figure_files;
  std::uint64_t runs = 100;
  std::uint64_t own_runs = 10;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  bool resume = false;
  bool quiet = false;
};

/// All that was found out again.
struct Reproduction {
  std::vector<TableOneEntry> table_one;
  std::vector<evaluation::ErrorSummary> lines;
  std::vector<evaluation::ClaimFinding> claims;
  FinishedExperiment effort;  ///< of all figures; no lines
};

std::vector<evaluation::PaperFigure> chosen_figures(const std::string& text) {
  const auto all = evaluation::paper_figures();
  if (text == "all") return {all.begin(), all.end()};
  return parse_values("--figure", text, [&](const std::string& value) {
    for (const evaluation::PaperFigure& figure : all) {
      if (value == fmt::to_string(figure.number)) return figure;
    }
    throw InputError(fmt::format("there is no figure \"{}\" of errors", value),
                     "the paper has figures 1 to 6");
  });
}

/// The numbers of hops that figures need on `data`.
std::vector<unsigned> hops_on(const evaluation::PaperDataSet& data,
                              const std::vector<evaluation::PaperFigure>& figures) {
  std::vector<unsigned> hops;
  for (const evaluation::PaperFigure& figure : figures) {
    if (figure.data->name == data.name && std::ranges::find(hops, figure.hops) == hops.end())
      hops.push_back(figure.hops);
  }
  return hops;
}

/// The graph with the paper's public users.
evaluation::ExperimentGraph paper_graph(const evaluation::PaperDataSet& data, const std::string& folder,
                                        unsigned threads) {
  evaluation::ExperimentGraph graph;
  graph.name = data.title;
  graph.graph = load_data_set(data, folder, threads);
  graph.roles =
      UserRoles(graph.graph.num_nodes(),
                highest_degree_users(graph.graph, TopShare::from_text(evaluation::kPaperPublicShare)));
  return graph;
}

void add_table_one(const evaluation::PaperDataSet& data, const evaluation::ExperimentGraph& graph,
                   unsigned threads, Reproduction& result) {
  NetworkFacts facts = gather_facts(graph.graph, threads);
  facts.public_users = graph.roles.public_users().size();
  for (TableOneEntry& entry : compare_table_one(data, facts)) result.table_one.push_back(std::move(entry));
}

/// Runs one experiment and adds its lines.
void add_experiment(const ReproduceOptions& options, const evaluation::ExperimentSpec& spec,
                    const std::string& name, const std::string& label, Reproduction& result) {
  JournalledRunOptions run;
  run.journal = options.folder + "/" + evaluation::journal_name(name);
  run.resume = options.resume;
  run.threads = options.threads;
  run.quiet = options.quiet;
  run.label = label;
  FinishedExperiment finished = run_with_journal(spec, run);
  result.effort.new_runs += finished.new_runs;
  result.effort.counts_made += finished.counts_made;
  result.effort.seconds += finished.seconds;
  std::ranges::move(finished.lines, std::back_inserter(result.lines));
}

/// The paper's mechanisms with as many runs as asked for, and ours, which are slower and whose errors vary
/// less, with fewer.
void add_experiments(const ReproduceOptions& options, const evaluation::PaperDataSet& data,
                     const evaluation::ExperimentGraph& graph, const std::vector<unsigned>& hops,
                     Reproduction& result) {
  const std::string name(data.name);
  const std::string title(data.title);
  const std::uint64_t own_runs = std::min(options.runs, options.own_runs);
  Reproduction own;
  add_experiment(options, evaluation::paper_experiment(graph, hops, options.runs, options.seed), name, title,
                 result);
  add_experiment(options, evaluation::own_experiment(graph, hops, own_runs, options.seed), name + "-own",
                 title + ", our mechanism", own);
  result.effort.new_runs += own.effort.new_runs;
  result.effort.counts_made += own.effort.counts_made;
  result.effort.seconds += own.effort.seconds;
  for (evaluation::ErrorSummary& line : own.lines) {
    if (!evaluation::is_floor(line.configuration)) result.lines.push_back(std::move(line));
  }
}

/// Asks on the terminal; no, when there is none.
bool agrees_to_download(const std::string& missing, const std::string& folder) {
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) return false;
  fmt::print(stderr, "Missing: {}\nDownload into {}? [y/N] ", missing, folder);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

/// Fetches the data sets that are missing if that is wished for. Throws InputError, naming them all, if it is
/// not.
void provide_data(const ReproduceOptions& options, const std::vector<evaluation::PaperFigure>& figures) {
  std::vector<const evaluation::PaperDataSet*> missing;
  std::vector<std::string> titles;
  std::vector<std::string> commands;
  const std::string folder = data_folder(options.data);
  for (const evaluation::PaperDataSet& set : evaluation::paper_data_sets()) {
    if (hops_on(set, figures).empty() || folder_holding(set, options.data)) continue;
    missing.push_back(&set);
    titles.push_back(fmt::format("{} ({}, {})", set.title, set.file, set.url));
    commands.push_back(
        fmt::format("`hopveil fetch {}{}`", set.name, options.data.empty() ? "" : " --data " + folder));
  }
  if (missing.empty()) return;
  const std::string names = fmt::format("{}", fmt::join(titles, ", "));
  if (!options.fetch && !agrees_to_download(names, folder)) {
    throw InputError(
        fmt::format("{} missing: {}", plural(missing.size(), "data set is", "data sets are"), names),
        fmt::format("--fetch downloads what is missing, and so does {}", fmt::join(commands, ", ")))
        .in_file(folder);
  }
  for (const evaluation::PaperDataSet* set : missing)
    fetch_data_set(*set, {folder, options.from, options.quiet});
}

Reproduction reproduce(const ReproduceOptions& options, const std::vector<evaluation::PaperFigure>& figures) {
  provide_data(options, figures);
  std::vector<std::pair<const evaluation::PaperDataSet*, evaluation::ExperimentGraph>> graphs;
  for (const evaluation::PaperDataSet& set :
       evaluation::paper_data_sets()) {  // all are read before the first is run
    if (hops_on(set, figures).empty()) continue;
    const std::string folder = folder_holding(set, options.data).value_or(data_folder(options.data));
    graphs.emplace_back(&set, paper_graph(set, folder, options.threads));
  }
  make_results_folder(options.folder, options.resume);
  Reproduction result;
  for (const auto& [set, graph] : graphs) {
    add_table_one(*set, graph, options.threads, result);
    add_experiments(options, *set, graph, hops_on(*set, figures), result);
  }
  for (const evaluation::PaperFigure& figure : figures) {
    for (evaluation::ClaimFinding& claim :
         evaluation::check_figure_claims(figure, result.lines, std::string(figure.data->title)))
      result.claims.push_back(std::move(claim));
  }
  return result;
}

void print_result(const Reproduction& result, bool colour) {
  fmt::print("Table I\n");
  for (const TableOneEntry& entry : result.table_one) {
    fmt::print("  {:<9} {:<13} paper {:>8}   ours {:>8}{}\n", entry.data, entry.column, entry.paper,
               entry.ours, entry.verdict == evaluation::Verdict::kHolds ? "" : "   differs");
  }
  fmt::print("\nThe paper's claims; of the four readings the one that comes closest\n{}\n",
             claims_table(result.claims, colour));
  for (const std::string& sentence : evaluation::claims_summary(result.claims)) fmt::print("{}\n", sentence);
  fmt::print("{}\n", result.effort.effort());
}

void run_reproduce(const ReproduceOptions& options) {
  const std::vector<evaluation::PaperFigure> figures = chosen_figures(options.figures);
  const Reproduction result = reproduce(options, figures);
  evaluation::write_result_files(options.folder, result.lines);
  write_text_file(options.folder + "/table1.csv", table_one_csv(result.table_one));
  write_text_file(options.folder + "/claims.csv", claims_csv(result.claims));
  write_report(reproduction_document(figures, result.lines, result.claims, result.table_one,
                                     provenance(options.seed, options.runs, result.effort.effort())),
               options.folder + "/report.html", options.figure_files);
  if (options.quiet) return;
  print_result(result, wants_colours(STDOUT_FILENO));
  fmt::print("{0}/errors.csv, {0}/claims.csv, {0}/table1.csv\n{0}/report.html shows it\n", options.folder);
}

}  // namespace

void add_reproduce_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<ReproduceOptions>();
  CLI::App* command =
      app.add_subcommand("reproduce", "Reproduce the paper: Table I, figures 1 to 6, its claims one by one");
  command->add_option("--data", options->data,
                      "folder with the data sets (default: HOPVEIL_DATA, or hopveil in XDG_DATA_HOME; also "
                      "./data and ../shared/data)");
  command->add_flag("--fetch", options->fetch, "download the data sets that are missing, without asking");
  command->add_option("--from", options->from, "another address for that, ending in /");
  command->add_option("--figure", options->figures, "figures to run, such as 1,5")->capture_default_str();
  command->add_option("--figures", options->figure_files, "a folder for the report's charts as svg files");
  command->add_option("--runs", options->runs, "runs of every combination")->capture_default_str();
  command
      ->add_option("--own-runs", options->own_runs,
                   "at most this many runs of the mechanisms that are not the paper's")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "the same seed gives the same results")->capture_default_str();
  command->add_option("-o,--output", options->folder, "the folder for results")->required();
  command->add_flag("--resume", options->resume, "go on with what is in the folder");
  command->add_option("--threads", options->threads, "number of threads (default: all processors)")
      ->check(CLI::Range(0U, 1024U));
  command->add_flag("--quiet", options->quiet, "no notes and no progress bar");
  command->callback([options] { run_reproduce(*options); });
}

}  // namespace hopveil::cli
