// SPDX-License-Identifier: Apache-2.0
#include "ledger/ledger.h"

#include <algorithm>
#include <random>

#include <gmock/gmock.h>

#include "ledger/ledger_testing.h"
#include "ledger/sqlite.h"

namespace hopveil::ledger {
namespace {

using testing::granted;
using ::testing::HasSubstr;
using testing::LedgerFolder;
using testing::message_of;
using testing::request;
using testing::TestUsers;

const std::string kChecksum(64, 'a');

/// A folder with a ledger of `TestUsers` in it.
struct Fixture {
  explicit Fixture(std::size_t num_users) : users(num_users), path(folder.file("ledger.db")) {
    Ledger::create(path, users.all());
  }
  Ledger open() const { return Ledger::open(path, Ledger::Access::kCharge); }
  /// Runs SQL past the ledger, as a person with the sqlite3 tool could.
  void tamper(const char* sql) const {
    SqliteDatabase database(path, SqliteDatabase::Open::kExisting, Ledger::kLockTimeout);
    database.trust_content();
    database.execute(sql);
  }

  LedgerFolder folder;
  TestUsers users;
  std::string path;
};

TEST(Ledger, StartsWithNothingSpent) {
  const Fixture fixture(3);
  const LedgerSummary summary = fixture.open().summary();
  EXPECT_EQ(summary.num_users, 3u);
  EXPECT_EQ(summary.min_budget.text(), "0.5");
  EXPECT_EQ(summary.max_budget.text(), "1.5");
  EXPECT_EQ(summary.max_spent_nanos, 0u);
  EXPECT_EQ(summary.num_exhausted, 0u);
  EXPECT_EQ(summary.num_releases, 0u);
  EXPECT_TRUE(fixture.open().history().empty());
}

TEST(Ledger, TenReleasesOfATenthFitAndTheEleventhIsRefusedWhateverTheBudget) {
  const LedgerFolder folder;
  const std::vector<UserBudget> users = {{"a", Epsilon::from_text("0.333333333")},
                                         {"b", Epsilon::from_nanos(1)},
                                         {"c", Epsilon::from_text("1000000")},
                                         {"d", Epsilon::from_text("0.7")}};
  Ledger::create(folder.file("l.db"), users);
  Ledger ledger = Ledger::open(folder.file("l.db"), Ledger::Access::kCharge);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(granted(ledger.charge(request(users, "0.1")))) << i;
  EXPECT_EQ(ledger.user("a").spent_text(), "0.333333333");
  EXPECT_EQ(ledger.user("a").left_text(), "0");
  const ChargeResult eleventh = ledger.charge(request(users, "0.000000001"));
  ASSERT_FALSE(granted(eleventh));
  EXPECT_EQ(std::get<ChargeRefused>(eleventh).num_exhausted, 4u);
  EXPECT_EQ(ledger.history().size(), 10u);
  EXPECT_EQ(ledger.summary().num_exhausted, 4u);
}

TEST(Ledger, ARefusalSeparatesBudgetSpentAndAskedAndNamesWhoRunsOut) {
  const Fixture fixture(20);
  Ledger ledger = fixture.open();
  ASSERT_TRUE(granted(ledger.charge(request(fixture.users.all().first(12), "0.75"))));
  const ChargeResult result = ledger.charge(request(fixture.users.all(), "0.3"));
  ASSERT_FALSE(granted(result));
  const auto& refused = std::get<ChargeRefused>(result);
  EXPECT_EQ(refused.num_users, 20u);
  EXPECT_EQ(refused.num_exhausted, 12u);
  ASSERT_EQ(refused.exhausted.size(), ChargeRefused::kMaxNamed);
  EXPECT_EQ(refused.exhausted[2].id, "user_2");
  EXPECT_EQ(refused.exhausted[2].spent_text(), "1.125");
  EXPECT_THAT(refused.text(), HasSubstr("a share of 0.3 is more than 12 of 20 users have left"));
  EXPECT_THAT(refused.text(), HasSubstr("\"user_2\" (budget 1.5, spent 1.125, asked 0.45)"));
  EXPECT_THAT(refused.text(), HasSubstr("and 2 more"));
}

TEST(Ledger, ARefusalChargesNobody) {
  const Fixture fixture(3);
  Ledger ledger = fixture.open();
  ASSERT_TRUE(granted(ledger.charge(request(fixture.users.all().first(1), "0.6"))));
  ASSERT_FALSE(granted(ledger.charge(request(fixture.users.all(), "0.5"))));
  EXPECT_EQ(ledger.user("user_0").spent_nanos(), 600'000'000u);
  EXPECT_EQ(ledger.user("user_1").spent_nanos(), 0u);
  EXPECT_EQ(ledger.history().size(), 1u);
}

TEST(Ledger, ChargesExactlyTheUsersOfTheRelease) {
  const Fixture fixture(9);
  Ledger ledger = fixture.open();
  std::vector<UserBudget> some;  // neither in the ledger's order nor next to each other
  for (const std::size_t i : {7u, 0u, 3u, 4u, 8u}) some.push_back(fixture.users.all()[i]);
  ASSERT_TRUE(granted(ledger.charge(request(some, "0.2"))));
  for (std::size_t i = 0; i < 9; ++i) {
    const bool covered = i == 0 || i == 3 || i == 4 || i == 7 || i == 8;
    EXPECT_EQ(ledger.user("user_" + std::to_string(i)).spent_nanos(), covered ? 200'000'000u : 0u) << i;
  }
  EXPECT_EQ(ledger.history().at(0).num_users, 5u);
}

TEST(Ledger, AReleaseWithoutPrivateUsersIsRecordedAndCostsNothing) {
  const Fixture fixture(2);
  Ledger ledger = fixture.open();
  EXPECT_TRUE(granted(ledger.charge(request({}, "1"))));
  EXPECT_EQ(ledger.summary().max_spent_nanos, 0u);
  EXPECT_EQ(ledger.history().at(0).num_users, 0u);
}

TEST(Ledger, RefusesOtherPreferencesNamingTheFirstFew) {
  const Fixture fixture(8);
  std::vector<UserBudget> changed(fixture.users.all().begin(), fixture.users.all().end());
  for (std::size_t i = 1; i < 8; ++i) changed[i].budget = Epsilon::from_text("4");
  Ledger ledger = fixture.open();
  const std::string message = message_of<InputError>([&] { ledger.charge(request(changed, "0.1")); });
  EXPECT_THAT(message, HasSubstr(fixture.path + ": 7 of the release's 8 users have another preference"));
  EXPECT_THAT(message, HasSubstr("\"user_1\" (4, ledger 1)"));
  EXPECT_THAT(message, HasSubstr("\"user_5\" (4, ledger 1.5) and 2 more"));
  EXPECT_EQ(ledger.summary().max_spent_nanos, 0u);
}

TEST(Ledger, RefusesUsersThatItLacks) {
  const Fixture fixture(3);
  const TestUsers more(10);
  Ledger ledger = fixture.open();
  const std::string message = message_of<InputError>([&] { ledger.charge(request(more.all(), "0.1")); });
  EXPECT_THAT(message, HasSubstr("the ledger lacks 7 of the release's 10 users: \"user_3\", \"user_4\""));
  EXPECT_THAT(message, HasSubstr("and 2 more"));
  EXPECT_EQ(ledger.summary().max_spent_nanos, 0u);
}

TEST(Ledger, RemembersEveryRelease) {
  const Fixture fixture(3);
  Ledger ledger = fixture.open();
  const auto first = std::get<ChargeGranted>(ledger.charge(request(fixture.users.all(), "0.1")));
  const auto second = std::get<ChargeGranted>(
      ledger.charge({BudgetShare::from_text("0.25"), "uniform", R"({"hops":7,"name":"\"x\""})", "proved",
                     "päth/ü.csv", fixture.users.all().first(2)}));
  ledger.complete(second.release_id, kChecksum);

