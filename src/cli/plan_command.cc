// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <hopveil/errors.h>
#include <hopveil/read_graph.h>

#include "base/harmless_text.h"
#include "base/output_file.h"
#include "cli/command.h"
#include "cli/mechanism_choice.h"
#include "cli/output_paths.h"
#include "cli/plan_document.h"
#include "cli/plan_text.h"
#include "cli/progress_bar.h"
#include "cli/public_side.h"
#include "cli/table_options.h"
#include "cli/terminal.h"
#include "mechanism/option_names.h"
#include "plan/spending_plan.h"
#include "report/html.h"

namespace hopveil::cli {
namespace {

/// Factors of the preferences that a target is looked for among.
constexpr std::array kTargetFactors = {0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0};
constexpr unsigned kLikeRuns = 3;
/// What the page's sliders choose among.
constexpr std::array kGridFactors = {0.1, 0.25, 0.5, 1.0};
constexpr std::array kGridIntervals = {50U, 90U};
constexpr unsigned kGridHops = 5;

struct PlanCommandOptions {
  PublicSideOptions side;
  MechanismChoice choice;
  std::vector<std::string> given;
  std::string hops_text;
  std::string ledger;
  std::string budget_share = "1";
  std::string like;
  std::string target_error;
  std::string save;
  std::string report;
  bool json = false;
  bool quick = false;
  bool overwrite = false;
  bool quiet = false;
  unsigned threads = 0;
};

double parse_target(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value > 0) return value;
  throw InputError(fmt::format("\"{}\" is not an error that can be aimed at", text),
                   "give a number above 0: the mean absolute error of a count")
      .in_file("--target-error");
}

/// Preferences times the share, times a factor that may exceed 1; never below a billionth.
Preferences times(const Preferences& preferences, ledger::BudgetShare share, double factor) {
  std::vector<Epsilon> by_row;
  for (const Epsilon preference : preferences.by_row()) {
    const double nanos = static_cast<double>(share.of(preference).nanos()) * factor;
    by_row.push_back(Epsilon::from_nanos(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(nanos))));
  }
  return Preferences(std::move(by_row));
}

plan::TargetAnswer answer_target(const plan::ForecastQuestion& question, const PublicSide& side,
                                 ledger::BudgetShare share, double wanted, unsigned threads,
                                 const Progress& progress) {
  plan::TargetAnswer answer;
  answer.wanted = wanted;
  std::uint64_t done = 0;
  for (const double factor : kTargetFactors) {
    plan::ForecastQuestion asked = question;
    asked.preferences = times(side.preferences, share, factor);
    const plan::Range mae = plan::forecast(asked, plan::Detail::quick(), threads).everybody.all.mae;
    if (!answer.factor_probably && mae.middle <= wanted) answer.factor_probably = factor;
    if (!answer.factor_surely && mae.high <= wanted) answer.factor_surely = factor;
    if (progress) progress(++done, kTargetFactors.size());
    if (answer.factor_surely) break;
  }
  return answer;
}

/// Every mechanism at every factor and, where it has intervals, every level of theirs.
std::vector<plan::GridPoint> make_grid(const plan::SpendingPlan& plan, const PublicSide& side,
                                       unsigned threads, const Progress& progress) {
  std::vector<plan::GridPoint> grid;
  const unsigned hops = std::max(plan.options.hops, kGridHops);
  for (const mechanism::MechanismInfo& mechanism : mechanism::mechanisms()) {
    const bool has_intervals = mechanism::has_parameter(mechanism, "intervals");
    for (const double factor : kGridFactors) {
      for (const unsigned level : kGridIntervals) {
        if (!has_intervals && level != kGridIntervals.front()) continue;
        grid.push_back(
            {factor, mechanism.name, hops, has_intervals ? std::optional(level) : std::nullopt, {}});
      }
    }
  }
  std::uint64_t done = 0;
  for (plan::GridPoint& point : grid) {
    mechanism::MechanismOptions options = plan.options;
    options.hops = hops;
    options.intervals = point.intervals;
    point.expected = plan::forecast(
        {plan.facts, times(side.preferences, plan.share, point.factor), point.mechanism, options},
        plan::Detail::quick(), threads);
    if (progress) progress(++done, grid.size());
  }
  return grid;
}

