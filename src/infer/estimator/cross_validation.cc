#include "infer/estimator/cross_validation.h"

#include <algorithm>

namespace hopveil {
namespace {

struct Choice {
  std::uint32_t strata;
  double error;
};

/// From the first try, whose error is known, doubles the number of strata as long as the error falls, or else
/// halves it.
template <class Error>
Choice climb(const DesignParameters& design, double first_error, const Error& error_of) {
  const auto first_try = static_cast<std::uint32_t>(design.first_strata);
  Choice best{first_try, first_error};
  const auto better = [&](std::uint32_t strata) {
    const double error = error_of(strata);
    if (error >= best.error) return false;
    best = {strata, error};
    return true;
  };
  while (best.strata < design.most_strata && better(2 * best.strata)) {
  }
  if (best.strata > first_try) return best;
  while (best.strata > 1 && better(best.strata / 2)) {
  }
  return best;
}

/// The best of this number and those halfway to its half and its double.
template <class Error>
Choice refine(const DesignParameters& design, Choice best, const Error& error_of) {
  const auto most = static_cast<std::uint32_t>(design.most_strata);
  for (const std::uint32_t strata : {best.strata * 3 / 4, std::min(most, best.strata * 3 / 2)}) {
    if (strata == 0 || strata == best.strata) continue;
    const double error = error_of(strata);
    if (error < best.error) best = {strata, error};
  }
  return best;
}

}  // namespace

Questionnaire choose_questionnaire(const Partners& partners, const Lesson& lesson,
                                   std::span<const double> preferences, const SeededRng& rng,
                                   unsigned threads, const InferenceParameters& parameters) {
  const DesignParameters& design = parameters.design;
  const auto first_try = static_cast<std::uint32_t>(design.first_strata);
  const auto error_of = [&](std::uint32_t public_strata, std::uint32_t private_strata) {
    return examine({partners, public_strata, private_strata}, lesson, preferences, rng, threads, parameters);
  };
  const Choice of_public = climb(design, error_of(first_try, first_try),
                                 [&](std::uint32_t strata) { return error_of(strata, first_try); });
  const Choice of_private = climb(design, of_public.error,
                                  [&](std::uint32_t strata) { return error_of(of_public.strata, strata); });
  const auto error_of_joint = [&](std::uint32_t strata) { return error_of(0, strata); };
  const Choice joint =
      refine(design, climb(design, error_of_joint(first_try), error_of_joint), error_of_joint);
  if (joint.error < of_private.error) return {partners, 0, joint.strata};
  return {partners, of_public.strata, of_private.strata};
}

}  // namespace hopveil