  const auto history = Ledger::open(fixture.path, Ledger::Access::kRead).history();
  ASSERT_EQ(history.size(), 2u);
  EXPECT_EQ(history[0].id, first.release_id);
  EXPECT_FALSE(history[0].completed());
  EXPECT_FALSE(history[0].output_sha256.has_value());
  EXPECT_EQ(history[1].mechanism, "uniform");
  EXPECT_EQ(history[1].parameters, R"({"hops":7,"name":"\"x\""})");
  EXPECT_EQ(history[1].share.text(), "0.25");
  EXPECT_EQ(history[1].num_users, 2u);
  EXPECT_EQ(history[1].output_path, "päth/ü.csv");
  EXPECT_EQ(history[1].output_sha256, kChecksum);
  const auto is_utc_time = ::testing::MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z");
  EXPECT_THAT(history[1].charged_at, is_utc_time);
  EXPECT_THAT(history[1].completed_at.value(), is_utc_time);
  EXPECT_EQ(ledger.summary().num_completed, 1u);
}

TEST(Ledger, CompletesAReleaseOnceAndOnlyOneThatWasCharged) {
  const Fixture fixture(1);
  Ledger ledger = fixture.open();
  const auto release = std::get<ChargeGranted>(ledger.charge(request(fixture.users.all(), "0.1")));
  EXPECT_THROW(ledger.complete(release.release_id + 1, kChecksum), BugError);
  EXPECT_THROW(ledger.complete(release.release_id, "abc"), BugError);
  ledger.complete(release.release_id, kChecksum);
  EXPECT_THROW(ledger.complete(release.release_id, kChecksum), BugError);
}

