// SPDX-License-Identifier: Apache-2.0
#include "ledger/budget_share.h"

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/decimal.h"

namespace hopveil::ledger {

BudgetShare BudgetShare::from_text(std::string_view text) {
  const std::string expected =
      "a release spends a share > 0 and <= 1 of every budget, for example 0.1 or 10%";
  const bool percent = text.ends_with('%');
  const int digits = percent ? 7 : 9;  // of the number as it is written; a billionth is 1e-7 percent
  const auto number = parse_decimal(percent ? text.substr(0, text.size() - 1) : text);
  if (!number) throw InputError(fmt::format("budget share \"{}\" is not a number", text), expected);
  if (number->negative || number->digits.empty()) {
    throw InputError(fmt::format("budget share \"{}\" is not positive", text), expected);
  }
  const auto floor = scaled_floor(*number, digits, kNanosPerWhole);
  const std::uint64_t nanos = !floor ? kNanosPerWhole + 1 : *floor + (is_whole(*number, digits) ? 0 : 1);
  if (nanos > kNanosPerWhole) {
    throw InputError(fmt::format("budget share \"{}\" is above 1", text), expected);
  }
  return BudgetShare(nanos);
}

BudgetShare BudgetShare::from_nanos(std::uint64_t nanos) {
  check(nanos >= 1 && nanos <= kNanosPerWhole, "a budget share is out of its range");
  return BudgetShare(nanos);
}

std::string BudgetShare::text() const {
  return decimal_text(nanos_, 9);
}

Epsilon BudgetShare::of(Epsilon preference) const {
  const Uint128 product = Uint128{preference.nanos()} * nanos_;
  const auto nanos = static_cast<std::uint64_t>(product / kNanosPerWhole);
  if (nanos == 0) {
    throw InputError(
        fmt::format("a share of {} of the preference {} is below a billionth", text(), preference.text()),
        "the smallest epsilon is 0.000000001", "Spend a larger share.");
  }
  return Epsilon::from_nanos(nanos);
}

std::string attos_text(Uint128 attos) {
  constexpr std::uint64_t kBillion = 1'000'000'000;
  const auto upper = static_cast<std::uint64_t>(attos / kBillion);
  const auto lower = static_cast<std::uint64_t>(attos % kBillion);
  if (lower == 0) return decimal_text(upper, 9);
  std::string digits = fmt::format("{}.{:09}{:09}", upper / kBillion, upper % kBillion, lower);
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

std::string exact_share_text(Epsilon budget, std::uint64_t share_nanos) {
  check(share_nanos <= BudgetShare::kNanosPerWhole, "more than a whole budget was spent");
  return attos_text(Uint128{budget.nanos()} * share_nanos);
}

}  // namespace hopveil::ledger
