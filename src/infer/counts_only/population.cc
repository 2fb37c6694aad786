// SPDX-License-Identifier: Apache-2.0
#include "infer/counts_only/population.h"

#include <algorithm>
#include <cmath>

namespace hopveil::infer {
namespace {

constexpr int kIterations = 30;
/// Classes per label: users of few and of many links.
constexpr std::uint32_t kActivities = 2;
/// A mean number of links whose standard deviation is below this is known, also if it is none.
constexpr double kInformative = 0.25;
/// Added to every count of a distribution, so that nothing is impossible.
constexpr double kSmoothing = 1e-4;

/// The largest count that is worth telling apart: the largest answer of the users with least noise.
std::uint32_t largest_count(const query::NoisyCounts& counts, const Bands& bands) {
  std::int64_t largest = 1;
  const auto last = static_cast<std::uint32_t>(bands.bands.size() - 1);
  for (std::uint32_t row = 0; row < counts.num_pools(); ++row) {
    if (bands.of_row[row] != last) continue;
    for (std::uint32_t cell = 0; cell < counts.num_cells(); ++cell)
      largest = std::max(largest, counts(row, cell));
  }
  return static_cast<std::uint32_t>(std::min<std::int64_t>(largest, counts.num_pools()));
}

std::int64_t answer(const LocalAnswers& answers, std::uint32_t row, std::uint32_t cell) {
  const std::uint32_t regions = answers.public_neighbours.num_cells();
  return cell < regions ? answers.public_neighbours(row, cell)
                        : answers.private_neighbours(row, cell - regions);
}

}  // namespace

Population::Population(const LocalAnswers& answers, const LocalParameters& parameters)
    : num_regions_(answers.public_neighbours.num_cells()),
      num_cells_(num_regions_ + answers.private_neighbours.num_cells()),
      num_bands_(static_cast<std::uint32_t>(answers.bands.bands.size())),
      num_classes_((num_regions_ + 1) * kActivities),
      band_of_row_(answers.bands.of_row) {
  for (const Band& band : answers.bands.bands) counts_together_.push_back(band.counts_together);
  make_kernels(answers);
  find_slots(answers);
  class_weight_.assign(num_classes_, 1.0 / num_classes_);
  for (std::uint32_t cls = 0; cls < num_classes_; ++cls) {
    for (std::uint32_t cell = 0; cell < num_cells_; ++cell) {
      distribution_.emplace_back();
      for (const std::uint32_t count : grid(cell)) distribution_.back().push_back(1.0 / (1 + count));
    }
  }
  tabulate();
  fit_cells(first_responsibilities(answers));
  for (int i = 0; i < kIterations; ++i) {
    fit_cells(responsibilities());
    if (i == kIterations / 2) doubt_links(answers, parameters.significant);
  }
  doubt_links(answers, parameters.significant);
}

/// Noise that is cut at 0 looks like a few links to everywhere, and a few such links make a small world of
/// any network: where the mean answer of a class is not `significant` deviations above 0, the class has none.
void Population::doubt_links(const LocalAnswers& answers, double significant) {
  has_learnt_ = false;
  const std::vector<double> responsibility = responsibilities();
  const auto rows = static_cast<std::uint32_t>(band_of_row_.size());
  const auto owned = owned_shares(answers);
  for (std::uint32_t cell = 0; cell < num_cells_; ++cell) {
    std::vector<double> precision, shown;
    for (std::uint32_t b = 0; b < num_bands_; ++b) {
      shown.push_back(cell < num_regions_ ? 1 : std::max(owned[cell - num_regions_][b], 1e-3));
      const double epsilon =
          answers.bands.bands[b].epsilon * (cell < num_regions_ ? answers.bands.bands[b].public_share() : 1);
      precision.push_back(epsilon * epsilon * shown.back() * shown.back() / 2);
    }
    for (std::uint32_t cls = 0; cls < num_classes_; ++cls) {
      double sum = 0, noise = 0, weights = 0;
      for (std::uint32_t row = 0; row < rows; ++row) {
        const std::uint32_t band = band_of_row_[row];
        if (!is_told(cell, band)) continue;
        const double weight = responsibility[std::size_t{row} * num_classes_ + cls] * precision[band];
        const std::uint32_t slot = slots_[std::size_t{row} * num_cells_ + cell];
        sum += weight * static_cast<double>(kernel(cell, band).answer(slot)) / shown[band];
        noise += weight * weight / precision[band];
        weights += weight;
      }
      const double deviation = std::sqrt(noise);
      const bool is_significant = sum > 0 && sum >= significant * deviation;
      if (is_significant || deviation < kInformative * weights) has_learnt_ = true;
      if (is_significant) continue;
      std::vector<double>& distribution = distribution_[cell_index(cls, cell)];
      std::ranges::fill(distribution, 1e-12);
      distribution[0] = 1;
    }
  }
  tabulate();
}

void Population::make_kernels(const LocalAnswers& answers) {
  public_grid_ = count_grid(largest_count(answers.public_neighbours, answers.bands));
  // A class of owners sees a part of the degree; the largest degree is the largest part, scaled up.
  const double shown = std::max(0.1, answers.bands.bands.back().owned_share);
  private_grid_ = count_grid(
      static_cast<std::uint32_t>(largest_count(answers.private_neighbours, answers.bands) / shown));
  for (const Band& band : answers.bands.bands)
    kernels_.emplace_back(public_grid_, band.epsilon * band.public_share(), 1.0);
  const auto owned = owned_shares(answers);
  for (std::uint32_t label = 0; label < answers.private_neighbours.num_cells(); ++label)
    for (std::uint32_t band = 0; band < num_bands_; ++band)
      kernels_.emplace_back(private_grid_, answers.bands.bands[band].epsilon, owned[label][band]);
}

void Population::find_slots(const LocalAnswers& answers) {
  const auto rows = static_cast<std::uint32_t>(band_of_row_.size());
  slots_.resize(std::size_t{rows} * num_cells_);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t cell = 0; cell < num_cells_; ++cell) {
      slots_[std::size_t{row} * num_cells_ + cell] =
          kernel(cell, band_of_row_[row]).slot(answer(answers, row, cell));
    }
  }
}

