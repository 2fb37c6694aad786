// SPDX-License-Identifier: Apache-2.0
#include "infer/correction/path_length.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace hopveil::infer {
namespace {

/// What matters of a row, or of the sum of many.
struct Far {
  double five = 0;
  double six = 0;
  double beyond_five = 0;  // six, farther, or not reached

  double beyond_four() const { return five + beyond_five; }
};

/// Of a row with five or more hops.
Far far_of(std::span<const float> row, std::size_t num_public) {
  const double near = std::accumulate(row.begin(), row.begin() + 5, 0.0);
  return {row[4], row.size() > 5 ? row[5] : 0.0, std::max(0.0, static_cast<double>(num_public) - near)};
}

Far total(const HopRows& rows, std::span<const NodeId> users, std::size_t num_public) {
  Far sum;
  for (const NodeId user : users) {
    const Far far = far_of(rows.of(user), num_public);
    sum.five += far.five;
    sum.six += far.six;
    sum.beyond_five += far.beyond_five;
  }
  return sum;
}

bool has_path(std::span<const float> row) {
  return std::ranges::any_of(row, [](float count) { return count > 0; });
}

double share(double part, double whole) {
  return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
}

std::vector<double> measured(std::span<const PathsOfHoldOut> hold_outs,
                             std::optional<double> PathsOfHoldOut::*share) {
  std::vector<double> shares;
  for (const PathsOfHoldOut& hold_out : hold_outs) {
    if (hold_out.*share) shares.push_back(*(hold_out.*share));
  }
  return shares;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Of the public users five hops away in the released network, the share to be taken as nearer; at most
/// `most`.
double five_is_four(std::span<const PathsOfHoldOut> hold_outs, double most,
                    const PathLengthParameters& parameters) {
  const std::vector<double> shares = measured(hold_outs, &PathsOfHoldOut::five_were_nearer);
  if (shares.empty()) return most;
  const double mean = mean_of(shares);
  if (mean <= 0) return most;
  double squares = 0;
  for (const double share : shares) squares += (share - mean) * (share - mean);
  const double variation = squares / static_cast<double>(shares.size()) / (mean * mean);
  const double believed = 1 / (1 + variation / (parameters.half_believed * parameters.half_believed));
  return believed * std::min(1 - std::pow(1 - mean, parameters.steps_to_four), most) + (1 - believed) * most;
}

/// Of the public users farther than five hops in the released network, the share to be taken as five hops
/// away; at most `most`. Where few are out of reach, their paths may need bridges that no user released.
double farther_is_five(std::span<const PathsOfHoldOut> hold_outs, double most, double out_of_reach) {
  const std::vector<double> shares = measured(hold_outs, &PathsOfHoldOut::farther_were_nearer);
  if (shares.empty()) return most;
  return out_of_reach * std::min(mean_of(shares), most) + (1 - out_of_reach) * most;
}

double most_beyond_five(const HopRows& rows, std::span<const NodeId> users, std::size_t num_public,
                        double most_have) {
  std::vector<double> numbers;
  for (const NodeId user : users) numbers.push_back(far_of(rows.of(user), num_public).beyond_five);
  if (numbers.empty()) return static_cast<double>(num_public);
  const auto rank =
      static_cast<std::ptrdiff_t>(std::ceil(most_have * static_cast<double>(numbers.size() - 1)));
  std::nth_element(numbers.begin(), numbers.begin() + rank, numbers.end());
  return numbers[static_cast<std::size_t>(rank)];
}

}  // namespace

std::vector<NodeId> users_with_paths(const HopRows& rows, std::span<const NodeId> users) {
  std::vector<NodeId> found;
  for (const NodeId user : users) {
    if (has_path(rows.of(user))) found.push_back(user);
  }
  return found;
}

PathsOfHoldOut compare_paths(const HopRows& before, const HopRows& kept, std::span<const NodeId> users,
                             std::size_t num_public) {
  const Far then = total(before, users, num_public);
  const Far now = total(kept, users, num_public);
  PathsOfHoldOut paths;
  if (now.five > 0) paths.five_were_nearer = share(now.beyond_four() - then.beyond_four(), now.five);
  if (now.beyond_five > 0) {
    paths.farther_were_nearer = share(now.beyond_five - then.beyond_five, now.beyond_five);
  }
  return paths;
}

PathLengthCorrection fit_path_length_correction(const HopRows& released, const HopRows& imputed,
                                                std::span<const NodeId> users, std::size_t num_public,
                                                double unobserved, std::span<const PathsOfHoldOut> hold_outs,
                                                const InferenceParameters& parameters) {
  PathLengthCorrection correction;
  const PathLengthParameters& of_paths = parameters.path_length;
  if (imputed.hops() < 5) return correction;
  const double of_reference = unobserved / parameters.imputation.reference_missing;
  const double likely = std::min(1.0, of_reference * of_reference);
  const Far before = total(released, users, num_public);
  const Far after = total(imputed, users, num_public);
  const double brought_to_four = before.beyond_four() - after.beyond_four();
  const double nearer = five_is_four(hold_outs, likely * of_paths.five_is_four, of_paths);
  correction.to_four = share(nearer * before.five - brought_to_four, after.five);
  if (imputed.hops() < 6) return correction;
  const double most = likely * (of_paths.six_is_five * before.six +
                                of_paths.farther_is_five * (before.beyond_five - before.six));
  const auto all_pairs = static_cast<double>(users.size()) * static_cast<double>(num_public);
  const double to_bring = before.beyond_five * farther_is_five(hold_outs, share(most, before.beyond_five),
                                                               share(before.beyond_five, all_pairs));
  correction.to_five = share(to_bring - (before.beyond_five - after.beyond_five), after.beyond_five);
  correction.left_out = likely * of_paths.left_out;
  correction.most_beyond_five = most_beyond_five(imputed, users, num_public, of_paths.most_have);
  return correction;
}

void correct_path_lengths(std::span<float> row, std::size_t num_public,
                          const PathLengthCorrection& correction) {
  if (row.size() < 5 || !has_path(row)) return;
  const Far far = far_of(row, num_public);
  const double reached = std::accumulate(row.begin() + 5, row.end(), 0.0);
  const double beyond_five = std::min(far.beyond_five, std::max(correction.most_beyond_five, reached));
  const auto to_four = static_cast<float>(correction.to_four * far.five);
  row[3] += to_four;
  row[4] += static_cast<float>(correction.to_five * beyond_five) - to_four;
  const double stay = (1 - correction.to_five) * (1 - correction.left_out);
  for (float& count : row.subspan(5)) count *= static_cast<float>(stay);
}

}  // namespace hopveil::infer
