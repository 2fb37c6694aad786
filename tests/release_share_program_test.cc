// SPDX-License-Identifier: Apache-2.0
// The noise of a table is as wide as the share of the budget that the ledger booked for it.

#include <cmath>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "support/run_program.h"

namespace hopveil::testing {
namespace {

constexpr int kUsers = 3000;

/// 3000 private users who know one public user, all with epsilon 1, and a ledger of theirs.
class ShareProgram : public ::testing::Test {
 protected:
  ShareProgram() {
    std::string edges;
    std::string preferences;
    for (int user = 0; user < kUsers; ++user) {
      edges += "u" + std::to_string(user) + " p\n";
      preferences += "u" + std::to_string(user) + ",1\n";
    }
    write_text(folder_.path("star.txt"), edges);
    write_text(folder_.path("public.txt"), "p\n");
    write_text(folder_.path("prefs.csv"), preferences);
  }

  /// The mean distance of the published counts from the true one, 1, when `share` of the budget is spent.
  double mean_noise(const std::string& share) {
    const ProgramResult result = run_shell(
        "rm -f ledger.db && hopveil ledger init ledger.db --prefs prefs.csv >ledger.log 2>&1 && hopveil "
        "release star.txt --public public.txt --prefs prefs.csv --mechanism uniform --hops 1 --ledger "
        "ledger.db --budget-share " +
            share + " -o table-" + share + ".csv",
        folder_);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::istringstream table(read_text(folder_.path("table-" + share + ".csv")));
    std::string line;
    std::getline(table, line);
    double sum = 0;
    int rows = 0;
    for (; std::getline(table, line); ++rows) sum += std::abs(std::stod(line.substr(line.find(',') + 1)) - 1);
    EXPECT_EQ(rows, kUsers);
    return sum / kUsers;
  }

 private:
  TemporaryFolder folder_;
};

// |X| of discrete Laplace noise has mean 2q / (1 - q^2) and second moment 2q / (1 - q)^2, with q =
// exp(-epsilon). A release draws from the secure generator, so each run is another one: false alarms (beyond
// 7 standard errors) come once in 1e11 runs. A whole epsilon of 1 where .5 or .1 is booked is 18 and 48 of
// them away.
TEST_F(ShareProgram, NoiseIsAsWideAsTheBookedShareAsks) {
  for (const char* share : {"1", "0.5", "0.1"}) {
    const double q = std::exp(-std::stod(share));
    const double mean = 2 * q / (1 - q * q);
    const double second = 2 * q / ((1 - q) * (1 - q));
    const double error = std::sqrt((second - mean * mean) / kUsers);
    EXPECT_NEAR(mean_noise(share), mean, 7 * error) << share;
  }
}

}  // namespace
}  // namespace hopveil::testing