/// By row and class. A user begins in the class of its label and of its number of links, below or above the
/// median of its band and label; users of unknown label wait for the first fit.
std::vector<double> Population::first_responsibilities(const LocalAnswers& answers) const {
  const auto rows = static_cast<std::uint32_t>(band_of_row_.size());
  const std::uint32_t labels = num_labels(num_regions_);
  std::vector<std::int64_t> links(rows, 0);
  std::vector<std::vector<std::int64_t>> sorted(std::size_t{num_bands_} * labels);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t cell = 0; cell < num_cells_; ++cell) links[row] += answer(answers, row, cell);
    sorted[band_of_row_[row] * labels + answers.label_of_row[row]].push_back(links[row]);
  }
  for (auto& group : sorted) std::sort(group.begin(), group.end());
  std::vector<double> responsibility(std::size_t{rows} * num_classes_, 0);
  for (std::uint32_t row = 0; row < rows; ++row) {
    const std::uint32_t label = answers.label_of_row[row];
    if (label == label_unknown(num_regions_)) continue;
    const auto& group = sorted[band_of_row_[row] * labels + label];
    const std::uint32_t active = links[row] > group[group.size() / 2] ? 1 : 0;
    responsibility[std::size_t{row} * num_classes_ + std::size_t{label} * kActivities + active] = 1;
  }
  return responsibility;
}

void Population::class_posterior(std::uint32_t row, std::span<double> posterior) const {
  const std::span<const std::uint32_t> slot = slots(row);
  double best = -1e300;
  for (std::uint32_t cls = 0; cls < num_classes_; ++cls) {
    double value = std::log(class_weight_[cls] + 1e-12);
    for (std::uint32_t cell = 0; cell < num_cells_; ++cell)
      if (is_told(cell, band_of_row_[row]))
        value += log_likelihood_[cell_index(cls, cell) * num_bands_ + band_of_row_[row]][slot[cell]];
    posterior[cls] = value;
    best = std::max(best, value);
  }
  double total = 0;
  for (double& p : posterior) total += p = std::exp(p - best);
  for (double& p : posterior) p /= total;
}

