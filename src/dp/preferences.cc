// SPDX-License-Identifier: Apache-2.0
#include "dp/preferences.h"

#include <algorithm>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/decimal.h"
#include "base/uint128.h"
#include "dp/exact_samplers.h"
#include "dp/random_bits.h"

namespace hopveil::dp {
namespace {

void check_not_empty(const Preferences& preferences) {
  check(preferences.size() != 0, "an empty list of preferences has no smallest, largest or mean");
}

}  // namespace

Epsilon smallest_preference(const Preferences& preferences) {
  check_not_empty(preferences);
  return *std::min_element(preferences.by_row().begin(), preferences.by_row().end());
}

Epsilon largest_preference(const Preferences& preferences) {
  check_not_empty(preferences);
  return *std::max_element(preferences.by_row().begin(), preferences.by_row().end());
}

Epsilon mean_preference(const Preferences& preferences) {
  check_not_empty(preferences);
  Uint128 sum = 0;
  for (const Epsilon preference : preferences.by_row()) sum += preference.nanos();
  return Epsilon::from_nanos(static_cast<std::uint64_t>(sum / preferences.size()));
}

std::vector<Epsilon> distinct_preferences(const Preferences& preferences) {
  std::vector<Epsilon> levels(preferences.by_row().begin(), preferences.by_row().end());
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

Preferences assign_equal_groups(std::size_t rows, std::span<const Epsilon> groups, SeededRng& rng) {
  check(!groups.empty(), "there is no group to assign");
  RandomBits bits(rng);
  const auto shuffle = [&](std::vector<Epsilon>& values) {
    for (std::size_t left = values.size(); left > 1; --left) {
      std::swap(values[left - 1], values[uniform_below(bits, left)]);
    }
  };
  std::vector<Epsilon> order(groups.begin(), groups.end());
  shuffle(order);
  std::vector<Epsilon> by_row;
  by_row.reserve(rows);
  for (std::size_t row = 0; row < rows; ++row) by_row.push_back(order[row % order.size()]);
  shuffle(by_row);
  return Preferences(std::move(by_row));
}

Threshold Threshold::from_text(std::string_view text) {
  if (text == "max") return largest();
  if (text == "mean") return mean();
  const auto number = parse_decimal(text);
  if (!number || number->negative || number->digits.empty()) {
    throw InputError(fmt::format("threshold \"{}\" is not a positive number", text),
                     "give a number between the smallest and the largest preference, or max, or mean");
  }
  const auto nanos = scaled_floor(*number, 9, Epsilon::kMaxNanos);
  if (!nanos || *nanos == 0) {
    throw InputError(fmt::format("threshold \"{}\" is too {}", text, nanos ? "small" : "large"),
                     "preferences, and with them the threshold, lie between 0.000000001 and 1000000");
  }
  return Threshold::number(Epsilon::from_nanos(*nanos));
}

Epsilon Threshold::resolve(const Preferences& preferences) const {
  if (preferences.size() == 0) {
    return kind_ == Kind::kNumber ? value_ : Epsilon::from_nanos(Epsilon::kNanosPerUnit);
  }
  if (kind_ == Kind::kLargest) return largest_preference(preferences);
  if (kind_ == Kind::kMean) return mean_preference(preferences);
  const Epsilon smallest = smallest_preference(preferences);
  const Epsilon largest = largest_preference(preferences);
  if (value_ < smallest || value_ > largest) {
    throw InputError(fmt::format("threshold {} is out of range", value_.text()),
                     fmt::format("it must lie between the smallest preference, {}, and the largest, {}",
                                 smallest.text(), largest.text()),
                     "Or say max or mean.");
  }
  return value_;
}

std::string Threshold::text() const {
  if (kind_ == Kind::kLargest) return "max";
  if (kind_ == Kind::kMean) return "mean";
  return value_.text();
}

}  // namespace hopveil::dp