TEST(Ledger, KeepsIdsByteForByte) {
  const LedgerFolder folder;
  const std::string zero("a\0b", 3);
  const std::vector<UserBudget> users = {{"'; DROP TABLE users; --", Epsilon::from_text("1")},
                                         {"", Epsilon::from_text("2")},
                                         {"A", Epsilon::from_text("3")},
                                         {"a", Epsilon::from_text("4")},
                                         {"\xff\xfe", Epsilon::from_text("5")},
                                         {"1", Epsilon::from_text("6")},
                                         {"01", Epsilon::from_text("7")},
                                         {zero, Epsilon::from_text("8")}};
  Ledger::create(folder.file("l.db"), users);
  Ledger ledger = Ledger::open(folder.file("l.db"), Ledger::Access::kCharge);
  ASSERT_TRUE(granted(ledger.charge(request(users, "0.5"))));
  for (const UserBudget& user : users) {
    EXPECT_EQ(ledger.user(user.id).budget, user.budget);
    EXPECT_EQ(ledger.user(user.id).id, user.id);
  }
  EXPECT_THROW(ledger.user("b"), InputError);
}

TEST(Ledger, BadParametersAreOurMistakeAndChargeNobody) {
  const Fixture fixture(2);
  Ledger ledger = fixture.open();
  ChargeRequest bad = request(fixture.users.all(), "0.1");
  bad.parameters = "{hops";
  EXPECT_THROW(ledger.charge(bad), BugError);
  ChargeRequest silent = request(fixture.users.all(), "0.1");
  silent.guarantee = "";
  EXPECT_THROW(ledger.charge(silent), BugError);
  EXPECT_EQ(ledger.summary().max_spent_nanos, 0u);
  EXPECT_TRUE(granted(ledger.charge(request(fixture.users.all(), "0.1"))));
}

TEST(Ledger, AReleaseThatHasAUserTwiceIsDamagedInput) {
  const Fixture fixture(2);
  Ledger ledger = fixture.open();
  const std::vector<UserBudget> twice = {fixture.users.all()[0], fixture.users.all()[0]};
  EXPECT_THAT(message_of<InputError>([&] { ledger.charge(request(twice, "0.1")); }),
              HasSubstr("user \"user_0\" is in the release twice"));
  EXPECT_EQ(ledger.summary().max_spent_nanos, 0u);
}