/// The release that the plan is about.
std::string next_command(const PlanCommandOptions& options, const plan::SpendingPlan& plan) {
  std::string text = "hopveil release GRAPH";
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format(" {} {}", name, value);
  };
  add("--users", options.side.users_file);
  add("--public", options.side.public_file);
  add("--prefs", options.side.preferences.file);
  add("--default-epsilon", options.side.preferences.default_epsilon);
  if (!options.save.empty()) {
    add("--ledger", options.ledger);
    add("--recipe", options.save);
    return text + " -o released.csv";
  }
  add("--hops", fmt::to_string(plan.options.hops));
  if (plan.mechanism != mechanism::kDefaultMechanism) add("--mechanism", plan.mechanism);
  for (const std::string& name : options.given)
    add(("--" + name).c_str(), mechanism::option_text(plan.options, name));
  add("--ledger", options.ledger);
  if (!options.ledger.empty()) add("--budget-share", plan.share.text());
  return text + " -o released.csv";
}

/// What the other objective would give, on the same small stand-ins.
/// `quick`: what was answered on them.
std::optional<plan::SpendingPlan::OtherObjective> compare_objectives(const plan::ForecastQuestion& question,
                                                                     const plan::Forecast& quick,
                                                                     unsigned threads) {
  if (!mechanism::has_parameter(mechanism::find_mechanism(question.mechanism), "optimise"))
    return std::nullopt;
  plan::ForecastQuestion asked = question;
  asked.options.objective = question.options.objective == infer::Objective::kAbsolute
                                ? infer::Objective::kRelative
                                : infer::Objective::kAbsolute;
  return plan::SpendingPlan::OtherObjective{
      mechanism::option_text(question.options, "optimise"), mechanism::option_text(asked.options, "optimise"),
      quick.everybody.all, plan::forecast(asked, plan::Detail::quick(), threads).everybody.all};
}

/// What was asked for beside the forecast: threshold, target, another network, the page's grid.
void add_extras(const PlanCommandOptions& options, const PublicSide& side,
                const plan::ForecastQuestion& question, const plan::Forecast& quick, double wanted,
                plan::SpendingPlan& plan) {
  plan.best_threshold = plan::best_threshold(question, plan::Detail::quick(), options.threads);
  plan.other_objective = compare_objectives(question, quick, options.threads);
  if (wanted > 0) {
    ProgressBar bar("looking for the epsilons", options.quiet);
    plan.target = answer_target(question, side, plan.share, wanted, options.threads, bar.callback());
  }
  if (!options.like.empty()) {
    const ReadGraph read = read_graph(options.like);
    if (read.graph.num_nodes() < 2)
      throw InputError("a network of fewer than two users is like no other", "give a larger one")
          .in_file(options.like);
    ProgressBar bar("simulating on " + harmless(options.like), options.quiet);
    plan.like_name = options.like;
    plan.like =
        plan::forecast_like(question, read.graph, options.like, kLikeRuns, options.threads, bar.callback());
  }
  if (!options.report.empty()) {
    ProgressBar bar("simulating other choices", options.quiet);
    plan.grid = make_grid(plan, side, options.threads, bar.callback());
  }
}

