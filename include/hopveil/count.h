#pragma once

// Connection fingerprint counts: for every private user, how many public users are exactly 1, 2, .. c hops
// away.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil {

/// The largest number of hops that can be asked for; the diameter of a social network is far below it.
inline constexpr unsigned kMaxHops = 100;

/// The true counts, one row per private user. NOT private. A different type from everything that may be
/// published: no function of the release path writes it.
class ExactCounts {
 public:
  ExactCounts() = default;
  ExactCounts(std::size_t rows, unsigned hops) { reset(rows, hops); }
  /// All zero; keeps its memory when it is large enough.
  void reset(std::size_t rows, unsigned hops) {
    rows_ = rows;
    hops_ = hops;
    counts_.assign(rows * hops, 0);
  }

  std::size_t rows() const { return rows_; }
  unsigned hops() const { return hops_; }
  /// The counts at exactly `hop` hops (1 .. hops()), by row.
  std::span<const std::uint32_t> hop(unsigned hop) const {
    return {counts_.data() + (hop - 1) * rows_, rows_};
  }
  std::span<std::uint32_t> hop(unsigned hop) { return {counts_.data() + (hop - 1) * rows_, rows_}; }

  friend bool operator==(const ExactCounts&, const ExactCounts&) = default;

 private:
  std::size_t rows_ = 0;
  unsigned hops_ = 0;
  std::vector<std::uint32_t> counts_;
};

}  // namespace hopveil
