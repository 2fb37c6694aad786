// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hopveil::mechanism {

/// What a mechanism gives: a noisy count for every private user and hop. Not yet a release: experiments and
/// audits make these from seeds; only src/release turns one, drawn from the secure generator, into
/// ReleasedCounts.
///
/// Values are whole numbers of 2^-fraction_bits. Discrete noise has fraction_bits = 0; the paper's continuous
/// Laplace (experiments only) is kept in fixed point.
class NoisyTable {
 public:
  /// All zero, every hop its own source; keeps its memory when it is large enough.
  void reset(std::size_t rows, unsigned hops, unsigned fraction_bits, bool with_intervals = false);

  std::size_t rows() const { return rows_; }
  unsigned hops() const { return hops_; }
  unsigned fraction_bits() const { return fraction_bits_; }
  std::span<const std::int64_t> hop(unsigned hop) const { return part(values_, hop); }
  std::span<std::int64_t> hop(unsigned hop) { return part(values_, hop); }
  /// Whether every value comes with an interval that is meant to hold the true count.
  bool with_intervals() const { return !low_.empty(); }
  std::span<const std::int64_t> low(unsigned hop) const { return part(low_, hop); }
  std::span<const std::int64_t> high(unsigned hop) const { return part(high_, hop); }
  std::span<std::int64_t> low(unsigned hop) { return part(low_, hop); }
  std::span<std::int64_t> high(unsigned hop) { return part(high_, hop); }
  /// How far each value of the hop is expected to be from the truth, as the mechanism itself foretells from
  /// what it may publish; by row. Empty when it does not.
  std::span<const float> expected_error(unsigned hop) const {
    return expected_.empty() ? std::span<const float>()
                             : std::span(expected_).subspan((hop - 1) * rows_, rows_);
  }
  void set_expected_error(unsigned hop, std::span<const float> by_row);
  /// The same from the other side: a row per public user, of private users at each hop. Null when it was not
  /// asked for.
  const NoisyTable* reach() const { return reach_.empty() ? nullptr : &reach_.front(); }
  NoisyTable* reach() { return reach_.empty() ? nullptr : &reach_.front(); }
  NoisyTable& add_reach(std::size_t public_users);
  /// As a real number, for error metrics.
  double value(std::size_t row, unsigned hop) const;

  /// The hop whose numbers readers see at `hop`: itself, or the last published one before a *null* hop.
  unsigned source_of(unsigned hop) const { return sources_[hop - 1]; }
  /// Makes `hop` null: it repeats the numbers of the earlier `source`.
  void repeat(unsigned hop, unsigned source);

  /// Moves every value into [0, max_count] (E9).
  void clamp(std::uint32_t max_count);

 private:
  using Values = std::vector<std::int64_t>;
  std::span<const std::int64_t> part(const Values& values, unsigned hop) const {
    return {values.data() + (hop - 1) * rows_, rows_};
  }
  std::span<std::int64_t> part(Values& values, unsigned hop) {
    return {values.data() + (hop - 1) * rows_, rows_};
  }

  std::size_t rows_ = 0;
  unsigned hops_ = 0;
  unsigned fraction_bits_ = 0;
  Values values_;
  Values low_, high_;  // empty without intervals
  std::vector<float> expected_;
  std::vector<unsigned> sources_;
  std::vector<NoisyTable> reach_;  // one, or none
};

}  // namespace hopveil::mechanism
