// SPDX-License-Identifier: Apache-2.0
// A ledger that was changed from outside: refused, or one that keeps its promise. The first byte decides
// whether the others are the file itself, or changes of single cells of a sound ledger: 12 bytes each, which
// name a table, a column and a row, and the new value.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>

#include <hopveil/errors.h>

#include "ledger/ledger.h"
#include "scratch_file.h"

namespace hopveil {
namespace {

const std::vector<ledger::UserBudget>& users() {
  static const std::vector<ledger::UserBudget> list = {{"ann", Epsilon::from_text("1")},
                                                       {"bob", Epsilon::from_text("4")}};
  return list;
}

ledger::ChargeRequest request() {
  return {.share = ledger::BudgetShare::from_text("0.25"),
          .mechanism = "eli",
          .parameters = "{}",
          .guarantee = "proved",
          .output_path = "t.csv",
          .users = users()};
}

/// A ledger with a release and a changed budget.
const std::string& sound_ledger() {
  static const std::string bytes = [] {
    const ScratchFile file("hopveil-fuzz-sound");
    file.remove();
    ledger::Ledger::create(file.path(), users());
    ledger::Ledger ledger = ledger::Ledger::open(file.path(), ledger::Ledger::Access::kCharge);
    ledger.charge(request());
    ledger.complete(1, std::string(64, 'a'));
    const std::vector<ledger::UserBudget> stricter = {{"bob", Epsilon::from_text("3")},
                                                      {"cat", Epsilon::from_text("1")}};
    ledger.add(stricter);
    std::ifstream in(file.path(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  return bytes;
}

void change_cells(const std::string& path, std::string_view changes) {
  static constexpr std::array<std::array<const char*, 6>, 4> kColumns = {{
      {"users", "id", "budget", "spent", "row", "id"},
      {"releases", "share", "users", "completed_at", "guarantee", "output_sha256"},
      {"changes", "kind", "after_release", "users_added", "budgets_changed", "id"},
      {"budget_changes", "row", "change", "old_budget", "new_budget", "spent"},
  }};
  sqlite3* database = nullptr;
  if (sqlite3_open(path.c_str(), &database) == SQLITE_OK) {
    for (; changes.size() >= 12; changes.remove_prefix(12)) {
      const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(changes[i]); };
      const auto& table = kColumns[byte(0) % kColumns.size()];
      std::int64_t value = 0;
      std::memcpy(&value, changes.data() + 4, sizeof value);
      const std::string text = byte(3) % 4 == 0   ? "NULL"
                               : byte(3) % 4 == 1 ? "'" + std::to_string(value) + "'"
                                                  : std::to_string(value >> byte(3) % 64);
      const std::string sql = std::string("UPDATE ") + table[0] + " SET " + table[1 + byte(1) % 5] + "=" +
                              text + " WHERE rowid=" + std::to_string(byte(2) % 4);
      sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr);  // what its schema refuses is refused
    }
  }
  sqlite3_close(database);
}

/// What the ledger says about itself after a charge, if it takes one.
void use(const std::string& path) {
  {
    const ledger::Ledger ledger = ledger::Ledger::open(path, ledger::Ledger::Access::kRead);
    ledger.summary();
    ledger.history();
    ledger.changes();
    ledger.for_each_user([](const ledger::UserAccount&) {});
  }
  ledger::Ledger ledger = ledger::Ledger::open(path, ledger::Ledger::Access::kCharge);
  const std::uint64_t before = ledger.summary().max_spent_nanos;
  const ledger::ChargeResult result = ledger.charge(request());
  const ledger::LedgerSummary after = ledger.summary();
  if (after.max_spent_nanos > ledger::BudgetShare::kNanosPerWhole || after.max_spent_nanos < before)
    std::abort();
  if (std::holds_alternative<ledger::ChargeGranted>(result))
    ledger::Ledger::open(path, ledger::Ledger::Access::kRead);
}

}  // namespace
}  // namespace hopveil

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hopveil;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const ScratchFile file("hopveil-fuzz-ledger");
  file.remove();
  if (bytes[0] % 2 == 0) {
    file.write(bytes.substr(1));
  } else {
    file.write(sound_ledger());
    change_cells(file.path(), bytes.substr(1));
  }
  try {
    use(file.path());
  } catch (const InputError&) {
    // refused
  } catch (const SystemError&) {
    // refused by SQLite
  }
  return 0;
}
