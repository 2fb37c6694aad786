#include "verify/verify.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "graph/builder.h"
#include "ledger/ledger.h"
#include "release/publish.h"
#include "release/release_files.h"
#include "sign/sshsig.h"
#include "support/named_users.h"
#include "support/temporary_folder.h"

namespace hopveil {
namespace {

using testing::TemporaryFolder;

/// A signed release of a path of three users that a ledger was charged for.
class VerifyRelease : public ::testing::Test {
 protected:
  VerifyRelease() {
    const std::vector<UserBudget> users = {{"a", Epsilon::from_text("1")}, {"b", Epsilon::from_text("4")}};
    Ledger::create(request.ledger, users);
    const std::string make_key = "ssh-keygen -q -t ed25519 -N '' -f '" + folder.path("key") + "'";
    check(std::system(make_key.c_str()) == 0, "ssh-keygen made no key");
    Ledger ledger = Ledger::open(request.ledger, Ledger::Access::kCharge);
    ReleaseRequest release;
    release.graph = build_graph({{{0, 1}, {1, 2}}}, testing::named({"b", "p", "a"}), 1).graph;
    release.roles = UserRoles(3, {1});
    release.preferences = Preferences({Epsilon::from_text("4"), Epsilon::from_text("1")});
    release.mechanism = "eli";
    release.options.hops = 2;
    release.options.reach = true;
    release.share = BudgetShare::from_text("0.5");
    ReleasePlan plan(std::move(release));
    publish(plan, {.output = request.table, .ledger = &ledger, .sign = [&](std::string_view metadata) {
                     return sign_message(SigningKey::load(folder.path("key")), kReleaseNamespace, metadata);
                   }});
  }

  static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static void write(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }

  /// The bits of a file, or every `step`-th, whose change is not noticed.
  static std::vector<std::size_t> unnoticed_bits(const std::string& path, const VerifyRequest& request,
                                                 std::size_t step = 1) {
    const std::string whole = read(path);
    EXPECT_TRUE(verify_release(request).verified());
    std::vector<std::size_t> unnoticed;
    for (std::size_t bit = 0; bit < 8 * whole.size(); bit += step) {
      std::string changed = whole;
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
      write(path, changed);
      if (verify_release(request).verified()) unnoticed.push_back(bit);
    }
    write(path, whole);
    return unnoticed;
  }

  TemporaryFolder folder;
  std::string key = folder.path("key.pub");
  VerifyRequest request{.table = folder.path("t.csv"), .ledger = folder.path("budget.db")};
};

TEST_F(VerifyRelease, EveryBitOfTheTableCounts) {
  EXPECT_THAT(unnoticed_bits(request.table, {.table = request.table}), ::testing::IsEmpty());
}

TEST_F(VerifyRelease, EveryBitOfReachCounts) {
  EXPECT_THAT(unnoticed_bits(default_reach_path(request.table), {.table = request.table}),
              ::testing::IsEmpty());
}

TEST_F(VerifyRelease, ReachThatIsNotThereIsSaid) {
  std::filesystem::remove(default_reach_path(request.table));
  const VerifyReport report = verify_release(request);
  EXPECT_TRUE(report.verified());
  EXPECT_TRUE(std::ranges::any_of(report.findings, [](const VerifyFinding& finding) {
    return finding.subject == "reach" && finding.outcome == VerifyFinding::Outcome::kNotChecked;
  }));
}

TEST_F(VerifyRelease, EveryBitOfTheMetadataCountsWithASignature) {
  EXPECT_THAT(unnoticed_bits(metadata_path(request.table), {.table = request.table, .key = key}),
              ::testing::IsEmpty());
}

TEST_F(VerifyRelease, EveryByteOfTheMetadataCountsWithALedger) {
  std::filesystem::remove(request.table + ".meta.json.sig");
  constexpr std::size_t kStep =
      9;  // about one bit of each byte, not always the same; opening a ledger is slow
  EXPECT_THAT(unnoticed_bits(metadata_path(request.table), request, kStep), ::testing::IsEmpty());
}

TEST_F(VerifyRelease, EveryBitOfTheSignatureCounts) {
  EXPECT_THAT(unnoticed_bits(metadata_path(request.table) + ".sig", {.table = request.table, .key = key}),
              ::testing::IsEmpty());
}

}  // namespace
}  // namespace hopveil
