// SPDX-License-Identifier: Apache-2.0
#include "count/vertical_counter.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace hopveil::count {
namespace {

/// Adds `weight` to the total of every column whose bit is set.
void add_digits(const std::uint64_t* digits, unsigned row_words, std::uint64_t weight,
                std::vector<std::uint64_t>& totals) {
  for (unsigned word = 0; word < row_words; ++word) {
    for (unsigned bit = 0; bit < 64; ++bit)
      totals[std::size_t{word} * 64 + bit] += (digits[word] >> bit & 1) * weight;
  }
}

}  // namespace

VerticalCounter::VerticalCounter(unsigned row_words)
    : row_words_(row_words),
      planes_(std::size_t{row_words} * kWeights),
      waiting_(std::size_t{row_words} * kWeights),
      totals_(std::size_t{row_words} * 64) {}

void VerticalCounter::settle() {
  const auto num_weights = static_cast<unsigned>(std::bit_width(num_rows));
  for (unsigned weight = 0; weight < num_weights; ++weight) {
    add_digits(plane(weight), row_words_, std::uint64_t{1} << weight, totals_);
    if ((num_rows >> weight & 1) != 0)
      add_digits(waiting(weight), row_words_, std::uint64_t{1} << weight, totals_);
  }
  std::fill_n(planes_.begin(), std::size_t{num_weights} * row_words_, 0);
  num_rows = 0;
}

void VerticalCounter::move_to(std::vector<std::uint64_t>& totals) {
  settle();
  std::transform(totals.begin(), totals.end(), totals_.begin(), totals.begin(), std::plus<>());
  std::fill(totals_.begin(), totals_.end(), 0);
}

}  // namespace hopveil::count
