// SPDX-License-Identifier: Apache-2.0
#include "mechanism/noisy_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"

namespace hopveil::mechanism {

void NoisyTable::reset(std::size_t rows, unsigned hops, unsigned fraction_bits, bool with_intervals) {
  rows_ = rows;
  hops_ = hops;
  fraction_bits_ = fraction_bits;
  values_.assign(rows * hops, 0);
  // Not empty without rows: also a table that nobody has a row in has columns for intervals.
  low_.assign(with_intervals ? std::max<std::size_t>(rows * hops, 1) : 0, 0);
  high_ = low_;
  expected_.clear();
  reach_.clear();
  sources_.resize(hops);
  std::iota(sources_.begin(), sources_.end(), 1U);
}

void NoisyTable::set_expected_error(unsigned hop, std::span<const float> by_row) {
  check(by_row.size() == rows_, "an expected error of other rows");
  expected_.resize(rows_ * hops_);
  std::ranges::copy(by_row, expected_.begin() + static_cast<std::ptrdiff_t>((hop - 1) * rows_));
}

NoisyTable& NoisyTable::add_reach(std::size_t public_users) {
  reach_.assign(1, {});
  reach_.front().reset(public_users, hops_, fraction_bits_, with_intervals());
  return reach_.front();
}

double NoisyTable::value(std::size_t row, unsigned hop) const {
  return std::ldexp(static_cast<double>(values_[(hop - 1) * rows_ + row]), -static_cast<int>(fraction_bits_));
}

void NoisyTable::repeat(unsigned hop, unsigned source) {
  check(source < hop && sources_[source - 1] == source,
        "a null hop repeats a hop that was not published before it");
  sources_[hop - 1] = source;
  std::ranges::copy(this->hop(source), this->hop(hop).begin());
}

void NoisyTable::clamp(std::uint32_t max_count) {
  const std::int64_t largest = static_cast<std::int64_t>(max_count) << fraction_bits_;
  for (std::int64_t& value : values_) value = std::clamp(value, std::int64_t{0}, largest);
}

}  // namespace hopveil::mechanism
