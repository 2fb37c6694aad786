#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/output_file.h"
#include "cli/clock.h"
#include "cli/command.h"
#include "cli/memory_size.h"
#include "cli/output_paths.h"
#include "cli/preference_options.h"
#include "cli/progress_bar.h"
#include "cli/release_document.h"
#include "cli/release_table.h"
#include "cli/table_options.h"
#include "mechanism/option_names.h"
#include "release/metadata.h"
#include "release/release_plan.h"
#include "report/html.h"

namespace hopveil {
namespace {

/// The one graph format that does not list its users, and the one that does not tell which it was made from.
constexpr const char* kEdgeListName = "edges";
constexpr const char* kConvertedName = "hvg";

struct ReleaseOptions {
  GraphOptions graph;
  TableOptions table;
  PreferenceOptions preferences;
  std::string mechanism = kDefaultMechanism;
  std::string optimise = "absolute";
  std::string intervals = "none";
  std::string threshold = "max";
  std::string reading = "consistent";
  std::string postprocess = "none";
  std::string noise = "discrete";
  std::string ledger;
  std::string budget_share = "1";
  std::string order = "appearance";
  std::string memory;
  std::string report;
  std::vector<std::string> given;  ///< which of the mechanisms' options the user gave
};

MechanismOptions mechanism_options(const ReleaseOptions& options) {
  MechanismOptions parsed;
  parsed.hops = parse_hops(options.table.hops_text);
  parsed.threshold = Threshold::from_text(options.threshold);
  parsed.reading = parse_reading(options.reading);
  parsed.postprocess = parse_postprocess(options.postprocess);
  parsed.noise = parse_noise(options.noise);
  parsed.objective = parse_objective(options.optimise);
  parsed.intervals = parse_intervals(options.intervals);
  return parsed;
}

BudgetShare parse_share(const std::string& text) {
  try {
    return BudgetShare::from_text(text);
  } catch (InputError& error) {
    error.in_file("--budget-share");
    throw;
  }
}

/// Choices that look at protected edges themselves, so that the guarantee starts only after them.
std::vector<std::string> uncovered_choices(const ReleaseOptions& options, const std::string& graph_format) {
  std::vector<std::string> choices;
  if (graph_format == kEdgeListName) {
    choices.push_back(
        "edge list: a user without any connection is not in the file, so who has a row can depend on "
        "protected edges; list "
        "everybody (a line `user user` does it), or use a format that lists users");
  }
  if (graph_format == kConvertedName) {
    choices.push_back(
        "hvg: when the file was made from an edge list that does not list everybody, who has a row can "
        "depend "
        "on protected edges");
  }
  if (!options.graph.public_top.empty()) {
    choices.push_back("--public-top: who is public was chosen by degree, which depends on protected edges");
  }
  if (options.graph.largest_component) {
    choices.push_back("--largest-component: who is in the table depends on protected edges");
  }
  if (options.order == "appearance") {
    choices.push_back(
        "--order appearance: the rows follow the graph's file, whose order must be public knowledge");
  }
  return choices;
}

void warn(const ReleaseOptions& options, const ReleasePlan& plan, const std::vector<std::string>& uncovered) {
  const Guarantee guarantee = plan.guarantee();
  if (guarantee.status == GuaranteeStatus::kRefuted) {  // also with --quiet: this is not a note
    fmt::print(stderr,
               "WARNING: {} does not keep its promise with {} hops: {}.\n"
               "         Whoever gets this table may learn more about single connections than the "
               "preferences allow.\n",
               plan.mechanism().name, options.table.hops_text, guarantee.reason);
  }
  if (options.graph.quiet) return;
  if (guarantee.status != GuaranteeStatus::kRefuted) {
    fmt::print(stderr, "{}: {} ({})\n", status_text(guarantee.status), guarantee.statement, guarantee.reason);
  }
  for (const std::string& choice : uncovered)
    fmt::print(stderr, "not covered by the guarantee: {}\n", choice);
}

/// `graph_format` is set to the name of the format that the graph was read from.
ReleaseRequest make_request(ReleaseOptions& options, std::string& graph_format) {
  ReleaseRequest request;
  request.mechanism = find_mechanism(options.mechanism).name;
  check_options_apply(find_mechanism(options.mechanism), options.given);
  request.options = mechanism_options(options);
  request.share = parse_share(options.budget_share);
  resolve_formats(options.table, options.graph);
  parse_row_order(options.order);
  request.counting.threads = options.graph.threads;
  if (!options.memory.empty()) request.counting.memory_limit = parse_memory_size(options.memory);
  // SQLite deletes the ledger's journal at the end of a charge, and a table of that name with it.
  const std::string journal = options.ledger.empty() ? "" : options.ledger + "-journal";
  check_outputs(
      options.table.output, {metadata_path(options.table.output), options.report},
      {options.graph.path, options.graph.public_file, options.preferences.file, options.ledger, journal});
  const ReadGraph read = load_graph(options.graph);
  graph_format = read.summary.format;
  request.graph = read.graph;
  request.roles = load_roles(options.graph, request.graph);
  request.preferences = load_preferences(options.preferences, request.graph, request.roles);
  return request;
}

void run_release(ReleaseOptions& options, ExitCode& exit_code) {
  const std::string started = utc_now();
  std::string graph_format;
  ReleasePlan plan(make_request(options, graph_format));
  std::optional<Ledger> ledger;
  if (!options.ledger.empty()) ledger = Ledger::open(options.ledger, Ledger::Access::kCharge);
  OutputFile table(options.table.output);
  OutputFile metadata(metadata_path(options.table.output));
  std::optional<OutputFile> report;
  if (!options.report.empty()) report.emplace(options.report);
  const std::vector<std::string> uncovered = uncovered_choices(options, graph_format);
  warn(options, plan, uncovered);

  DrawingRight right = plan.without_ledger();
  if (ledger) {
    auto charged = plan.charge(*ledger, options.table.output);
    if (const auto* refused = std::get_if<ChargeRefused>(&charged)) {
      fmt::print(stderr, "hopveil: {}\n", refused->text());
      exit_code = ExitCode::kBudgetRefused;
      return;
    }
    right = std::move(std::get<DrawingRight>(charged));
  }
  const std::optional<std::int64_t> release_id = right.release_id();
  const ReleasedCounts counts = [&] {
    ProgressBar bar("releasing", options.graph.quiet);
    return plan.draw(std::move(right), bar.callback());
  }();

  write_released_table(plan.request().graph.ids(), plan.request().roles.private_users(), counts,
                       {.order = parse_row_order(options.order),
                        .cumulative = options.table.cumulative,
                        .format = table_format(options.table)},
                       table);
  table.flush();  // a full disk is noticed before the metadata appears
  const ReleaseContext context{started, options.order, table.sha256(), uncovered};
  metadata.write(release_metadata(plan, counts, context));
  if (report) report->write(render_html(release_document(plan, counts, context)));
  metadata.commit();
  if (report) report->commit();
  table.commit();
  if (ledger) ledger->complete(release_id.value(), table.sha256());
  if (!options.graph.quiet) {
    fmt::print(stderr, "{}: {} users, {} hops; {} tells what it guarantees\n", options.table.output,
               counts.rows(), counts.hops(), metadata_path(options.table.output));
  }
}

void add_mechanism_options(CLI::App& command, ReleaseOptions& options) {
  command
      .add_option("--mechanism", options.mechanism, mechanism_names() + "; `hopveil mechanisms` tells more")
      ->capture_default_str();
  const auto add = [&](const std::string& name, std::string& value, const std::string& help) {
    command.add_option("--" + name, value, help)->capture_default_str();
  };
  add("optimise", options.optimise, "eli: keep the absolute or the relative error small");
  add("intervals", options.intervals,
      "eli: add the columns hop_k_low, hop_k_high, meant to hold the true count in this many percent of "
      "cases");
  add("threshold", options.threshold,
      "the paper's mechanisms: sampling threshold t, a number, max or mean of the preferences");
  add("reading", options.reading, "duba-lf: consistent, or literal as printed (E3, E4)");
  add("postprocess", options.postprocess,
      "the paper's mechanisms: none, or clamp into [0, number of public users]");
  add("noise", options.noise, "the paper's mechanisms: discrete; laplace is for experiments only");
}

/// The names of the options above that stand on the command line.
std::vector<std::string> given_mechanism_options(const CLI::App& command) {
  std::vector<std::string> given;
  for (const char* name : {"optimise", "intervals", "threshold", "reading", "postprocess", "noise"}) {
    if (command.count(std::string("--") + name) > 0) given.emplace_back(name);
  }
  return given;
}

}  // namespace

void add_release_command(CLI::App& app, ExitCode& exit_code) {
  const auto options = std::make_shared<ReleaseOptions>();
  CLI::App* command =
      app.add_subcommand("release", "Publish the counts under personalized differential privacy");
  add_graph_options(*command, options->graph);
  add_public_options(*command, options->graph);
  add_preference_options(*command, options->preferences);
  add_table_options(*command, options->table);
  add_mechanism_options(*command, *options);
  auto* ledger = command->add_option("--ledger", options->ledger, "charge the release to this ledger");
  command
      ->add_option("--budget-share", options->budget_share, "the share of every preference to spend, up to 1")
      ->needs(ledger)
      ->capture_default_str();
  command
      ->add_option("--order", options->order,
                   "of the rows: appearance (in the graph's file), or id, which tells nothing about the file")
      ->capture_default_str();
  command->add_option("--report", options->report,
                      "a page (html) on the release: what is in it, what it guarantees, what to expect");
  command->add_option("--memory", options->memory,
                      "memory the counting may use, such as 512M or 4G; eli: besides the edges of the "
                      "networks that it infers");
  command->callback([options, command, &exit_code] {
    options->given = given_mechanism_options(*command);
    run_release(*options, exit_code);
  });
}

}  // namespace hopveil
