// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "mechanism/noisy_table.h"

namespace hopveil::release {

/// A table that may be given away. Only ReleasePlan::draw makes one, from the secure generator; neither exact
/// counts nor a seeded experiment's table convert to it.
class ReleasedCounts {
 public:
  std::size_t rows() const { return table_.rows(); }
  unsigned hops() const { return table_.hops(); }
  /// The published numbers at `hop`, by row.
  std::span<const std::int64_t> hop(unsigned hop) const { return table_.hop(hop); }
  /// Whether every number comes with an interval, of the confidence that the mechanism's options ask for.
  bool with_intervals() const { return table_.with_intervals(); }
  std::span<const std::int64_t> low(unsigned hop) const { return table_.low(hop); }
  std::span<const std::int64_t> high(unsigned hop) const { return table_.high(hop); }
  /// By row: how far the numbers are expected to be from the truth. Empty when the mechanism does not say.
  std::span<const float> expected_error(unsigned hop) const { return table_.expected_error(hop); }
  /// The hop whose numbers stand at `hop`: itself, or an earlier one that a null hop repeats.
  unsigned source_of(unsigned hop) const { return table_.source_of(hop); }
  /// From the other side: a row per public user, in the order of UserRoles::public_users, of private users at
  /// each hop. Null when it was not asked for.
  const ReleasedCounts* reach() const { return reach_.get(); }

 private:
  friend class ReleasePlan;
  explicit ReleasedCounts(mechanism::NoisyTable table) : table_(std::move(table)) {
    if (table_.reach() != nullptr) reach_.reset(new ReleasedCounts(std::move(*table_.reach())));
  }

  mechanism::NoisyTable table_;
  std::shared_ptr<const ReleasedCounts> reach_;
};

}  // namespace hopveil::release
