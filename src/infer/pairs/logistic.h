// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace hopveil::infer {

/// Logistic regression on features, their squares and products: which of two samples an item is from.
class Logistic {
 public:
  static constexpr std::size_t kFeatures = 11;
  using Features = std::array<float, kFeatures>;

  /// Both samples count alike, whatever their sizes. Neither is empty.
  Logistic(std::span<const Features> first, std::span<const Features> second);

  /// The log odds that an item is from the first sample.
  double score(const Features& features) const;

 private:
  static constexpr std::size_t kTerms = 1 + kFeatures + kFeatures * (kFeatures + 1) / 2;
  using Terms = std::array<double, kTerms>;

  Terms terms(const Features& features) const;
  void newton_step(std::span<const Features> first, std::span<const Features> second);

  std::array<double, kFeatures> mean_{}, scale_{};
  Terms weights_{};
};

}  // namespace hopveil::infer
