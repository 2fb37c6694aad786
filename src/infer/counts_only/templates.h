// SPDX-License-Identifier: Apache-2.0
#pragma once

// From synthetic users to estimates: what users with such answers see, at each hop.

#include <cstdint>
#include <vector>

#include "infer/basics/meter.h"
#include "infer/counts_only/population.h"
#include "infer/inference.h"

namespace hopveil::infer {

/// Synthetic users and their counts, by hop.
struct Templates {
  std::vector<Profile> profiles;
  std::vector<std::vector<std::uint32_t>> counts;  ///< by hop - 1, then template
};

/// The weighted median, low and high end of each hop over the templates; weights are the likelihoods of the
/// row's answers, made flatter until kFewestTemplates count. For the relative objective a template weighs
/// 1 / max(count, 1) as much: the minimiser of the expected relative error.
void estimate_rows(const Population& population, const Bands& bands, const Templates& templates,
                   std::uint32_t num_public, const InferenceOptions& options, const Meter& meter,
                   InferredCounts& result);

}  // namespace hopveil::infer
