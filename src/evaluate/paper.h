// SPDX-License-Identifier: Apache-2.0
#pragma once

// The paper's data sets and experiments as named configurations (notes: Sec. VII of the paper).

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/experiment.h"

namespace hopveil::evaluation {

/// A data set of the paper: where it comes from, and what Table I says about it.
struct PaperDataSet {
  std::string_view name;   ///< for `hopveil fetch`
  std::string_view title;  ///< as the paper calls it
  std::string_view file;
  std::string_view sha256;
  std::uint64_t bytes;     ///< of the file
  std::string_view url;    ///< of its publisher; of a zip archive that holds `file`, when it ends in .zip
  bool largest_component;  ///< the paper took only that
  // Table I
  std::uint64_t nodes;
  std::uint64_t edges;
  std::uint64_t diameter;
  std::string_view density_percent;
  std::uint64_t public_users;
};
std::span<const PaperDataSet> paper_data_sets();
/// Throws InputError, listing them, when there is none of that name.
const PaperDataSet& find_data_set(std::string_view name);

/// Figure `number`: MAE and MRE of every mechanism against the threshold t.
struct PaperFigure {
  unsigned number;
  const PaperDataSet* data;
  unsigned hops;
};
std::span<const PaperFigure> paper_figures();

/// The share of public users, chosen by degree.
inline constexpr std::string_view kPaperPublicShare = "5%";

/// t of the figures (E13).
std::vector<std::string> paper_thresholds();

/// What the figures with these numbers of hops need on one data set: the paper's preferences, thresholds and
/// noise, its mechanisms (those with a threshold), both readings, with and without clamping.
ExperimentSpec paper_experiment(const ExperimentGraph& graph, const std::vector<unsigned>& hops,
                                std::uint64_t runs, std::uint64_t seed);

/// The same users and preferences for the mechanisms that are not the paper's, with both objectives.
ExperimentSpec own_experiment(const ExperimentGraph& graph, const std::vector<unsigned>& hops,
                              std::uint64_t runs, std::uint64_t seed);

}  // namespace hopveil::evaluation