std::vector<double> Population::responsibilities() const {
  std::vector<double> result(band_of_row_.size() * num_classes_);
  for (std::uint32_t row = 0; row < band_of_row_.size(); ++row)
    class_posterior(row, std::span(result).subspan(std::size_t{row} * num_classes_, num_classes_));
  return result;
}

/// One step of expectation maximization, given how much each class answers for each row.
void Population::fit_cells(const std::vector<double>& responsibility) {
  const auto rows = static_cast<std::uint32_t>(band_of_row_.size());
  for (std::uint32_t cls = 0; cls < num_classes_; ++cls) {
    double weight = 0;
    for (std::uint32_t row = 0; row < rows; ++row)
      weight += responsibility[std::size_t{row} * num_classes_ + cls];
    class_weight_[cls] = weight / rows;
    for (std::uint32_t cell = 0; cell < num_cells_; ++cell) {
      std::vector<std::vector<double>> mass(num_bands_);
      for (std::uint32_t band = 0; band < num_bands_; ++band)
        mass[band].assign(kernel(cell, band).num_slots(), 0);
      for (std::uint32_t row = 0; row < rows; ++row) {
        mass[band_of_row_[row]][slots_[std::size_t{row} * num_cells_ + cell]] +=
            responsibility[std::size_t{row} * num_classes_ + cls];
      }
      std::vector<double>& old = distribution_[cell_index(cls, cell)];
      std::vector<double> fresh(old.size(), kSmoothing);
      for (std::uint32_t band = 0; band < num_bands_; ++band) {
        if (!is_told(cell, band)) continue;
        for (std::uint32_t slot = 0; slot < mass[band].size(); ++slot) {
          if (mass[band][slot] == 0) continue;
          const auto row = kernel(cell, band).row(slot);
          double likelihood = 0;
          for (std::size_t g = 0; g < old.size(); ++g) likelihood += old[g] * row[g];
          for (std::size_t g = 0; g < old.size(); ++g)
            fresh[g] += mass[band][slot] * old[g] * row[g] / likelihood;
        }
      }
      double total = 0;
      for (const double f : fresh) total += f;
      for (std::size_t g = 0; g < old.size(); ++g) old[g] = fresh[g] / total;
    }
  }
  tabulate();
}

void Population::tabulate() {
  log_likelihood_.resize(std::size_t{num_classes_} * num_cells_ * num_bands_);
  for (std::uint32_t cls = 0; cls < num_classes_; ++cls) {
    for (std::uint32_t cell = 0; cell < num_cells_; ++cell) {
      const std::vector<double>& distribution = distribution_[cell_index(cls, cell)];
      for (std::uint32_t band = 0; band < num_bands_; ++band) {
        std::vector<double>& table = log_likelihood_[cell_index(cls, cell) * num_bands_ + band];
        table.resize(kernel(cell, band).num_slots());
        for (std::uint32_t slot = 0; slot < table.size(); ++slot) {
          const auto row = kernel(cell, band).row(slot);
          double likelihood = 0;
          for (std::size_t g = 0; g < distribution.size(); ++g) likelihood += distribution[g] * row[g];
          table[slot] = std::log(likelihood);
        }
      }
    }
  }
}

Profile Population::sample(std::uint32_t row, Dice& dice) const {
  std::vector<double> posterior(num_classes_);
  class_posterior(row, posterior);
  const auto cls = static_cast<std::uint32_t>(dice.weighted(posterior));
  Profile profile(num_cells_);
  std::vector<double> weights;
  for (std::uint32_t cell = 0; cell < num_cells_; ++cell) {
    const std::vector<double>& distribution = distribution_[cell_index(cls, cell)];
    const auto likelihood = kernel(cell, band_of_row_[row]).row(slots(row)[cell]);
    weights.resize(distribution.size());
    const bool told = is_told(cell, band_of_row_[row]);
    for (std::size_t g = 0; g < weights.size(); ++g)
      weights[g] = distribution[g] * (told ? likelihood[g] : 1);
    profile[cell] = static_cast<std::uint32_t>(dice.weighted(weights));
  }
  return profile;
}

}  // namespace hopveil::infer
