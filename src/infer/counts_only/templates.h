// SPDX-License-Identifier: Apache-2.0
#pragma once

// From synthetic users to possible counts: what users with such answers see, at each hop.

#include <cstdint>
#include <span>
#include <vector>

#include "infer/basics/meter.h"
#include "infer/counts_only/population.h"
#include "infer/loss/posterior_sink.h"

namespace hopveil::infer {

/// Synthetic users and their counts, by hop.
struct Templates {
  std::vector<Profile> profiles;
  std::vector<std::vector<std::uint32_t>> counts;  ///< by hop - 1, then template
};

/// Writes the possible counts of every `every`-th of the private users (`users`, by row): the counts of the
/// templates, weighted by the likelihood of the row's answers, made flatter until kFewestTemplates count. The
/// kind of a user is its band.
void weigh_templates(const Population& population, const Bands& bands, const Templates& templates,
                     std::span<const NodeId> users, std::size_t every, unsigned threads, const Meter& meter,
                     PosteriorSink& sink);

}  // namespace hopveil::infer
