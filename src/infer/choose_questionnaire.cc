#include "infer/choose_questionnaire.h"

namespace hopveil {
namespace {

/// How many strata of public, and of private users, are tried first, and at most.
constexpr std::uint32_t kFirstTry = 4;
constexpr std::uint32_t kMaxStrata = 32;

/// Doubles the number of strata as long as the error falls, or else halves it.
template <class Error>
std::uint32_t climb(double& least, const Error& error_of) {
  std::uint32_t best = kFirstTry;
  const auto better = [&](std::uint32_t strata) {
    const double error = error_of(strata);
    if (error >= least) return false;
    least = error;
    best = strata;
    return true;
  };
  while (best < kMaxStrata && better(2 * best)) {
  }
  if (best > kFirstTry) return best;
  while (best > 1 && better(best / 2)) {
  }
  return best;
}

}  // namespace

Questionnaire choose_questionnaire(const Partners& partners, const Lesson& lesson,
                                   std::span<const double> preferences, const SeededRng& rng,
                                   unsigned threads) {
  const auto error_of = [&](std::uint32_t public_strata, std::uint32_t private_strata) {
    return examine({partners, public_strata, private_strata}, lesson, preferences, rng, threads);
  };
  double least = error_of(kFirstTry, kFirstTry);
  const std::uint32_t public_strata =
      climb(least, [&](std::uint32_t strata) { return error_of(strata, kFirstTry); });
  const std::uint32_t private_strata =
      climb(least, [&](std::uint32_t strata) { return error_of(public_strata, strata); });
  return {partners, public_strata, private_strata};
}

}  // namespace hopveil
