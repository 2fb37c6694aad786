// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the ledger's tests share: a folder that vanishes, small ledgers, and children that may be killed.

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "ledger/ledger.h"

namespace hopveil::testing {

/// A fresh folder, removed with all that is in it. In memory where there is such a place: thousands of
/// flushes of a real disk would take minutes, and a killed process loses nothing that it has written either
/// way.
class LedgerFolder {
 public:
  LedgerFolder() {
    const bool in_memory = ::access("/dev/shm", W_OK) == 0;
    std::string name =
        (in_memory ? std::string("/dev/shm") : ::testing::TempDir()) + "/hopveil-ledger-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw SystemError("make", name, errno);
    path_ = name;
  }
  LedgerFolder(const LedgerFolder&) = delete;
  LedgerFolder& operator=(const LedgerFolder&) = delete;
  ~LedgerFolder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Users user_0, user_1, .. with budgets 0.5, 1, 1.5, 0.5, ..
class TestUsers {
 public:
  explicit TestUsers(std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) ids_.push_back("user_" + std::to_string(i));
    for (std::size_t i = 0; i < size; ++i) {
      budgets_.push_back({ids_[i], Epsilon::from_nanos(500'000'000 * (i % 3 + 1))});
    }
  }
  std::span<const ledger::UserBudget> all() const { return budgets_; }

 private:
  std::vector<std::string> ids_;
  std::vector<ledger::UserBudget> budgets_;
};

inline ledger::ChargeRequest request(std::span<const ledger::UserBudget> users, std::string_view share) {
  return {ledger::BudgetShare::from_text(share), "deba", R"({"hops":4})", "refuted", "out.csv", users};
}

inline bool granted(const ledger::ChargeResult& result) {
  return std::holds_alternative<ledger::ChargeGranted>(result);
}

/// Runs `work` in a child process and gives its wait status; the child ends with what `work` returns.
inline int run_in_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

/// Whether `work` holds for a user whom permissions bind: root gives itself up in a child process.
inline bool holds_without_root(const LedgerFolder& folder, const std::function<bool()>& work) {
  constexpr uid_t kNobody = 65534;
  if (::geteuid() != 0) return work();
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    if (::chown(entry.path().c_str(), kNobody, kNobody) != 0) return false;
  }
  if (::chown(folder.path().c_str(), kNobody, kNobody) != 0) return false;
  return run_in_child([&] { return ::setuid(kNobody) == 0 && work() ? 0 : 1; }) == 0;
}

/// The message of the error of type E that `work` must throw.
template <typename E>
std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace hopveil::testing
