// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "base/clock.h"
#include "base/harmless_text.h"
#include "base/output_file.h"
#include "cli/command.h"
#include "cli/interruption.h"
#include "cli/launcher.h"
#include "cli/load_network.h"
#include "cli/mechanism_choice.h"
#include "cli/memory_size.h"
#include "cli/output_paths.h"
#include "cli/progress_bar.h"
#include "cli/release_document.h"
#include "cli/release_text.h"
#include "cli/table_options.h"
#include "cli/terminal.h"
#include "io/user_files.h"
#include "mechanism/option_names.h"
#include "plan/spending_plan.h"
#include "release/publish.h"
#include "release/release_files.h"
#include "report/html.h"
#include "sign/sshsig.h"

namespace hopveil::cli {
namespace {

struct ReleaseOptions {
  GraphOptions graph;
  TableOptions table;
  PreferenceOptions preferences;
  MechanismChoice choice;
  std::string ledger;
  std::string budget_share = "1";
  std::string order = "id";
  std::string memory;
  std::string report;
  std::string reach;
  std::string recipe;
  std::string plan_sha256;  ///< of the recipe
  bool overwrite = false;
  bool accept_refuted = false;
  std::string signing_key;
  bool allow_copies = false;
  std::vector<std::string> given;  ///< which of the mechanisms' options the user gave
};

/// Choices that look at protected edges themselves, so that the guarantee starts only after them. The order
/// of rows is another one, which publish itself knows.
std::vector<std::string> uncovered_choices(const ReleaseOptions& options, bool rows_follow_from_lists) {
  std::vector<std::string> choices;
  if (!rows_follow_from_lists) {
    choices.push_back(
        "users by their edges: the network's file need not name a user without connections, so who has a row "
        "can depend on protected edges; list everybody by --users FILE, or give --prefs without "
        "--default-epsilon");
  }
  if (!options.graph.public_top.empty()) {
    choices.push_back("--public-top: who is public was chosen by degree, which depends on protected edges");
  }
  if (options.graph.largest_component) {
    choices.push_back("--largest-component: who is in the table depends on protected edges");
  }
  return choices;
}

release::ReleaseSource source_of(const ReadSummary& read) {
  release::ReleaseSource source;
  source.format = read.format;
  source.columns = read.columns.taken;
  return source;
}

/// Sets `value` to what the recipe says, which the command line may repeat and not contradict.
void take_over(const CLI::App& command, const std::string& option, const std::string& from_recipe,
               std::string& value) {
  if (command.count(option) > 0 && value != from_recipe) {
    throw InputError(
        fmt::format("{} is {} on the command line and {} in the recipe", option, value, from_recipe),
        "a recipe repeats what was planned", "Leave the option out, or plan again.");
  }
  value = from_recipe;
}

/// The choices of the plan, in place of options.
void follow_recipe(const CLI::App& command, ReleaseOptions& options) {
  if (options.recipe.empty()) {
    if (command.count("--hops") == 0) throw CLI::RequiredError("--hops");
    return;
  }
  const io::UserFile file = io::open_user_file(options.recipe);
  try {
    const plan::Recipe recipe = plan::read_recipe(file.text);
    take_over(command, "--mechanism", recipe.mechanism, options.choice.mechanism);
    take_over(command, "--hops", fmt::to_string(recipe.hops), options.table.hops_text);
    if (options.ledger.empty() && recipe.share != "1") {
      throw InputError(fmt::format("the plan spends {} of every budget", recipe.share),
                       "only a ledger can keep the rest", "Give --ledger FILE.");
    }
    take_over(command, "--budget-share", recipe.share, options.budget_share);
    for (const auto& [name, value] : recipe.options) {
      std::string* const place = option_value(options.choice, name);
      if (place == nullptr)
        throw InputError("the plan has an unknown option " + name, "plan again with this program");
      take_over(command, "--" + name, value, *place);
    }
    options.plan_sha256 = recipe.sha256;
  } catch (InputError& error) {
    error.in_file(options.recipe);
    throw;
  }
}

void check_paths(const ReleaseOptions& options) {
  const std::string& table = options.table.output;
  const io::TableFormat format = table_format(options.table);
  if (!options.reach.empty() && options.reach.ends_with(".json") != (format == io::TableFormat::kJson)) {
    throw InputError("reach would be called as if it had another format than the table",
                     "both are csv, or both json")
        .in_file(options.reach);
  }
  check_outputs(
      {table, release::metadata_path(table), release::signature_path(table), options.reach, options.report},
      {options.graph.path, options.graph.users_file, options.graph.public_file, options.preferences.file,
       options.ledger, options.signing_key, options.recipe},
      options.overwrite);
}

release::ReleaseRequest make_request(ReleaseOptions& options) {
  release::ReleaseRequest request;
  request.mechanism = mechanism::find_mechanism(options.choice.mechanism).name;
  mechanism::check_options_apply(mechanism::find_mechanism(options.choice.mechanism), options.given);
  request.options = mechanism_options(options.choice, parse_hops(options.table.hops_text));
  request.options.reach = !options.reach.empty();
  request.share = parse_budget_share(options.budget_share);
  release::parse_row_order(options.order);
  request.counting.threads = options.graph.threads;
  if (!options.memory.empty()) request.counting.memory_limit = parse_memory_size(options.memory);
  check_paths(options);
  LoadedNetwork network = load_network(options.graph, options.preferences);
  check_names(options.table, network.graph.ids(), network.roles.private_users());
  if (request.options.reach) check_names(options.table, network.graph.ids(), network.roles.public_users());
  if (!options.graph.quiet) print_what_was_read(options.graph.path, network.read);
  request.source = source_of(network.read);
  request.plan_sha256 = options.plan_sha256;
  request.exceptions = uncovered_choices(options, network.rows_follow_from_lists);
  request.graph = std::move(network.graph);
  request.roles = std::move(network.roles);
  request.preferences = std::move(network.preferences);
  return request;
}

std::variant<release::Published, ledger::ChargeRefused> publish_with_bar(release::ReleasePlan& plan,
                                                                         release::PublishOptions options,
                                                                         bool quiet) {
  ProgressBar bar("releasing", quiet);
  options.progress = bar.callback();
  return release::publish(plan, options);
}

/// After the table: the page can wait, and is drawn from what was published.
void write_page(const release::ReleasePlan& plan, const release::Published& published,
                const ReleaseOptions& options, OutputFile& report) {
  {
    ProgressBar bar("drawing the page", options.graph.quiet);
    const std::string table = std::filesystem::path(options.table.output).filename().string();
    report.write(report::render_html(
        release_document(plan, published.counts, published.facts, table, bar.callback())));
    report.commit();
  }
  if (!options.graph.quiet) fmt::print(stderr, "{} shows it\n", harmless(options.report));
}

void make_release(ReleaseOptions& options, release::PublishSteps& steps, ExitCode& exit_code) {
  release::PublishOptions publishing;
  publishing.started = utc_now();
  publishing.sign = sign::release_signer(options.signing_key);
  release::ReleasePlan plan(make_request(options));
  std::optional<ledger::Ledger> ledger;
  if (!options.ledger.empty()) ledger = ledger::Ledger::open(options.ledger, ledger::Ledger::Access::kCharge);
  std::optional<OutputFile> report;  // before anything is charged: an unwritable place is known at once
  if (!options.report.empty()) report.emplace(options.report);
  publishing.output = options.table.output;
  publishing.reach = options.reach;
  publishing.overwrite = options.overwrite;
  publishing.table = {.order = release::parse_row_order(options.order),
                      .cumulative = options.table.cumulative,
                      .format = table_format(options.table)};
  publishing.ledger = ledger ? &*ledger : nullptr;
  publishing.accept_refuted = options.accept_refuted;
  publishing.steps = &steps;

  const auto result = publish_with_bar(plan, std::move(publishing), options.graph.quiet);
  if (const auto* refused = std::get_if<ledger::ChargeRefused>(&result)) {
    fmt::print(stderr, "hopveil: {}\n", harmless(refused->text()));
    exit_code = ExitCode::kBudgetRefused;
    return;
  }
  const auto& published = std::get<release::Published>(result);
  fmt::print(stderr, "{}", release_text(plan, published, options.graph.quiet, wants_colours(STDERR_FILENO)));
  if (report) write_page(plan, published, options, *report);
}

/// When something fails after the charge, be it the page, says what was charged and which files exist.
void run_release(ReleaseOptions& options, ExitCode& exit_code) {
  if (!options.allow_copies) refuse_several_copies();
  release::PublishSteps steps;
  const InterruptionWatch watch(steps);
  try {
    make_release(options, steps, exit_code);
  } catch (const std::exception&) {
    steps.between_steps([](const release::PublishSteps::Done& done) {
      if (done.anything()) fmt::print(stderr, "hopveil: {}.\n", harmless(done.text()));
    });
    throw;
  }
}

}  // namespace

void add_release_command(CLI::App& app, ExitCode& exit_code) {
  const auto options = std::make_shared<ReleaseOptions>();
  CLI::App* command =
      app.add_subcommand("release", "Publish the counts under personalized differential privacy");
  add_graph_options(*command, options->graph);
  add_public_options(*command, options->graph);
  add_allow_empty_option(*command, options->graph);
  add_preference_options(*command, options->preferences);
  add_table_options(*command, options->table);
  command->get_option("--hops")->required(false);  // a recipe may say it: follow_recipe
  add_mechanism_options(*command, options->choice);
  auto* ledger = command->add_option("--ledger", options->ledger, "charge the release to this ledger");
  command
      ->add_option("--budget-share", options->budget_share, "the share of every preference to spend, up to 1")
      ->needs(ledger)
      ->capture_default_str();
  command
      ->add_option("--order", options->order,
                   "of the rows: id, or appearance (in the graph's file), which no guarantee covers")
      ->capture_default_str();
  command->add_option("--reach", options->reach,
                      "also publish how many private users are 1 .. c hops from each public user, from the "
                      "same noisy answers: at no further charge; eli only");
  command->add_option("--report", options->report,
                      "a page (html) on the release: what is in it, what it guarantees, what to expect");
  command->add_option(
      "--recipe", options->recipe,
      "a plan (`hopveil plan --save`) whose mechanism, options, hops and share are repeated; its "
      "SHA-256 goes into the metadata");
  add_overwrite_option(*command, options->overwrite);
  command->add_option(
      "--sign", options->signing_key,
      "Ed25519 key file (ssh-keygen -t ed25519 -N ''): signs the metadata, for `hopveil verify` and "
      "`ssh-keygen -Y verify -n hopveil-release`");
  command->add_flag("--accept-refuted", options->accept_refuted,
                    "publish with a mechanism whose promise is known not to be kept");
  command->add_flag(
      "--allow-copies", options->allow_copies,
      "publish also when a launcher (MPI, Slurm) started several copies: each charges and draws");
  command->add_option("--memory", options->memory,
                      "memory the counting may use, such as 512M or 4G; eli: besides the edges of the "
                      "networks that it infers");
  command->callback([options, command, &exit_code] {
    options->given = given_mechanism_options(*command);
    follow_recipe(*command, *options);
    run_release(*options, exit_code);
  });
}

}  // namespace hopveil::cli
