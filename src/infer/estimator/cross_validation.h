#pragma once

#include "infer/estimator/conditional_estimator.h"

namespace hopveil {

/// The questionnaire, among many numbers of strata, of public and private users apart or together, whose
/// simulated answers at these preferences tell liberal users' counts best. Decided before anybody is asked.
Questionnaire choose_questionnaire(const Partners& partners, const Lesson& lesson,
                                   std::span<const double> preferences, const SeededRng& rng,
                                   unsigned threads, const InferenceParameters& parameters = {});

}  // namespace hopveil
