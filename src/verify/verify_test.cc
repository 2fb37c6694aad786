// SPDX-License-Identifier: Apache-2.0
#include "verify/verify.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <hopveil/errors.h>

#include "base/check.h"
#include "graph/builder.h"
#include "ledger/ledger.h"
#include "release/publish.h"
#include "release/release_files.h"
#include "sign/sshsig.h"
#include "support/named_users.h"
#include "support/source_dir.h"
#include "support/temporary_folder.h"
#include "support/text_files.h"
#include "verify/metadata_reading.h"

namespace hopveil::verify {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::read_text;
using ::testing::StartsWith;
using testing::TemporaryFolder;
using testing::write_text;

ledger::UserBudget user_a() {
  return {"a", Epsilon::from_text("1")};
}

ledger::UserBudget user_b() {
  return {"b", Epsilon::from_text("4")};
}

/// Of b and the public p, and of a behind p.
release::ReleaseRequest small_release(const char* share, bool with_a = true) {
  release::ReleaseRequest release;
  release.mechanism = "eli";
  release.options.hops = 2;
  release.share = ledger::BudgetShare::from_text(share);
  if (with_a) {
    release.graph = build_graph({{{0, 1}, {1, 2}}}, testing::named({"b", "p", "a"}), 1).graph;
    release.roles = UserRoles(3, {1});
    release.preferences = Preferences({user_b().budget, user_a().budget});
  } else {
    release.graph = build_graph({{{0, 1}}}, testing::named({"b", "p"}), 1).graph;
    release.roles = UserRoles(2, {1});
    release.preferences = Preferences({user_b().budget});
  }
  return release;
}

/// A signed release of a path of three users that a ledger was charged for.
class VerifyRelease : public ::testing::Test {
 protected:
  VerifyRelease() {
    ledger::Ledger::create(request.ledger, std::vector<ledger::UserBudget>{user_a(), user_b()});
    std::filesystem::copy_file(request.ledger, before_the_charge);
    const std::string make_key = "ssh-keygen -q -t ed25519 -N '' -f '" + folder.path("key") + "'";
    check(std::system(make_key.c_str()) == 0, "ssh-keygen made no key");
    ledger::Ledger ledger = ledger::Ledger::open(request.ledger, ledger::Ledger::Access::kCharge);
    release::ReleaseRequest release = small_release("0.5");
    release.options.reach = true;
    release::ReleasePlan plan(std::move(release));
    release::publish(plan,
                     {.output = request.table, .ledger = &ledger, .sign = [&](std::string_view metadata) {
                        std::filesystem::copy_file(request.ledger, before_completion);
                        return sign::sign_message(sign::SigningKey::load(folder.path("key")),
                                                  sign::kReleaseNamespace, metadata);
                      }});
  }

  /// Charges a ledger for another release, into a table that is of no interest.
  void charge(const std::string& path, release::ReleaseRequest release) {
    ledger::Ledger ledger = ledger::Ledger::open(path, ledger::Ledger::Access::kCharge);
    release::ReleasePlan plan(std::move(release));
    release::publish(plan, {.output = folder.path("other.csv"), .overwrite = true, .ledger = &ledger});
  }

  /// What verify says against the table of the fixture, with this ledger.
  std::vector<std::string> failures_with(const std::string& ledger) const {
    std::vector<std::string> failures;
    for (const VerifyFinding& finding : verify_release({.table = request.table, .ledger = ledger}).findings) {
      if (finding.outcome == VerifyFinding::Outcome::kFails) failures.push_back(finding.text);
    }
    return failures;
  }

  /// The bits of a file, or every `step`-th, whose change is not noticed.
  static std::vector<std::size_t> unnoticed_bits(const std::string& path, const VerifyRequest& request,
                                                 std::size_t step = 1) {
    const std::string whole = read_text(path);
    EXPECT_TRUE(verify_release(request).verified());
    std::vector<std::size_t> unnoticed;
    for (std::size_t bit = 0; bit < 8 * whole.size(); bit += step) {
      std::string changed = whole;
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
      write_text(path, changed);
      if (verify_release(request).verified()) unnoticed.push_back(bit);
    }
    write_text(path, whole);
    return unnoticed;
  }