plan::SpendingPlan make_plan(const PlanCommandOptions& options) {
  plan::SpendingPlan plan;
  const mechanism::MechanismInfo& mechanism = mechanism::find_mechanism(options.choice.mechanism);
  mechanism::check_options_apply(mechanism, options.given);
  plan.mechanism = mechanism.name;
  plan.options = mechanism_options(options.choice, parse_hops(options.hops_text));
  plan.share = parse_budget_share(options.budget_share);
  const double wanted = options.target_error.empty() ? 0 : parse_target(options.target_error);  // 0: none
  const PublicSide side = load_public_side(options.side);
  plan.facts = {side.roles.private_users().size(), side.roles.public_users().size(), side.profile};
  plan.status = release::release_status(mechanism.guarantee(plan.options), {});
  plan.promise = release::promise_to(side.preferences, plan.share);
  std::optional<ledger::Ledger> ledger;
  if (!options.ledger.empty()) ledger = ledger::Ledger::open(options.ledger, ledger::Ledger::Access::kRead);
  plan.charges = plan::charges_of(side.users.ids(), side.roles, side.preferences, plan.share,
                                  ledger ? &*ledger : nullptr);

  const plan::ForecastQuestion question{plan.facts, times(side.preferences, plan.share, 1), plan.mechanism,
                                        plan.options};
  const plan::Forecast quick = plan::forecast(question, plan::Detail::quick(), options.threads);
  plan.expected = quick;
  if (!options.quick) {
    if (!options.quiet && isatty(STDERR_FILENO) != 0) {
      fmt::print(stderr, "first answer, on small networks: an error (MAE) of {}\n",
                 range_text(quick.everybody.all.mae));
    }
    ProgressBar bar("simulating", options.quiet);
    plan.expected = plan::forecast(question, plan::Detail::full(), options.threads, bar.callback());
  }
  add_extras(options, side, question, quick, wanted, plan);
  return plan;
}

void run_plan(const PlanCommandOptions& options) {
  check_outputs({options.save, options.report},
                {options.side.users_file, options.side.public_file, options.side.public_edges_file,
                 options.side.preferences.file, options.ledger, options.like},
                options.overwrite);
  std::optional<OutputFile> save;
  if (!options.save.empty()) save.emplace(options.save);
  std::optional<OutputFile> report;
  if (!options.report.empty()) report.emplace(options.report);
  const plan::SpendingPlan plan = make_plan(options);
  if (save) {
    save->write(plan::plan_json(plan));
    save->commit();
  }
  if (report) {
    report->write(report::render_html(plan_document(plan, next_command(options, plan))));
    report->commit();
  }
  if (options.json) {
    fmt::print("{}", plan::plan_json(plan));
  } else {
    fmt::print("{}", plan_text(plan, next_command(options, plan), wants_colours(STDOUT_FILENO)));
  }
}

}  // namespace

void add_plan_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<PlanCommandOptions>();
  CLI::App* command = app.add_subcommand(
      "plan", "What a release would cost, promise and be worth; opens no connection of a private user");
  command->add_option("--users", options->side.users_file, "file with everybody who exists, one id a line");
  command->add_option("--public", options->side.public_file, "file with the public users, one id a line")
      ->required();
  command->add_option("--public-edges", options->side.public_edges_file,
                      "the connections between public users, as a graph file; narrows the ranges");
  add_preference_options(*command, options->side.preferences);
  command->add_option("--hops", options->hops_text, "count up to this many hops away")->required();
  add_mechanism_options(*command, options->choice);
  command->add_option("--ledger", options->ledger, "what has been spent before; it is only read");
  command
      ->add_option("--budget-share", options->budget_share, "the share of every preference to spend, up to 1")
      ->capture_default_str();
  command->add_option("--like", options->like,
                      "also simulate on this network, which must be no secret: an old or a public one");
  command->add_option("--target-error", options->target_error,
                      "say which epsilons a mean absolute error of this size needs");
  command->add_flag("--json", options->json, "print the plan as JSON");
  command->add_option("--save", options->save, "write the plan (JSON) for `hopveil release --recipe`");
  command->add_option("--report", options->report, "a page (html) with sliders over other choices");
  add_overwrite_option(*command, options->overwrite);
  command->add_flag("--quick", options->quick, "only the first answer, on small networks");
  command->add_option("--threads", options->threads, "number of threads (default: all processors)")
      ->check(CLI::Range(0U, 1024U));
  command->add_flag("--quiet", options->quiet, "no progress bar");
  command->callback([options, command] {
    options->given = given_mechanism_options(*command);
    run_plan(*options);
  });
}

}  // namespace hopveil::cli
