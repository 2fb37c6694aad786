// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <hopveil/graph.h>

#include "infer/basics/hop_rows.h"
#include "infer/parameters.h"

namespace hopveil::infer {

/// The path-length bias and its correction. Paths in the released network are often longer than in truth: a
/// shorter one may lead through unobserved users. Imputed networks correct part of that, and next to nothing
/// where communities are joined by single users. What is left to correct:
struct PathLengthCorrection {
  /// Of the public users five hops away, the share to be taken as four hops away.
  double to_four = 0;
  /// Of those farther than five hops, or not reached at all, the share to be taken as five hops away.
  double to_five = 0;
  /// Of those still farther than five hops, the share to be left out: nearer, but unknown where.
  double left_out = 0;
  /// For no user more public users are taken as farther than five hops or not reached, unless they are
  /// counted there: medians of hops that exclude each other leave more than there are.
  double most_beyond_five = std::numeric_limits<double>::infinity();
};

/// What holding out liberal users did to paths; each share is empty if there are no such paths now.
struct PathsOfHoldOut {
  /// The public users who were within four hops before and are not any more, divided by those who are five
  /// hops away now; at most 1.
  std::optional<double> five_were_nearer;
  /// Of those who are farther away than five hops now, or not reached, the share that was not before.
  std::optional<double> farther_were_nearer;
};

/// Users with a path to a public user in these rows. Those without one even in imputed networks say nothing
/// about path lengths.
std::vector<NodeId> users_with_paths(const HopRows& rows, std::span<const NodeId> users);

/// Totals over the `users` who are kept, each of whom could reach `num_public`, in rows of five or more hops.
PathsOfHoldOut compare_paths(const HopRows& before, const HopRows& kept, std::span<const NodeId> users,
                             std::size_t num_public);

/// The shares that move as many public users nearer as the share of private users who are `unobserved` in the
/// released network makes likely: 0 where imputation moved as many. Of those five hops away, hold-outs say
/// how many, as far as they agree. Of those farther away it can be fewer by what hold-outs say, not more;
/// that is believed as far as public users are out of reach. What is left out depends on `unobserved` alone.
/// All are 0 if there are too few hops to see. Totals over `users`, as above.
PathLengthCorrection fit_path_length_correction(const HopRows& released, const HopRows& imputed,
                                                std::span<const NodeId> users, std::size_t num_public,
                                                double unobserved, std::span<const PathsOfHoldOut> hold_outs,
                                                const InferenceParameters& parameters = {});

/// Moves, or leaves out, these shares of a row's counts.
void correct_path_lengths(std::span<float> row, std::size_t num_public,
                          const PathLengthCorrection& correction);

}  // namespace hopveil::infer
