// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/audit.h>
#include <hopveil/build_graph.h>
#include <hopveil/build_users.h>
#include <hopveil/count.h>
#include <hopveil/errors.h>
#include <hopveil/evaluate.h>
#include <hopveil/ledger.h>
#include <hopveil/mechanisms.h>
#include <hopveil/release.h>
#include <hopveil/write_graph.h>

#include "sign/sshsig.h"
#include "support/temporary_folder.h"

namespace hopveil {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TemporaryFolder;

/// The path 0-1-2-3-4 with user 0 public, and a user 5 without a connection.
struct Network {
  Graph graph;
  UserRoles roles{6, {0}};
  Preferences preferences = equal_preferences(roles, Epsilon::from_text("2"));

  Network() {
    const std::vector<NodeId> from = {0, 1, 2, 3};
    const std::vector<NodeId> to = {1, 2, 3, 4};
    graph = graph_from_edges(numbered_users(6), from, to);
  }
  Plan plan(const PlanOptions& options) const { return {graph, roles, preferences, options}; }
};

TEST(PlanTest, SaysWhatIsPromisedAndWhatThatDoesNotCover) {
  const Network network;
  EXPECT_EQ(network.plan({.hops = 2}).guarantee().status, "proved");
  EXPECT_THAT(network.plan({.hops = 2}).guarantee().exceptions, IsEmpty());
  const GuaranteeText weaker = network.plan({.hops = 2, .exceptions = {users_are_not_listed()}}).guarantee();
  EXPECT_EQ(weaker.status, "proved with exceptions");
  EXPECT_THAT(weaker.exceptions, ElementsAre(users_are_not_listed()));
  EXPECT_EQ(network.plan({.share = "0.5"}).to_spend().of_row(0), Epsilon::from_text("1"));
}

TEST(PlanTest, WrongArgumentsAreTheCallersMistake) {
  const Network network;
  EXPECT_THROW(network.plan({.hops = 0}), InputError);
  EXPECT_THROW(network.plan({.mechanism = "magic"}), InputError);
  EXPECT_THROW(network.plan({.options = {{"threshold", "max"}}}), InputError);
  EXPECT_THROW(network.plan({.share = "2"}), InputError);
  EXPECT_THROW(
      Plan(network.graph, UserRoles(3, {0}), equal_preferences(UserRoles(3, {0}), Epsilon::from_text("1"))),
      InputError);
  EXPECT_THROW(Plan(network.graph, network.roles, Preferences()), InputError);
}

TEST(BordersTest, WhatDoesNotBelongTogetherIsTheCallersMistake) {
  const Network network;
  const TemporaryFolder folder;
  const std::string ledger = folder.path("budget.db");
  const UserRoles of_more(network.graph.num_nodes() + 1, {0});
  const Preferences too_many = equal_preferences(of_more, Epsilon::from_text("1"));
  EXPECT_THROW(create_ledger(ledger, network.graph, of_more, too_many), InputError);
  EXPECT_THROW(create_ledger(ledger, network.graph, network.roles, too_many), InputError);
  EXPECT_THROW(create_ledger(ledger, network.graph, network.roles, Preferences()), InputError);
  create_ledger(ledger, network.graph, network.roles, network.preferences);
  EXPECT_THROW(ledger_accounts(ledger, network.graph, of_more), InputError);
  EXPECT_THROW(evaluate(network.graph, of_more, {.preferences = too_many}), InputError);
  EXPECT_THROW(evaluate(network.graph, network.roles, {.preferences = too_many}), InputError);
  EXPECT_THROW(count_fingerprints(network.graph, of_more, 1), InputError);
  EXPECT_THROW(preferences_from_values(network.graph, of_more, std::vector<double>(4, 1.0)), InputError);
  EXPECT_THROW(audit_mechanism({.mechanism = "eli", .runs = 0}), InputError);
  EXPECT_THROW(audit_mechanism({.mechanism = "eli", .seconds = -1}), InputError);
}

TEST(PlanTest, ChargesTheLedgerAndRefusesWhenItIsUsedUp) {
  const Network network;
  const TemporaryFolder folder;
  const std::string ledger = folder.path("budget.db");
  create_ledger(ledger, network.graph, network.roles, network.preferences);
  Plan plan = network.plan({.hops = 2, .options = {{"intervals", "90"}}, .share = "0.75"});

  const auto first = plan.publish({.ledger = ledger});
  ASSERT_TRUE(std::holds_alternative<Release>(first));
  const auto& release = std::get<Release>(first);
  EXPECT_EQ(release.rows(), 5u);
  EXPECT_EQ(release.hops(), 2u);
  EXPECT_THAT(release.users(), ElementsAre("1", "2", "3", "4", "5"));
  EXPECT_TRUE(release.with_intervals());
  for (std::size_t row = 0; row < 5; ++row) EXPECT_LE(release.low(2)[row], release.high(2)[row]);
  EXPECT_THROW(release.hop(3), InputError);
  EXPECT_EQ(ledger_accounts(ledger, network.graph, network.roles)[0].spent, "1.5");

  const auto second = plan.publish({.ledger = ledger});
  ASSERT_TRUE(std::holds_alternative<BudgetRefusal>(second));
  EXPECT_EQ(std::get<BudgetRefusal>(second).num_users, 5u);
  EXPECT_EQ(ledger_accounts(ledger, network.graph, network.roles)[0].spent, "1.5");
}

TEST(PlanTest, SavesWhatItReleasedWholeAndNotOverAnotherRelease) {
  const Network network;
  const TemporaryFolder folder;
  const auto result = network.plan({.hops = 2}).publish();
  const auto& release = std::get<Release>(result);
  const std::string path = folder.path("released.csv");
  release.save(path);
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_TRUE(std::filesystem::exists(path + ".meta.json"));
  EXPECT_THROW(release.save(path), InputError);
  EXPECT_NO_THROW(release.save(path, true));
  EXPECT_THROW(release.save(""), InputError);
  EXPECT_THAT(release.metadata(), HasSubstr("eli"));
}

TEST(PlanTest, WritesNoReleaseOverALedger) {
  const TemporaryFolder folder;
  const Network network;
  const std::string ledger = folder.path("budget.db");
  create_ledger(ledger, network.graph, network.roles, network.preferences);
  Plan plan = network.plan({.hops = 2});
  for (const std::string& output : {ledger, ledger + "-journal"})
    EXPECT_THROW(plan.publish({.ledger = ledger, .output = output, .overwrite = true}), InputError) << output;
  EXPECT_EQ(ledger_accounts(ledger, network.graph, network.roles)[0].spent, "0");
  const Release release = std::get<Release>(plan.publish());
  EXPECT_THROW(release.save(ledger, true), InputError);
  EXPECT_THROW(write_binary_graph(network.graph, ledger, true), InputError);
  EXPECT_EQ(ledger_accounts(ledger, network.graph, network.roles)[0].left, "2");
}

TEST(PlanTest, SignsWhatItPublishesAndWhatItSaves) {
  const Network network;
  const TemporaryFolder folder;
  const std::string key = folder.path("key");
  ASSERT_EQ(std::system(("ssh-keygen -q -t ed25519 -N '' -f " + key).c_str()), 0);
  Plan plan = network.plan({.hops = 1});
  const auto signer = [&](const std::string& table, const std::string& metadata) {
    return sign::signer_of(sign::read_small_file(table + ".meta.json.sig", 10'000), sign::kReleaseNamespace,
                           metadata);
  };

  const std::string published = folder.path("published.csv");
  const auto in_a_file = plan.publish({.output = published, .sign = key});
  EXPECT_EQ(signer(published, std::get<Release>(in_a_file).metadata()),
            sign::SigningKey::load(key).public_key());

  const auto in_memory = plan.publish();
  const auto& release = std::get<Release>(in_memory);
  const std::string saved = folder.path("saved.csv");
  EXPECT_THROW(release.save(saved, false, folder.path("no-key")), InputError);
  EXPECT_FALSE(std::filesystem::exists(saved));
  release.save(saved, false, key);
  EXPECT_EQ(signer(saved, release.metadata()), sign::SigningKey::load(key).public_key());
  release.save(saved, true);
  EXPECT_FALSE(std::filesystem::exists(saved + ".meta.json.sig")) << "it was not asked for this time";
}

TEST(PlanTest, AReleaseThatStandsInAFileIsNotSavedFromMemory) {
  const TemporaryFolder folder;
  const auto result = Network().plan({.hops = 2}).publish({.output = folder.path("released.csv")});
  EXPECT_THROW(std::get<Release>(result).save(folder.path("copy.csv")), InputError);
}

TEST(EvaluateTest, GivesErrorsByPartAndCanBeCancelled) {
  const Network network;
  EvaluationOptions options;
  options.mechanisms = {"uniform"};
  options.hops = 2;
  options.groups = {Epsilon::from_text("1"), Epsilon::from_text("4")};
  options.runs = 2;
  const auto lines = evaluate(network.graph, network.roles, options);
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines[0].mechanism, "uniform");
  EXPECT_EQ(lines[0].part, "all");
  EXPECT_EQ(lines[1].part, "hop 1");
  options.options = {{"threshold", {}}};
  EXPECT_THROW(evaluate(network.graph, network.roles, options), InputError);
  options.options = {};
  std::stop_source source;
  source.request_stop();
  options.stop = source.get_token();
  EXPECT_THROW(evaluate(network.graph, network.roles, options), Cancelled);
}

TEST(AuditMechanismTest, FindsWhatIsBrokenAndCanBeCancelled) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(audit_mechanism({.mechanism = "uniform", .runs = 1000, .stop = source.get_token()}),
               Cancelled);
  EXPECT_THROW(audit_mechanism({.mechanism = "magic"}), InputError);
}

TEST(MechanismSummariesTest, TheFirstIsTheDefaultOfAPlan) {
  EXPECT_EQ(mechanism_summaries().front().name, PlanOptions{}.mechanism);
}

}  // namespace
}  // namespace hopveil