TEST(Ledger, MarksRefutedReleasesAndTellsTheNextOne) {
  const Fixture fixture(3);
  Ledger ledger = fixture.open();
  ChargeRequest proved = request(fixture.users.all(), "0.1");
  proved.guarantee = "proved";
  const auto first = std::get<ChargeGranted>(ledger.charge(proved));
  EXPECT_EQ(first.num_refuted_before, 0u);
  EXPECT_EQ(first.most_spent_nanos, 100'000'000u);
  ledger.charge(request(fixture.users.all().first(1), "0.2"));
  const auto third = std::get<ChargeGranted>(ledger.charge(proved));
  EXPECT_EQ(third.num_refuted_before, 1u);
  EXPECT_EQ(third.most_spent_nanos, 400'000'000u);
  EXPECT_FALSE(ledger.history().at(0).refuted());
  EXPECT_TRUE(ledger.history().at(1).refuted());
  EXPECT_EQ(ledger.summary().num_refuted, 1u);
}

TEST(Ledger, HasAnIdOfItsOwnThatStays) {
  const Fixture one(1);
  const Fixture other(1);
  const std::string id = one.open().id().value();
  EXPECT_THAT(id, ::testing::MatchesRegex("[0-9a-f]{32}"));
  EXPECT_NE(id, other.open().id());
  one.open().charge(request(one.users.all(), "0.1"));
  EXPECT_EQ(one.open().id(), id);
}

TEST(Ledger, WhatIsReadAtOneMomentIsOfThatMoment) {
  const Fixture fixture(2);
  fixture.open().charge(request(fixture.users.all(), "0.25"));
  Ledger another = Ledger::open(fixture.path, Ledger::Access::kCharge, std::chrono::milliseconds(1));
  const Ledger reader = Ledger::open(fixture.path, Ledger::Access::kRead);
  reader.at_one_moment([&] {
    EXPECT_EQ(reader.summary().max_spent_nanos, 250'000'000u);
    EXPECT_THROW(another.charge(request(fixture.users.all(), "0.5")), SystemError) << "it has to wait";
    EXPECT_EQ(reader.history().size(), 1u);
  });
  granted(another.charge(request(fixture.users.all(), "0.5")));
  EXPECT_EQ(reader.summary().max_spent_nanos, 750'000'000u);
  EXPECT_EQ(reader.history().size(), 2u);
}

TEST(Ledger, KeepsTheChecksumsOfTableAndMetadata) {
  const Fixture fixture(1);
  Ledger ledger = fixture.open();
  ledger.charge(request(fixture.users.all(), "0.1"));
  EXPECT_THROW(ledger.complete(1, kChecksum, "short"), BugError);
  ledger.complete(1, kChecksum, std::string(64, 'b'));
  EXPECT_EQ(ledger.history().at(0).output_sha256, kChecksum);
  EXPECT_EQ(ledger.history().at(0).metadata_sha256, std::string(64, 'b'));
}

TEST(Ledger, SpentIsTheSumOfTheGrantedSharesAndNeverAboveOne) {
  std::mt19937_64 random(7);
  const Fixture fixture(12);
  Ledger ledger = fixture.open();
  std::vector<std::uint64_t> spent(12, 0);
  int num_refused = 0;
  for (int round = 0; round < 60; ++round) {
    const std::uint64_t nanos = 1 + random() % 150'000'000;
    std::vector<std::size_t> members;
    std::vector<UserBudget> users;
    bool fits = true;
    for (std::size_t i = 0; i < 12; ++i) {
      if (random() % 4 != 0) continue;
      members.push_back(i);
      users.push_back(fixture.users.all()[i]);
      fits = fits && spent[i] + nanos <= BudgetShare::kNanosPerWhole;
    }
    std::shuffle(users.begin(), users.end(), random);
    ASSERT_EQ(granted(ledger.charge({BudgetShare::from_nanos(nanos), "deba", "{}", "refuted", "o", users})),
              fits);
    num_refused += fits ? 0 : 1;
    for (const std::size_t i : members) spent[i] += fits ? nanos : 0;
    for (std::size_t i = 0; i < 12; ++i) {
      ASSERT_EQ(ledger.user("user_" + std::to_string(i)).spent_nanos(), spent[i]);
    }
  }
  EXPECT_GT(num_refused, 5);
  EXPECT_LT(num_refused, 55);
}

