// SPDX-License-Identifier: Apache-2.0
// Reach, which a release writes beside its table.

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <hopveil/errors.h>

#include "release/publish_testing.h"
#include "release/release_files.h"
#include "support/text_files.h"

namespace hopveil::release {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::read_text;
using ::testing::StartsWith;

class PublishReach : public Publish {};

ReleaseRequest request_with_reach() {
  ReleaseRequest request = small_request();
  request.options.reach = true;
  return request;
}

TEST_F(PublishReach, ReachStandsBesideTheTableAndInItsMetadata) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(request_with_reach());
  PublishSteps steps;
  const std::string reach = folder.path("r.csv");
  const auto published = std::get<Published>(
      publish(plan, {.output = table, .reach = reach, .ledger = &ledger, .steps = &steps}));
  EXPECT_THAT(read_text(reach), StartsWith("user,hop_1,hop_2\np,"));
  const auto metadata = nlohmann::json::parse(read_text(metadata_path(table)));
  EXPECT_EQ(metadata.at("reach").at("file"), "r.csv");
  EXPECT_EQ(metadata.at("reach").at("sha256"), sha256_of(read_text(reach)));
  EXPECT_EQ(metadata.at("reach").at("rows"), 1);
  EXPECT_EQ(metadata.at("reach").at("columns")[1].at("meaning"),
            "private users exactly 1 hop away, with noise");
  EXPECT_EQ(history()[0].metadata_sha256, sha256_of(read_text(metadata_path(table))));
  steps.between_steps([&](const PublishSteps::Done& done) {
    EXPECT_THAT(done.files, ElementsAre(metadata_path(table), reach, table)) << "the table is the last";
  });
}

TEST_F(PublishReach, ReachWithoutANameIsCalledAfterTheTable) {
  ReleasePlan plan(request_with_reach());
  publish(plan, {.output = table});
  EXPECT_THAT(folder.names(), ElementsAre("t.csv", "t.csv.meta.json", "t.reach.csv"));
  EXPECT_EQ(default_reach_path("/a.b/t"), "/a.b/t.reach");
}

TEST_F(PublishReach, ReachInMemoryIsSavedWithTheTable) {
  ReleasePlan plan(request_with_reach());
  const auto published = std::get<Published>(publish(plan, {}));
  EXPECT_FALSE(nlohmann::json::parse(published.metadata_text).at("reach").contains("file"));
  published.save(folder.path("u.csv"));
  EXPECT_EQ(read_text(folder.path("u.reach.csv")), published.reach_text);
  EXPECT_THROW(published.save(folder.path("u.csv")), InputError);
}

TEST_F(PublishReach, ReachThatWouldBeLostOrNotFoundCostsNothing) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(request_with_reach());
  std::filesystem::create_directory(folder.path("other"));
  for (const std::string& reach : {folder.path("other/r.csv"), table, metadata_path(table),
                                   signature_path(table), std::string("-"), std::string("/dev/null")}) {
    EXPECT_THROW(publish(plan, {.output = table, .reach = reach, .ledger = &ledger}), InputError) << reach;
  }
  publish(plan, {.output = folder.path("first.csv"), .reach = folder.path("r.csv")});
  const std::string before = read_text(folder.path("r.csv"));
  EXPECT_THROW(publish(plan, {.output = table, .reach = folder.path("r.csv"), .ledger = &ledger}), InputError)
      << "a part of first.csv's release";
  EXPECT_THROW(publish(plan, {.output = folder.path("r.csv"), .ledger = &ledger}), InputError);
  EXPECT_TRUE(holds_a_release(folder.path("r.csv")));
  EXPECT_EQ(read_text(folder.path("r.csv")), before);
  EXPECT_THAT(history(), IsEmpty());
}

TEST_F(PublishReach, AReleaseWrittenOverLeavesNoReachOfItsOwn) {
  ReleasePlan with(request_with_reach());
  ReleasePlan without(small_request());
  const std::string reach = folder.path("r.csv");
  publish(with, {.output = table, .reach = reach});
  publish(without, {.output = table, .overwrite = true});
  EXPECT_FALSE(std::filesystem::exists(reach));
  publish(with, {.output = table, .reach = reach, .overwrite = true});
  std::ofstream(reach, std::ios::app) << "mine\n";
  publish(without, {.output = table, .overwrite = true});
  EXPECT_TRUE(std::filesystem::exists(reach)) << "it was changed: not ours to remove";
  publish(with, {.output = table, .reach = reach, .overwrite = true});
  publish(with, {.output = table, .reach = folder.path("s.csv"), .overwrite = true});
  EXPECT_FALSE(std::filesystem::exists(reach));
  EXPECT_EQ(nlohmann::json::parse(read_text(metadata_path(table))).at("reach").at("file"), "s.csv");
}

// Metadata that came from elsewhere may name any file, with its checksum.
TEST_F(PublishReach, AReleaseWrittenOverTakesNothingElseWithIt) {
  const auto name_as_reach = [&](const std::string& name, const std::string& sha256) {
    std::ofstream(metadata_path(table)) << nlohmann::json{{"reach", {{"file", name}, {"sha256", sha256}}}};
  };
  ReleasePlan plan(small_request());
  publish(plan, {.output = folder.path("other.csv")});
  std::ofstream(folder.path("prefs.csv")) << "user,epsilon\n";
  ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
  std::ofstream(table) << "user\n";
  std::filesystem::create_directory(folder.path("sub"));
  std::ofstream(folder.path("sub/counts.csv")) << "user,hop_1\n";
  for (const std::string name : {"other.csv", "prefs.csv", "pipe", "sub/counts.csv"}) {
    name_as_reach(name, sha256_of(name == "pipe" ? "" : read_text(folder.path(name))));
    publish(plan, {.output = table, .overwrite = true});
    EXPECT_TRUE(std::filesystem::exists(folder.path(name))) << name;
  }
}

TEST_F(PublishReach, ANameOfReachThatMetadataCannotHoldCostsNothing) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(request_with_reach());
  EXPECT_THROW(publish(plan, {.output = table, .reach = folder.path("r\xff.csv"), .ledger = &ledger}),
               InputError);
  EXPECT_THROW(publish(plan, {.output = folder.path("t\xff.csv"), .ledger = &ledger}), InputError);
  EXPECT_THAT(history(), IsEmpty());
}

TEST_F(PublishReach, ANameThatIsTooLongCostsNothing) {
  ledger::Ledger ledger = open_ledger();
  ReleasePlan plan(request_with_reach());
  EXPECT_THROW(
      publish(plan, {.output = table, .reach = folder.path(std::string(256, 'r')), .ledger = &ledger}),
      SystemError);
  EXPECT_THROW(publish(plan, {.output = folder.path(std::string(250, 't')), .ledger = &ledger}), SystemError)
      << "its metadata's name is longer";
  EXPECT_THAT(history(), IsEmpty());
  EXPECT_THAT(folder.names(), ElementsAre("budget.db"));
}

TEST_F(PublishReach, OnlyMechanismsThatInferGiveReach) {
  ReleaseRequest request = request_with_reach();
  request.mechanism = "uniform";
  request.options.hops = 1;
  EXPECT_THROW(ReleasePlan{request}, InputError);
}

}  // namespace
}  // namespace hopveil::release
