// SPDX-License-Identifier: Apache-2.0
#include "cli/memory_size.h"

#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/decimal.h"
#include "base/uint128.h"

namespace hopveil::cli {
namespace {

constexpr std::string_view kUnits = "KMGT";
/// More than any machine has.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 60;
constexpr std::uint64_t kMostThousandths = std::uint64_t{1} << 62;  // times a unit of up to 2^40: below 2^128

/// The power of two of a unit ("G", "gb", "GiB"; "" and "B" are bytes), or nothing.
std::optional<unsigned> unit_shift(std::string_view unit) {
  if (unit.empty() || unit == "B" || unit == "b") return 0U;
  const auto place = kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit[0]))));
  if (place == std::string_view::npos) return std::nullopt;
  const std::string_view tail = unit.substr(1);
  if (!tail.empty() && tail != "B" && tail != "b" && tail != "iB") return std::nullopt;
  return static_cast<unsigned>(10 * (place + 1));
}

}  // namespace

std::uint64_t parse_memory_size(const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto number = parse_decimal(std::string_view(text).substr(0, digits));
  const auto shift = unit_shift(std::string_view(text).substr(digits));
  const auto thousandths = number ? scaled_floor(*number, 3, kMostThousandths) : std::nullopt;
  const Uint128 bytes = thousandths && shift ? (static_cast<Uint128>(*thousandths) << *shift) / 1000 : 0;
  if (bytes == 0 ||
      bytes > kMostBytes) {  // less than a byte as well: elsewhere 0 means that no limit is given
    throw InputError(fmt::format("\"{}\" is not an amount of memory", text), "give one such as 512M or 4G");
  }
  return static_cast<std::uint64_t>(bytes);
}

std::string memory_size_text(std::uint64_t bytes) {
  constexpr std::array kNames = {"B", "KB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < kNames.size()) {
    value /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kNames[unit]);
}

}  // namespace hopveil::cli
