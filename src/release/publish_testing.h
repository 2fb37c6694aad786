// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the tests of publish share: a network of three users, a folder, a ledger.

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/sha256.h"
#include "graph/builder.h"
#include "ledger/ledger.h"
#include "release/publish.h"
#include "support/named_users.h"
#include "support/temporary_folder.h"

namespace hopveil::release {

inline std::string sha256_of(const std::string& text) {
  Sha256 checksum;
  checksum.update(text);
  return checksum.hex();
}

/// Public p between b and a, in that order of appearance; b wants 4, a wants 1.
inline ReleaseRequest small_request(const std::string& mechanism = "eli", unsigned hops = 2) {
  ReleaseRequest request;
  request.graph = build_graph({{{0, 1}, {1, 2}}}, testing::named({"b", "p", "a"}), 1).graph;
  request.roles = UserRoles(3, {1});
  request.preferences = Preferences({Epsilon::from_text("4"), Epsilon::from_text("1")});
  request.mechanism = mechanism;
  request.options.hops = hops;
  return request;
}

class Publish : public ::testing::Test {
 protected:
  ledger::Ledger open_ledger() {
    const std::vector<ledger::UserBudget> users = {{"a", Epsilon::from_text("1")},
                                                   {"b", Epsilon::from_text("4")}};
    if (!std::filesystem::exists(ledger_path)) ledger::Ledger::create(ledger_path, users);
    return ledger::Ledger::open(ledger_path, ledger::Ledger::Access::kCharge);
  }
  std::vector<ledger::ReleaseRecord> history() const {
    return ledger::Ledger::open(ledger_path, ledger::Ledger::Access::kRead).history();
  }

  testing::TemporaryFolder folder;
  std::string ledger_path = folder.path("budget.db");
  std::string table = folder.path("t.csv");
};

}  // namespace hopveil::release
