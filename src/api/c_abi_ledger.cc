// SPDX-License-Identifier: Apache-2.0
#include <hopveil/ledger.h>

#include "api/c_abi.h"
#include "base/check.h"
#include "ledger/ledger.h"

namespace hopveil::c {
namespace {

template <std::size_t kSize>
void copy_number(const std::string& text, char (&field)[kSize]) {
  check(text.size() < kSize, "an epsilon of a ledger has too many digits");
  *std::copy(text.begin(), text.end(), field) = '\0';
}

}  // namespace
}  // namespace hopveil::c

using namespace hopveil::c;  // NOLINT(google-build-using-namespace): the C side of the same thing

int hopveil_ledger_create(const char* path, const hopveil_users* users, hopveil_ledger** ledger) {
  return make_at_border(ledger, [&] {
    const std::string file = text_given(path, "path");
    const hopveil_users& handle = given(users, "users handle");
    if (!handle.preferences) {
      throw hopveil::InputError("the users have no epsilons",
                                "they are the budgets of a ledger; see hopveil_users_set_epsilon");
    }
    hopveil::create_ledger(file, handle.network->graph, handle.roles, *handle.preferences);
    return hopveil_ledger{file};
  });
}

int hopveil_ledger_open(const char* path, hopveil_ledger** ledger) {
  return make_at_border(ledger, [&] {
    const std::string file = text_given(path, "path");
    hopveil::ledger::Ledger::open(file, hopveil::ledger::Ledger::Access::kRead);
    return hopveil_ledger{file};
  });
}

int hopveil_ledger_account(const hopveil_ledger* ledger, const char* user, hopveil_account* account) {
  return at_border([&] {
    const std::string& path = given(ledger, "ledger").path;
    const std::string name = text_given(user, "user's name");
    hopveil_account& result = given(account, "place for the result");
    const auto found = hopveil::ledger::Ledger::open(path, hopveil::ledger::Ledger::Access::kRead).user(name);
    copy_number(found.budget.text(), result.budget);
    copy_number(found.spent_text(), result.spent);
    copy_number(found.left_text(), result.left);
  });
}

void hopveil_ledger_free(hopveil_ledger* ledger) {
  delete ledger;
}
