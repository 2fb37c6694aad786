// SPDX-License-Identifier: Apache-2.0
#include "release/publish.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <hopveil/errors.h>

#include "release/publish_testing.h"
#include "release/release_files.h"
#include "support/temporary_folder.h"
#include "support/text_files.h"

namespace hopveil::release {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::read_text;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing::TemporaryFolder;

TEST_F(Publish, WritesTableAndMetadataThatBelongTogether) {
  ReleasePlan plan(small_request());
  const auto published = std::get<Published>(publish(plan, {.output = table}));
  EXPECT_THAT(read_text(table), StartsWith("user,hop_1,hop_2\na,"));
  EXPECT_EQ(read_text(metadata_path(table)), published.metadata_text);
  EXPECT_EQ(sha256_of(read_text(table)), published.facts.table_sha256);
  const auto metadata = nlohmann::json::parse(published.metadata_text);
  EXPECT_EQ(metadata.at("table_sha256"), published.facts.table_sha256);
  EXPECT_THAT(published.table_text, IsEmpty());
  EXPECT_THAT(folder.names(), ElementsAre("t.csv", "t.csv.meta.json"));
}

TEST_F(Publish, ChargesOnceAndCompletesTheEntry) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(small_request());
  PublishSteps steps;
  const auto published =
      std::get<Published>(publish(plan, {.output = table, .ledger = &ledger, .steps = &steps}));
  const auto records = history();
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_EQ(records[0].output_path, table);
  EXPECT_EQ(records[0].output_sha256, published.facts.table_sha256);
  EXPECT_EQ(records[0].guarantee, "proved");
  EXPECT_EQ(records[0].metadata_sha256, sha256_of(read_text(metadata_path(table))));
  EXPECT_EQ(nlohmann::json::parse(published.metadata_text).at("ledger").at("id"), ledger.id().value());
  steps.between_steps([&](const PublishSteps::Done& done) {
    EXPECT_EQ(done.text(), "release 1 of " + ledger_path +
                               " is charged to 2 users (a share of 1); written: " + metadata_path(table) +
                               ", " + table);
  });
}

/// Edges that were changed before they are looked at for the `changed_at`-th time.
class WatchedEdges final : public OutsideEdges {
 public:
  explicit WatchedEdges(int changed_at) : changed_at_(changed_at) {}
  OutsideCounts count(const PairOwnership&, std::span<const std::uint32_t>,
                      std::span<const std::uint32_t>) override {
    return {};
  }
  OutsidePairs pairs(const PairOwnership&, std::span<const std::uint8_t>) override { return {}; }
  void check_unchanged() override {
    if (++looks_ >= changed_at_) throw InputError("the edges were changed", "plan again");
  }
  int looks() const { return looks_; }

 private:
  int changed_at_;
  int looks_ = 0;
};

/// `streamed`: the plan's graph is read and they are watched; otherwise they are asked.
ReleaseRequest watched_request(const std::shared_ptr<WatchedEdges>& edges, bool streamed) {
  ReleaseRequest request = small_request();
  request.stream_edges = streamed;
  request.outside = edges;
  return request;
}

TEST_F(Publish, EdgesThatWereChangedBeforeTheChargeCostNothing) {
  ledger::Ledger ledger = open_ledger();
  for (const bool streamed : {true, false}) {
    ReleasePlan plan(watched_request(std::make_shared<WatchedEdges>(1), streamed));
    EXPECT_THROW(publish(plan, {.output = table, .ledger = &ledger}), InputError);
  }
  EXPECT_THAT(history(), IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(table));
}

TEST_F(Publish, EdgesThatAreChangedDuringADrawGiveNoTable) {
  ledger::Ledger ledger = open_ledger();
  for (const bool streamed : {true, false}) {
    const auto unchanged = std::make_shared<WatchedEdges>(1'000'000);
    ReleasePlan sound(watched_request(unchanged, streamed));
    publish(sound, {.output = folder.path(streamed ? "streamed.csv" : "asked.csv")});
    ASSERT_GE(unchanged->looks(), 2) << "before the charge, and after the last question";

    ReleaseRequest half = watched_request(std::make_shared<WatchedEdges>(unchanged->looks()), streamed);
    half.share = ledger::BudgetShare::from_text("0.5");
    ReleasePlan plan(std::move(half));
    EXPECT_THROW(publish(plan, {.output = table, .ledger = &ledger}), InputError);
    ASSERT_THAT(history(), SizeIs(streamed ? 1 : 2)) << "charged, and it stays so";
    EXPECT_FALSE(history().back().completed());
    EXPECT_FALSE(std::filesystem::exists(table));
  }
}

