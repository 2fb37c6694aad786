// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <hopveil/errors.h>

#include "base/decimal.h"
#include "base/harmless_text.h"
#include "base/output_file.h"
#include "cli/command.h"
#include "cli/output_paths.h"
#include "io/csv.h"
#include "io/user_files.h"
#include "ledger/ledger.h"

namespace hopveil::cli {
namespace {

struct LedgerOptions {
  std::string path;
  std::string prefs;
  std::string user;
  std::string output = "-";
  bool allow_looser = false;
  bool json = false;
  bool csv = false;
};

std::string percent_text(std::uint64_t share_nanos) {
  return decimal_text(share_nanos, 7) + "%";
}

std::string counted(std::size_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

/// Views into `listed`.
std::vector<ledger::UserBudget> budgets_of(const std::vector<io::ListedPreference>& listed) {
  std::vector<ledger::UserBudget> users;
  users.reserve(listed.size());
  for (const io::ListedPreference& entry : listed) users.push_back({entry.user, entry.epsilon});
  return users;
}

void run_init(const LedgerOptions& options) {
  const std::vector<io::ListedPreference> listed = io::list_preferences(options.prefs);
  ledger::Ledger::create(options.path, budgets_of(listed));
  fmt::print("{}: {}, nothing spent\n", harmless(options.path), counted(listed.size(), "user", "users"));
}

void run_add(const LedgerOptions& options) {
  const std::vector<io::ListedPreference> listed = io::list_preferences(options.prefs);
  ledger::Ledger ledger = ledger::Ledger::open(options.path, ledger::Ledger::Access::kCharge);
  const ledger::BudgetChanges changes =
      ledger.add(budgets_of(listed), options.allow_looser ? ledger::Ledger::LooserBudgets::kAllow
                                                          : ledger::Ledger::LooserBudgets::kRefuse);
  fmt::print("{}: {} added, {} stricter, {} looser, {} as before\n", harmless(options.path),
             changes.num_added, changes.num_stricter, changes.num_looser, changes.num_unchanged);
  if (changes.num_exhausted > 0) {
    fmt::print("{} nothing left: what was spent before is as much as the new budget, or more\n",
               counted(changes.num_exhausted, "user has", "users have"));
  }
}

/// File names need not be UTF-8, and JSON must.
std::string printable(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

nlohmann::ordered_json account_json(const ledger::UserAccount& account) {
  return {{"user", account.id},
          {"budget", account.budget.text()},
          {"spent", account.spent_text()},
          {"left", account.left_text()},
          {"spent_share", decimal_text(account.spent_nanos(), 9)}};
}

void show_user(const ledger::Ledger& ledger, const LedgerOptions& options) {
  const ledger::UserAccount account = ledger.user(options.user);
  if (options.json) {
    fmt::print("{}\n", printable(account_json(account)));
    return;
  }
  fmt::print("user    {}\nbudget  {}\nspent   {}  ({})\nleft    {}\n", harmless(account.id),
             account.budget.text(), account.spent_text(), percent_text(account.spent_nanos()),
             account.left_text());
}

nlohmann::ordered_json id_json(const std::optional<std::string>& id) {
  return id ? nlohmann::ordered_json(*id) : nlohmann::ordered_json(nullptr);
}

void run_show(const LedgerOptions& options) {
  const ledger::Ledger ledger = ledger::Ledger::open(options.path, ledger::Ledger::Access::kRead);
  if (!options.user.empty()) return show_user(ledger, options);
  const ledger::LedgerSummary summary = ledger.summary();
  if (options.json) {
    const nlohmann::ordered_json json = {{"ledger", options.path},
                                         {"id", id_json(summary.id)},
                                         {"version", summary.version},
                                         {"users", summary.num_users},
                                         {"smallest_budget", summary.min_budget.text()},
                                         {"largest_budget", summary.max_budget.text()},
                                         {"least_spent_share", decimal_text(summary.min_spent_nanos, 9)},
                                         {"most_spent_share", decimal_text(summary.max_spent_nanos, 9)},
                                         {"users_with_nothing_left", summary.num_exhausted},
                                         {"releases", summary.num_releases},
                                         {"completed", summary.num_completed},
                                         {"refuted", summary.num_refuted}};
    fmt::print("{}\n", printable(json));
    return;
  }
  fmt::print("ledger    {}\n", harmless(options.path));
  fmt::print("id        {}\n",
             summary.id.value_or("none yet: version 1, migrated by the next release or add"));
  fmt::print("users     {}, with budgets from {} to {}\n", summary.num_users, summary.min_budget.text(),
             summary.max_budget.text());
  fmt::print("spent     {} to {} of each user's budget; {} nothing left\n",
             percent_text(summary.min_spent_nanos), percent_text(summary.max_spent_nanos),
             counted(summary.num_exhausted, "user has", "users have"));
  fmt::print("releases  {}, of which {} completed\n", summary.num_releases,
             counted(summary.num_completed, "was", "were"));
  if (summary.num_refuted > 0) {
    fmt::print("refuted   {} a mechanism whose promise does not hold: more was spent than the ledger shows\n",
               counted(summary.num_refuted, "release used", "releases used"));
  }
}

nlohmann::ordered_json record_json(const ledger::ReleaseRecord& record) {
  const auto parameters = nlohmann::ordered_json::parse(record.parameters, nullptr, false);
  nlohmann::ordered_json json = {
      {"release", record.id},
      {"charged_at", record.charged_at},
      {"mechanism", record.mechanism},
      {"parameters", parameters.is_discarded() ? nlohmann::ordered_json(record.parameters) : parameters},
      {"guarantee", record.guarantee},
      {"share", record.share.text()},
      {"users", record.num_users},
      {"output", record.output_path},
      {"completed", record.completed()}};
  if (record.completed()) {
    json["completed_at"] = *record.completed_at;
    json["sha256"] = record.output_sha256.value_or("");
    if (record.metadata_sha256) json["metadata_sha256"] = *record.metadata_sha256;
  }
  return json;
}

nlohmann::ordered_json change_json(const ledger::ChangeRecord& change) {
  return {{"change", change.id},
          {"changed_at", change.changed_at},
          {"kind", change.kind},
          {"after_release", change.after_release},
          {"users_added", change.num_added},
          {"budgets_changed", change.num_budgets_changed}};
}

void print_release(const ledger::ReleaseRecord& record) {
  fmt::print("{:>3}  {}  {:<12} share {:<6} {} -> {}\n", record.id, harmless(record.charged_at),
             harmless(record.mechanism), record.share.text(), counted(record.num_users, "user", "users"),
             harmless(record.output_path));
  fmt::print("     {}\n", harmless(record.parameters));
  if (record.refuted()) {
    fmt::print("     REFUTED: this mechanism does not keep its promise; more was spent than the share\n");
  } else {
    fmt::print("     {}\n", harmless(record.guarantee));
  }
  if (record.completed()) {
    fmt::print("     completed {}, sha256 {}\n", *record.completed_at, record.output_sha256.value_or(""));
  } else {
    fmt::print("     charged, not completed: it failed or still runs\n");
  }
}

void print_change(const ledger::ChangeRecord& change) {
  if (change.kind == "migrate") {
    fmt::print("  *  {}  the file was brought to version 2, with {}\n", change.changed_at,
               counted(change.num_added, "user", "users"));
    return;
  }
  fmt::print("  *  {}  {} added, {} changed\n", change.changed_at, counted(change.num_added, "user", "users"),
             counted(change.num_budgets_changed, "budget", "budgets"));
}

/// Releases and changes as they followed each other. How the ledger began is no change of it.
void for_each_entry(const ledger::Ledger& ledger,
                    const std::function<void(const ledger::ReleaseRecord&)>& release,
                    const std::function<void(const ledger::ChangeRecord&)>& change) {
  std::vector<ledger::ChangeRecord> changes = ledger.changes();
  std::erase_if(changes, [](const ledger::ChangeRecord& record) { return record.kind == "init"; });
  auto next = changes.begin();
  std::size_t num_releases = 0;
  const auto changes_until_now = [&] {
    for (; next != changes.end() && next->after_release <= num_releases; ++next) change(*next);
  };
  changes_until_now();
  for (const ledger::ReleaseRecord& record : ledger.history()) {
    release(record);
    ++num_releases;
    changes_until_now();
  }
}

nlohmann::ordered_json history_json(const ledger::Ledger& ledger) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for_each_entry(
      ledger, [&](const ledger::ReleaseRecord& record) { list.push_back(record_json(record)); },
      [&](const ledger::ChangeRecord& change) { list.push_back(change_json(change)); });
  return list;
}

void run_history(const LedgerOptions& options) {
  const ledger::Ledger ledger = ledger::Ledger::open(options.path, ledger::Ledger::Access::kRead);
  if (options.json) {
    fmt::print("{}\n", printable(history_json(ledger)));
    return;
  }
  bool empty = true;
  for_each_entry(
      ledger, [&](const ledger::ReleaseRecord& record) { print_release(record), empty = false; },
      [&](const ledger::ChangeRecord& change) { print_change(change), empty = false; });
  if (empty) fmt::print("no release yet\n");
}

std::string export_json(const ledger::Ledger& ledger) {
  const ledger::LedgerSummary summary = ledger.summary();
  nlohmann::ordered_json users = nlohmann::ordered_json::array();
  ledger.for_each_user([&](const ledger::UserAccount& account) { users.push_back(account_json(account)); });
  const nlohmann::ordered_json json = {{"id", id_json(summary.id)},
                                       {"version", summary.version},
                                       {"users", users},
                                       {"history", history_json(ledger)}};
  return printable(json) + "\n";
}

std::string export_csv(const ledger::Ledger& ledger) {
  std::string text = "user,budget,spent,left,spent_share\n";
  ledger.for_each_user([&](const ledger::UserAccount& account) {
    io::append_csv_field(account.id, text);
    text += fmt::format(",{},{},{},{}\n", account.budget.text(), account.spent_text(), account.left_text(),
                        decimal_text(account.spent_nanos(), 9));
  });
  return text;
}

void run_export(const LedgerOptions& options) {
  if (options.json == options.csv) {
    throw InputError(options.json ? "--json and --csv together" : "neither --json nor --csv is given",
                     "an export has one form: --json (users and history) or --csv (users)");
  }
  const ledger::Ledger ledger = ledger::Ledger::open(options.path, ledger::Ledger::Access::kRead);
  check_outputs({options.output}, {options.path}, false);
  OutputFile output(options.output);
  std::string text;
  ledger.at_one_moment([&] { text = options.json ? export_json(ledger) : export_csv(ledger); });
  output.write(text);
  output.commit();
}

}  // namespace

void add_ledger_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<LedgerOptions>();
  CLI::App* command = app.add_subcommand("ledger", "How much of their budgets users have spent");
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* summary, void (*run)(const LedgerOptions&)) {
    CLI::App* part = command->add_subcommand(name, summary);
    part->add_option("LEDGER", options->path, "the ledger's file")->required();
    part->callback([options, run] { run(*options); });
    return part;
  };
  const char* prefs_help = "csv file with a line `user,epsilon`: each user's whole budget";
  add("init", "Make a ledger in which no budget is spent yet", run_init)
      ->add_option("--prefs", options->prefs, prefs_help)
      ->required();
  CLI::App* adding = add("add", "Add users, and change the budgets of those that are listed", run_add);
  adding->add_option("--prefs", options->prefs, prefs_help)->required();
  adding->add_flag("--allow-looser", options->allow_looser, "raise budgets, too; what was spent stays spent");
  CLI::App* show = add("show", "What is spent", run_show);
  show->add_option("USER,--user", options->user, "of this user only");
  show->add_flag("--json", options->json, "print JSON");
  add("history", "Every release and every change", run_history)
      ->add_flag("--json", options->json, "print JSON");
  CLI::App* exporting =
      add("export", "Every user's account (and the history), for other programs", run_export);
  exporting->add_flag("--json", options->json, "users and history as JSON");
  exporting->add_flag("--csv", options->csv, "users as a table");
  exporting->add_option("-o,--output", options->output, "a file, - for standard output")
      ->capture_default_str();
}

}  // namespace hopveil::cli
