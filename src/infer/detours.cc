#include "infer/detours.h"

#include <algorithm>

namespace hopveil {
namespace {

/// Detours have this many hops or more: released ways of four hops are four in truth for nine users in ten.
constexpr unsigned kDetour = 5;
/// Of the public users that many hops away in the released network, those taken as nearer, times the square
/// of the share of private users who are missing: half with two thirds missing. Chosen on musae and generated
/// networks as the most that made none of them worse (docs/mechanisms/eli-inference.md).
constexpr double kShortened = 1.125;

struct Totals {
  double nearer = 0;  // less than kDetour hops away
  double detour = 0;  // kDetour hops away
};

Totals total(const HopRows& rows, std::span<const NodeId> users) {
  Totals totals;
  for (const NodeId user : users) {
    const auto row = rows.of(user);
    for (unsigned hop = 1; hop < kDetour; ++hop) totals.nearer += row[hop - 1];
    totals.detour += row[kDetour - 1];
  }
  return totals;
}

}  // namespace

double detour_share(const HopRows& released, const HopRows& completed, std::span<const NodeId> users,
                    double missing) {
  if (completed.hops() < kDetour) return 0;
  const Totals before = total(released, users);
  const Totals after = total(completed, users);
  if (after.detour <= 0) return 0;
  const double lacking = before.nearer + kShortened * missing * missing * before.detour - after.nearer;
  return std::clamp(lacking / after.detour, 0.0, 1.0);
}

void shorten_detours(std::span<float> row, double share) {
  for (std::size_t hop = kDetour; hop <= row.size(); ++hop) {
    const float moved = static_cast<float>(share) * row[hop - 1];
    row[hop - 2] += moved;
    row[hop - 1] -= moved;
  }
}

}  // namespace hopveil