TEST_F(Publish, AThinBudgetIsARefusalThatLeavesNothing) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(small_request());
  publish(plan, {.ledger = &ledger});
  PublishSteps steps;
  const auto result = publish(plan, {.output = table, .ledger = &ledger, .steps = &steps});
  EXPECT_TRUE(std::holds_alternative<ledger::ChargeRefused>(result));
  EXPECT_FALSE(std::filesystem::exists(table));
  EXPECT_THAT(history(), SizeIs(1));
  steps.between_steps([](const PublishSteps::Done& done) { EXPECT_FALSE(done.anything()); });
}

TEST_F(Publish, IntoMemoryGivesWhatAFileWouldHold) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(small_request());
  const auto published = std::get<Published>(publish(plan, {.ledger = &ledger}));
  EXPECT_EQ(sha256_of(published.table_text), published.facts.table_sha256);
  const auto records = history();
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_EQ(records[0].output_path, "(memory)");
  EXPECT_EQ(records[0].output_sha256, published.facts.table_sha256);
  published.save(table);
  published.save(folder.path("again.csv"));
  EXPECT_EQ(read_text(table), published.table_text);
  EXPECT_EQ(read_text(metadata_path(table)), published.metadata_text);
  EXPECT_EQ(read_text(folder.path("again.csv")), published.table_text);
  EXPECT_THAT(history(), SizeIs(1)) << "saving neither charges nor draws";
  EXPECT_THROW(published.save(table), InputError) << "a release is there already";
  published.save(table, true);
}

TEST_F(Publish, EachCallDrawsAnewAndIsChargedForIt) {
  ledger::Ledger ledger = open_ledger();
  ReleaseRequest request = small_request("uniform", 1);
  request.share = ledger::BudgetShare::from_text("0.000001");  // so noisy that two tables are never alike
  ReleasePlan plan(std::move(request));
  const auto first = std::get<Published>(publish(plan, {.ledger = &ledger}));
  const auto second = std::get<Published>(publish(plan, {.ledger = &ledger}));
  EXPECT_NE(first.table_text, second.table_text);
  EXPECT_THAT(history(), SizeIs(2));
  EXPECT_EQ(second.facts.ledger->release, 2);
  EXPECT_EQ(second.facts.ledger->most_spent_nanos, 2000U);
}

TEST_F(Publish, ARefutedPromiseNeedsToBeAcceptedBeforeAnythingIsCharged) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(small_request("uniform", 2));
  EXPECT_THROW(publish(plan, {.output = table, .ledger = &ledger}), InputError);
  EXPECT_THAT(history(), IsEmpty());
  EXPECT_THAT(folder.names(), ElementsAre("budget.db"));
  const auto result = publish(plan, {.output = table, .ledger = &ledger, .accept_refuted = true});
  EXPECT_EQ(std::get<Published>(result).facts.status.text(), "refuted");
}

TEST_F(Publish, ALaterReleaseNamesTheRefutedOnesOfItsLedger) {
  ledger::Ledger ledger = open_ledger();
  ReleaseRequest half = small_request("uniform", 2);
  half.share = ledger::BudgetShare::from_text("0.5");
  ReleasePlan refuted(half);
  publish(refuted, {.ledger = &ledger, .accept_refuted = true});
  half.mechanism = "eli";
  ReleasePlan proved(half);
  const auto published = std::get<Published>(publish(proved, {.ledger = &ledger}));
  EXPECT_EQ(published.facts.status.text(), "proved");
  EXPECT_THAT(published.facts.ledger->refuted_releases, ElementsAre(1));
  EXPECT_FALSE(published.facts.is_proved_and_protects());
  const auto metadata = nlohmann::json::parse(published.metadata_text);
  EXPECT_EQ(metadata.at("ledger").at("earlier_refuted_releases"), nlohmann::json({1}));
  EXPECT_EQ(metadata.at("ledger").at("most_spent_share"), "1");
}

TEST_F(Publish, AReleaseIsNotWrittenOverUnasked) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(small_request());
  publish(plan, {.output = table});
  const std::string before = read_text(table);
  EXPECT_THROW(publish(plan, {.output = table, .ledger = &ledger}), InputError);
  std::filesystem::create_symlink("t.csv", folder.path("link.csv"));
  EXPECT_THROW(publish(plan, {.output = folder.path("link.csv"), .ledger = &ledger}), InputError);
  EXPECT_EQ(read_text(table), before);
  EXPECT_THAT(history(), IsEmpty());
  publish(plan, {.output = table, .overwrite = true});
  EXPECT_EQ(nlohmann::json::parse(read_text(metadata_path(table))).at("table_sha256"),
            sha256_of(read_text(table)));
}

TEST_F(Publish, NeitherALedgerNorWhatItWouldDeleteIsWrittenOver) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(small_request());
  for (const std::string ending : {"", "-journal", "-wal", "-shm"}) {
    EXPECT_THROW(publish(plan, {.output = ledger_path + ending, .overwrite = true, .ledger = &ledger}),
                 InputError);
    const Published kept = std::get<Published>(publish(plan, {}));
    EXPECT_THROW(kept.save(ledger_path + ending, true), InputError);
  }
  EXPECT_THAT(history(), IsEmpty());
}