  TemporaryFolder folder;
  std::string key = folder.path("key.pub");
  std::string before_the_charge = folder.path("before-the-charge.db");
  std::string before_completion = folder.path("before-completion.db");
  VerifyRequest request{.table = folder.path("t.csv"), .ledger = folder.path("budget.db")};
};

TEST_F(VerifyRelease, EveryBitOfTheTableCounts) {
  EXPECT_THAT(unnoticed_bits(request.table, {.table = request.table}), ::testing::IsEmpty());
}

TEST_F(VerifyRelease, EveryBitOfReachCounts) {
  EXPECT_THAT(unnoticed_bits(release::default_reach_path(request.table), {.table = request.table}),
              ::testing::IsEmpty());
}

TEST_F(VerifyRelease, ReachThatIsNotThereIsSaid) {
  std::filesystem::remove(release::default_reach_path(request.table));
  const VerifyReport report = verify_release(request);
  EXPECT_TRUE(report.verified());
  EXPECT_TRUE(std::ranges::any_of(report.findings, [](const VerifyFinding& finding) {
    return finding.subject == "reach" && finding.outcome == VerifyFinding::Outcome::kNotChecked;
  }));
}

TEST_F(VerifyRelease, EveryBitOfTheMetadataCountsWithASignature) {
  EXPECT_THAT(unnoticed_bits(release::metadata_path(request.table), {.table = request.table, .key = key}),
              ::testing::IsEmpty());
}

TEST_F(VerifyRelease, EveryByteOfTheMetadataCountsWithALedger) {
  std::filesystem::remove(request.table + ".meta.json.sig");
  constexpr std::size_t kStep =
      9;  // about one bit of each byte, not always the same; opening a ledger is slow
  EXPECT_THAT(unnoticed_bits(release::metadata_path(request.table), request, kStep), ::testing::IsEmpty());
}

TEST_F(VerifyRelease, AReleaseThatWasNeverCompletedIsNoticed) {
  EXPECT_THAT(failures_with(request.ledger), IsEmpty());
  EXPECT_THAT(failures_with(before_completion), ElementsAre("its release 1 was charged and never completed"));
}

TEST_F(VerifyRelease, AnotherLedgerIsNamedAsAnother) {
  const std::string other = folder.path("other.db");
  ledger::Ledger::create(other, std::vector<ledger::UserBudget>{user_a(), user_b()});
  charge(other, small_release("0.5"));
  EXPECT_THAT(failures_with(other), ElementsAre(StartsWith("the release belongs to ledger ")));
}

TEST_F(VerifyRelease, AnotherShareUnderTheSameNumberIsNoticed) {
  charge(before_the_charge, small_release("0.25"));
  EXPECT_THAT(failures_with(before_the_charge), Contains(StartsWith("the share of its release 1 differs")));
}

TEST_F(VerifyRelease, UsersWithoutABudgetAreNoticed) {
  const std::string ledger = folder.path("grown.db");
  const std::string backup = folder.path("backup.db");
  ledger::Ledger::create(ledger, std::vector<ledger::UserBudget>{user_b()});
  std::filesystem::copy_file(ledger, backup);
  ledger::Ledger::open(ledger, ledger::Ledger::Access::kCharge)
      .add(std::vector<ledger::UserBudget>{user_a()});
  charge(ledger, small_release("0.5"));
  request.table = folder.path("other.csv");
  EXPECT_THAT(failures_with(ledger), IsEmpty());
  std::filesystem::copy_file(request.table, folder.path("kept.csv"));
  std::filesystem::copy_file(release::metadata_path(request.table),
                             release::metadata_path(folder.path("kept.csv")));
  charge(backup, small_release("0.5", false));
  request.table = folder.path("kept.csv");
  EXPECT_THAT(failures_with(backup), Contains("1 of the table's users have no budget in it"));
}

TEST_F(VerifyRelease, EveryBitOfTheSignatureCounts) {
  EXPECT_THAT(
      unnoticed_bits(release::metadata_path(request.table) + ".sig", {.table = request.table, .key = key}),
      ::testing::IsEmpty());
}

// A fuzzer that begins with what is refused at once gets nowhere.
TEST(FuzzCorpus, HasMetadataThatAreRead) {
  const MetadataReading reading =
      read_metadata(read_text(testing::source_dir() / "fuzz" / "corpus" / "verify" / "metadata.json"));
  EXPECT_THAT(reading.problems, IsEmpty());
  EXPECT_TRUE(reading.reach);
}

TEST(Metadata, NameNoReachInAnotherFolder) {
  const std::string text = read_text(testing::source_dir() / "fuzz" / "corpus" / "verify" / "metadata.json");
  const std::string name = nlohmann::json::parse(text).at("reach").at("file");
  const auto place = text.find('"' + name + '"') + 1;
  for (const std::string& elsewhere : {"../" + name, "/etc/" + name, std::string(".."), std::string(".")}) {
    const MetadataReading reading = read_metadata(std::string(text).replace(place, name.size(), elsewhere));
    EXPECT_FALSE(reading.reach) << elsewhere;
    EXPECT_THAT(reading.problems, Not(IsEmpty())) << elsewhere;
  }
}

}  // namespace
}  // namespace hopveil::verify
