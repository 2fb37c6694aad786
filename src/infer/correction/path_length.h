#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "infer/basics/hop_rows.h"
#include "infer/parameters.h"

namespace hopveil {

/// Long ways in the released network are often detours: a way of five hops stands only if everybody on it
/// released it, and a shorter one may have been held by others. Completed networks show part of that, and
/// next to nothing where circles hang together by single users. What they lack:
struct Detours {
  /// Of the public users five hops away, the share to be taken as four hops away.
  double to_four = 0;
  /// Of those farther than five hops, or not reached at all, the share to be taken as five hops away.
  double to_five = 0;
  /// Of those still farther than five hops, the share to be left out: nearer, nobody knows where.
  double left_out = 0;
  /// Of nobody more public users are taken as farther than five hops or not reached, unless they are counted
  /// there: medians of hops that exclude each other leave more than there are.
  double most_beyond_five = std::numeric_limits<double>::infinity();
};

/// What hiding liberal users did to ways; each share is nothing if there are no such ways now.
struct Hiding {
  /// The public users who were within four hops before and are not any more, divided by those who are five
  /// hops away now; at most 1.
  std::optional<double> five_were_nearer;
  /// Of those who are farther away than five hops now, or not reached, the share that was not before.
  std::optional<double> farther_were_nearer;
};

/// Users who reach somebody in these rows. Who does not even in completed networks is alone: long ways are
/// learnt from the others.
std::vector<NodeId> who_reach(const HopRows& rows, std::span<const NodeId> users);

/// Totals over the `users` who are left, each of whom could reach `num_public`, in rows of five or more hops.
Hiding compare_hidden(const HopRows& before, const HopRows& hidden, std::span<const NodeId> users,
                      std::size_t num_public);

/// The shares that bring as many public users near as the share of private users who are `missing` in the
/// released network makes likely: 0 where completion brought as many. How many of those five hops away that
/// is, hiding tells, as far as one time tells the same as the other. Of those farther away it can be fewer
/// by what hiding tells, not more; that is believed as far as public users are out of reach. What is left out
/// depends on `missing` alone. All are 0 if there are too few hops to tell. Totals over `users`,
/// as above.
Detours find_detours(const HopRows& released, const HopRows& completed, std::span<const NodeId> users,
                     std::size_t num_public, double missing, std::span<const Hiding> hidings,
                     const InferenceParameters& parameters = {});

/// Moves, or leaves out, these shares of a row's counts.
void shorten_detours(std::span<float> row, std::size_t num_public, const Detours& detours);

}  // namespace hopveil
