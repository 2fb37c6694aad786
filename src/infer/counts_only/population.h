// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who the users behind the noisy answers may be.

#include <cstdint>
#include <vector>

#include "infer/basics/random_draws.h"
#include "infer/counts_only/answers.h"
#include "infer/counts_only/noise_kernel.h"

namespace hopveil::infer {

/// What a user is in a synthetic graph: its public neighbours by region, then its private neighbours by their
/// label. Cell c < num_regions is the region c; the others are labels. Counts are indices into the cell's
/// grid.
using Profile = std::vector<std::uint32_t>;

/// The distribution of profiles: a mixture of classes in each of which the cells are independent and
/// otherwise arbitrary. Fitted to the noisy answers, whose noise is known, by expectation maximization: the
/// nonparametric maximum likelihood estimate of each cell's distribution (Laird 1978).
class Population {
 public:
  explicit Population(const LocalAnswers& answers, const LocalParameters& parameters = {});

  std::uint32_t num_cells() const { return num_cells_; }
  std::uint32_t num_regions() const { return num_regions_; }
  /// Whether the mean number of links of any class of users is not lost in the noise. If not, nothing was
  /// learnt.
  bool has_learnt() const { return has_learnt_; }
  /// A draw from what the row's answers leave open.
  Profile sample(std::uint32_t row, Dice& dice) const;
  /// The slot of the row's answer in each cell's kernel.
  std::span<const std::uint32_t> slots(std::uint32_t row) const {
    return {slots_.data() + std::size_t{row} * num_cells_, num_cells_};
  }
  /// Whether rows of the band tell the cell on its own; others count the cell of a region and that of its
  /// label together, and their slots of the latter are of the sum.
  bool is_told(std::uint32_t cell, std::uint32_t band) const {
    return !counts_together_[band] || cell >= 2 * num_regions_;
  }
  const NoiseKernel& kernel(std::uint32_t cell, std::uint32_t band) const {
    return kernels_[(cell < num_regions_ ? 0 : cell - num_regions_ + 1) * num_bands_ + band];
  }
  const std::vector<std::uint32_t>& grid(std::uint32_t cell) const {
    return cell < num_regions_ ? public_grid_ : private_grid_;
  }

 private:
  void make_kernels(const LocalAnswers& answers);
  void find_slots(const LocalAnswers& answers);
  std::vector<double> first_responsibilities(const LocalAnswers& answers) const;
  std::vector<double> responsibilities() const;
  void class_posterior(std::uint32_t row, std::span<double> posterior) const;
  void fit_cells(const std::vector<double>& responsibility);
  void doubt_links(const LocalAnswers& answers, double significant);
  void tabulate();
  std::size_t cell_index(std::uint32_t cls, std::uint32_t cell) const {
    return std::size_t{cls} * num_cells_ + cell;
  }

  std::uint32_t num_regions_;
  std::uint32_t num_cells_;
  std::uint32_t num_bands_;
  std::uint32_t num_classes_;
  std::vector<std::uint32_t> band_of_row_;
  std::vector<bool> counts_together_;  // by band
  std::vector<std::uint32_t> public_grid_, private_grid_;
  std::vector<NoiseKernel> kernels_;  // of public neighbours by band, then of private ones by label and band
  std::vector<std::uint32_t> slots_;  // by row and cell
  std::vector<double> class_weight_;
  bool has_learnt_ = false;
  std::vector<std::vector<double>> distribution_;    // by class and cell: over the grid
  std::vector<std::vector<double>> log_likelihood_;  // by (class, cell) and band: over slots
};

}  // namespace hopveil::infer