TEST_F(Publish, GoesToARegularFileOnly) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(small_request());
  for (const char* output : {"-", "/dev/stdout", "/dev/null"}) {
    EXPECT_THROW(publish(plan, {.output = output, .ledger = &ledger}), InputError) << output;
  }
  EXPECT_THROW(publish(plan, {.output = folder.path("no/t.csv"), .ledger = &ledger}), SystemError);
  EXPECT_THAT(history(), IsEmpty());
}

TEST_F(Publish, TheSignerSeesTheMetadataAndItsWordStandsBesideIt) {
  ReleasePlan plan(small_request());
  std::string seen;
  const auto sign = [&](std::string_view metadata) {
    seen = metadata;
    return std::string("signed");
  };
  publish(plan, {.output = table, .sign = sign});
  EXPECT_EQ(seen, read_text(metadata_path(table)));
  EXPECT_EQ(read_text(signature_path(table)), "signed");
  publish(plan, {.output = table, .overwrite = true});
  EXPECT_FALSE(std::filesystem::exists(signature_path(table))) << "it signed the old metadata";
}

TEST_F(Publish, WhatFailsAfterTheChargeLeavesTheChargeAndNoFile) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(small_request());
  PublishSteps steps;
  PublishOptions options{.output = table, .ledger = &ledger, .steps = &steps};
  options.sign = [](std::string_view) -> std::string { throw SystemError("sign", "key", "it is lost"); };
  EXPECT_THROW(publish(plan, options), SystemError);
  ASSERT_THAT(history(), SizeIs(1));
  EXPECT_FALSE(history()[0].completed());
  EXPECT_THAT(folder.names(), ElementsAre("budget.db"));
  steps.between_steps([&](const PublishSteps::Done& done) {
    EXPECT_THAT(done.text(), HasSubstr("release 1 of"));
    EXPECT_THAT(done.text(), HasSubstr("no table was written"));
  });
}

TEST_F(Publish, APlaceThatIsTakenWhileItDrawsIsSaidWithWhatExists) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(small_request());
  PublishSteps steps;
  PublishOptions options{.output = table, .ledger = &ledger, .steps = &steps};
  options.progress = [&](std::uint64_t, std::uint64_t) { std::filesystem::create_directory(table); };
  EXPECT_THROW(publish(plan, options), SystemError);
  steps.between_steps([&](const PublishSteps::Done& done) {
    EXPECT_THAT(done.files, ElementsAre(metadata_path(table)));
    EXPECT_THAT(done.text(), HasSubstr("not completed"));
  });
  EXPECT_FALSE(history()[0].completed());
}

TEST_F(Publish, StepsCanBeReadByAnotherThreadWhileItRuns) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(small_request());
  PublishSteps steps;
  std::string seen;
  PublishOptions options{.output = table, .ledger = &ledger, .steps = &steps};
  options.progress = [&](std::uint64_t, std::uint64_t) {
    std::thread([&] {
      steps.between_steps([&](const PublishSteps::Done& done) { seen = done.text(); });
    }).join();
  };
  publish(plan, options);
  EXPECT_THAT(seen, HasSubstr("is charged to 2 users (a share of 1); no table was written"));
}

TEST_F(Publish, BytesThatAreNoTextLoseNoRelease) {
  ledger::Ledger ledger = open_ledger();
  ReleaseRequest request = small_request();
  request.source.columns = {"from\xff", "to"};
  request.exceptions = {"chosen by \xff"};
  ReleasePlan plan(std::move(request));
  publish(plan, {.output = table, .ledger = &ledger});
  EXPECT_TRUE(history()[0].completed());
  EXPECT_EQ(nlohmann::json::parse(read_text(metadata_path(table))).at("source").at("columns")[0],
            "from\uFFFD");
}

TEST(HoldsARelease, IsATableWithMetadataAndWhatBelongsToIt) {
  const TemporaryFolder folder;
  const std::string table = folder.path("t.csv");
  EXPECT_FALSE(holds_a_release(table));
  std::ofstream(metadata_path(table)) << "{}";
  EXPECT_FALSE(holds_a_release(table));
  EXPECT_FALSE(holds_a_release(metadata_path(table)));
  std::ofstream(table) << "user\n";
  EXPECT_TRUE(holds_a_release(table));
  EXPECT_TRUE(holds_a_release(metadata_path(table)));
  EXPECT_FALSE(holds_a_release(signature_path(table))) << "it has none";
  EXPECT_FALSE(holds_a_release(folder.path("other.csv")));
}

}  // namespace
}  // namespace hopveil::release
