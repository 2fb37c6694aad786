#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <hopveil/errors.h>

#include "base/decimal.h"
#include "cli/command.h"
#include "io/user_files.h"
#include "ledger/ledger.h"

namespace hopveil {
namespace {

struct LedgerOptions {
  std::string path;
  std::string prefs;
  std::string user;
  bool json = false;
};

std::string percent_text(std::uint64_t share_nanos) {
  return decimal_text(share_nanos, 7) + "%";
}

void run_init(const LedgerOptions& options) {
  const std::vector<ListedPreference> listed = list_preferences(options.prefs);
  std::vector<UserBudget> users;
  users.reserve(listed.size());
  for (const ListedPreference& entry : listed) users.push_back({entry.user, entry.epsilon});
  Ledger::create(options.path, users);
  fmt::print("{}: {} users, nothing spent\n", options.path, users.size());
}

nlohmann::ordered_json account_json(const UserAccount& account) {
  return {{"user", account.id},
          {"budget", account.budget.text()},
          {"spent", account.spent_text()},
          {"left", account.left_text()},
          {"spent_share", decimal_text(account.spent_nanos, 9)}};
}

void show_user(const Ledger& ledger, const LedgerOptions& options) {
  const UserAccount account = ledger.user(options.user);
  if (options.json) {
    fmt::print("{}\n", account_json(account).dump(2));
    return;
  }
  fmt::print("user    {}\nbudget  {}\nspent   {}  ({})\nleft    {}\n", account.id, account.budget.text(),
             account.spent_text(), percent_text(account.spent_nanos), account.left_text());
}

void run_show(const LedgerOptions& options) {
  const Ledger ledger = Ledger::open(options.path, Ledger::Access::kRead);
  if (!options.user.empty()) return show_user(ledger, options);
  const LedgerSummary summary = ledger.summary();
  if (options.json) {
    const nlohmann::ordered_json json = {{"ledger", options.path},
                                         {"users", summary.num_users},
                                         {"smallest_budget", summary.min_budget.text()},
                                         {"largest_budget", summary.max_budget.text()},
                                         {"least_spent_share", decimal_text(summary.min_spent_nanos, 9)},
                                         {"most_spent_share", decimal_text(summary.max_spent_nanos, 9)},
                                         {"users_with_nothing_left", summary.num_exhausted},
                                         {"releases", summary.num_releases},
                                         {"completed", summary.num_completed}};
    fmt::print("{}\n", json.dump(2));
    return;
  }
  fmt::print("ledger    {}\n", options.path);
  fmt::print("users     {}, with budgets from {} to {}\n", summary.num_users, summary.min_budget.text(),
             summary.max_budget.text());
  fmt::print("spent     {} to {} of the own budget; {} users have nothing left\n",
             percent_text(summary.min_spent_nanos), percent_text(summary.max_spent_nanos),
             summary.num_exhausted);
  fmt::print("releases  {}, of which {} were completed\n", summary.num_releases, summary.num_completed);
}

nlohmann::ordered_json record_json(const ReleaseRecord& record) {
  nlohmann::ordered_json json = {
      {"release", record.id},
      {"charged_at", record.charged_at},
      {"mechanism", record.mechanism},
      {"parameters", nlohmann::ordered_json::parse(record.parameters, nullptr, false)},
      {"share", record.share.text()},
      {"users", record.num_users},
      {"output", record.output_path},
      {"completed", record.completed()}};
  if (record.completed()) {
    json["completed_at"] = *record.completed_at;
    json["sha256"] = record.output_sha256.value_or("");
  }
  return json;
}

void run_history(const LedgerOptions& options) {
  const std::vector<ReleaseRecord> history = Ledger::open(options.path, Ledger::Access::kRead).history();
  if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const ReleaseRecord& record : history) list.push_back(record_json(record));
    fmt::print("{}\n", list.dump(2));
    return;
  }
  if (history.empty()) fmt::print("no release yet\n");
  for (const ReleaseRecord& record : history) {
    fmt::print("{:>3}  {}  {:<12} share {:<6} {} users -> {}\n", record.id, record.charged_at,
               record.mechanism, record.share.text(), record.num_users, record.output_path);
    fmt::print("     {}\n", record.parameters);
    if (record.completed()) {
      fmt::print("     completed {}, sha256 {}\n", *record.completed_at, record.output_sha256.value_or(""));
    } else {
      fmt::print("     charged, not completed: it failed or still runs\n");
    }
  }
}

}  // namespace

void add_ledger_command(CLI::App& app, ExitCode&) {
  const auto options = std::make_shared<LedgerOptions>();
  CLI::App* command = app.add_subcommand("ledger", "Who has spent how much of the own budget");
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* summary, void (*run)(const LedgerOptions&)) {
    CLI::App* part = command->add_subcommand(name, summary);
    part->add_option("LEDGER", options->path, "the ledger's file")->required();
    part->callback([options, run] { run(*options); });
    return part;
  };
  add("init", "Make a ledger in which nobody has spent anything", run_init)
      ->add_option("--prefs", options->prefs, "csv file with a line `user,epsilon`: each user's whole budget")
      ->required();
  CLI::App* show = add("show", "What is spent", run_show);
  show->add_option("--user", options->user, "of this user alone");
  show->add_flag("--json", options->json, "print JSON");
  add("history", "Every release", run_history)->add_flag("--json", options->json, "print JSON");
}

}  // namespace hopveil
