// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/logistic.h"

#include <algorithm>
#include <cmath>

namespace hopveil::infer {
namespace {

constexpr int kSteps = 8;
/// Keeps weights finite where the samples can be told apart without an error.
constexpr double kRidge = 1e-2;

}  // namespace

Logistic::Logistic(std::span<const Features> first, std::span<const Features> second) {
  const auto size = static_cast<double>(first.size() + second.size());
  for (std::size_t i = 0; i < kFeatures; ++i) {
    double sum = 0, squares = 0;
    for (const auto sample : {first, second}) {
      for (const Features& features : sample) {
        sum += features[i];
        squares += static_cast<double>(features[i]) * features[i];
      }
    }
    mean_[i] = sum / size;
    scale_[i] = 1 / std::sqrt(std::max(squares / size - mean_[i] * mean_[i], 1e-6));
  }
  for (int step = 0; step < kSteps; ++step) newton_step(first, second);
}

Logistic::Terms Logistic::terms(const Features& features) const {
  constexpr double kFarthest = 5;  // standard deviations
  std::array<double, kFeatures> x{};
  for (std::size_t i = 0; i < kFeatures; ++i)
    x[i] = std::clamp((features[i] - mean_[i]) * scale_[i], -kFarthest, kFarthest);
  Terms result{};
  std::size_t place = 0;
  result[place++] = 1;
  for (std::size_t i = 0; i < kFeatures; ++i) {
    result[place++] = x[i];
    for (std::size_t j = 0; j <= i; ++j) result[place++] = x[i] * x[j];
  }
  return result;
}

double Logistic::score(const Features& features) const {
  const Terms x = terms(features);
  double score = 0;
  for (std::size_t i = 0; i < kTerms; ++i) score += weights_[i] * x[i];
  return score;
}

void Logistic::newton_step(std::span<const Features> first, std::span<const Features> second) {
  std::array<Terms, kTerms> hessian{};
  Terms gradient{};
  const auto add = [&](std::span<const Features> sample, double label) {
    const double weight = 1 / static_cast<double>(sample.size());
    for (const Features& features : sample) {
      const Terms x = terms(features);
      double score = 0;
      for (std::size_t i = 0; i < kTerms; ++i) score += weights_[i] * x[i];
      const double chance = 1 / (1 + std::exp(-score));
      const double slope = weight * std::max(chance * (1 - chance), 1e-4);
      for (std::size_t i = 0; i < kTerms; ++i) {
        gradient[i] += weight * (label - chance) * x[i];
        for (std::size_t j = 0; j <= i; ++j) hessian[i][j] += slope * x[i] * x[j];
      }
    }
  };
  add(first, 1);
  add(second, 0);
  for (std::size_t i = 0; i < kTerms; ++i) {
    gradient[i] -= kRidge * weights_[i];
    hessian[i][i] += kRidge;
  }
  // Cholesky: hessian = L L^T, then two triangular solves.
  for (std::size_t i = 0; i < kTerms; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = hessian[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= hessian[i][k] * hessian[j][k];
      hessian[i][j] = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / hessian[j][j];
    }
  }
  for (std::size_t i = 0; i < kTerms; ++i) {
    for (std::size_t k = 0; k < i; ++k) gradient[i] -= hessian[i][k] * gradient[k];
    gradient[i] /= hessian[i][i];
  }
  for (std::size_t i = kTerms; i-- > 0;) {
    for (std::size_t k = i + 1; k < kTerms; ++k) gradient[i] -= hessian[k][i] * gradient[k];
    gradient[i] /= hessian[i][i];
  }
  for (std::size_t i = 0; i < kTerms; ++i) weights_[i] += gradient[i];
}

}  // namespace hopveil::infer