TEST(Ledger, ServesAMillionUsers) {
  const Fixture fixture(1'000'000);
  Ledger ledger = fixture.open();
  ASSERT_TRUE(granted(ledger.charge(request(fixture.users.all(), "0.4"))));
  ASSERT_TRUE(granted(ledger.charge(request(fixture.users.all().subspan(1), "0.4"))));
  const ChargeResult third = ledger.charge(request(fixture.users.all(), "0.4"));
  ASSERT_FALSE(granted(third));
  EXPECT_EQ(std::get<ChargeRefused>(third).num_exhausted, 999'999u);
  EXPECT_EQ(ledger.user("user_999999").spent_nanos(), 800'000'000u);
  EXPECT_EQ(ledger.user("user_0").spent_nanos(), 400'000'000u);
}

TEST(LedgerSchema, NeitherSpentFallsNorHistoryChanges) {
  const Fixture fixture(3);
  {
    Ledger ledger = fixture.open();
    ledger.charge(request(fixture.users.all(), "0.5"));
    ledger.complete(1, kChecksum);
    ledger.charge(request(fixture.users.all(), "0.1"));
  }
  for (const char* sql : {
           "UPDATE users SET spent = spent - 1",
           "UPDATE users SET spent = 1000000001",
           "UPDATE users SET budget = budget + 1",
           "UPDATE users SET id = 'x' WHERE row = 1",
           "UPDATE users SET row = 77 WHERE row = 1",
           "UPDATE users SET spent = NULL",
           "DELETE FROM users",
           "INSERT INTO users (id, budget, spent) VALUES ('new', 1, 0)",
           "INSERT OR REPLACE INTO users (row, id, budget, spent) VALUES (1, 'user_0', 500000000, 0)",
           "UPDATE OR REPLACE users SET row = 2 WHERE row = 1",
           "DELETE FROM releases",
           "INSERT OR REPLACE INTO releases (id, charged_at, mechanism, parameters, guarantee, share, users,"
           " output) VALUES (1, 'now', 'm', '{}', 'proved', 1, 1, 'o')",
           "UPDATE releases SET guarantee = 'proved'",
           "UPDATE users SET budget = budget + 1, spent = 0",
           "INSERT INTO budget_changes VALUES (1, 1, 500000000, 600000000, 0)",
           "UPDATE changes SET users_added = 4",
           "DELETE FROM changes",
           "INSERT INTO changes VALUES (7, 'now', 'add', 2, 0, 0)",
           "UPDATE ledger SET id = lower(hex(randomblob(16)))",
           "INSERT INTO ledger SELECT lower(hex(randomblob(16)))",
           "DELETE FROM ledger",
           "UPDATE releases SET share = 1 WHERE id = 2",
           "UPDATE releases SET completed_at = 'x' WHERE id = 2",
           "UPDATE releases SET completed_at = NULL, output_sha256 = NULL WHERE id = 1",
       }) {
    EXPECT_THROW(fixture.tamper(sql), BugError) << sql;
  }
  EXPECT_EQ(fixture.open().user("user_0").spent_nanos(), 600'000'000u);
}

TEST(LedgerSchema, NoticesSpentThatTheHistoryDoesNotExplain) {
  const Fixture fixture(3);
  fixture.tamper("UPDATE users SET spent = 5 WHERE row = 2");
  EXPECT_THAT(message_of<InputError>([&] { fixture.open(); }), HasSubstr("not spent what its history says"));
}

TEST(LedgerSchema, NoticesAMissingTrigger) {
  const Fixture fixture(3);
  fixture.tamper("DROP TRIGGER spent_only_grows");
  EXPECT_THAT(message_of<InputError>([&] { fixture.open(); }), HasSubstr("tables are not those of a ledger"));
}

}  // namespace
}  // namespace hopveil::ledger
