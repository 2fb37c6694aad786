// SPDX-License-Identifier: Apache-2.0
#pragma once

// The steps that the paper's mechanisms are made of: publishing one hop, and measuring how far a hop is from
// the last published one. Each draws its share of the budget and writes it into the trace.

#include <cstdint>

#include "mechanism/mechanism.h"

namespace hopveil::mechanism {

/// Fixed point of the paper's continuous noise; see NoisyTable.
inline constexpr unsigned kContinuousFractionBits = 20;

/// One run of one of the paper's mechanisms: what its steps share.
struct PaperRun {
  const Setting& setting;
  Workspace& workspace;
  RandomSource& random;
  const MechanismOptions& options;
  Epsilon threshold;  ///< t, resolved
  NoisyTable& out;
  BudgetTrace& trace;
};

/// The sensitivity that the paper declares for f_hop: D_1 = 1, D_k = m_p for k >= 2 (false as an L1
/// sensitivity, E1).
std::uint32_t declared_sensitivity(const Setting& setting, unsigned hop);

/// Publishes hop k with share s (Alg. 1 lines 8-9, 13-14, 18-19): f_k(RS(G, sP, st)) plus Laplace noise of
/// scale D_k / (s t).
void publish_with_laplace(PaperRun& run, unsigned hop, dp::Rational share);

/// Publishes hop k >= 2 with share s by LFNoising (Alg. 2 lines 13-14, 18-19, and Algorithm 3). The reading
/// decides which share of P the sample gets (E4) and which graph gives LS (E3).
void publish_with_ladder(PaperRun& run, unsigned hop, dp::Rational share);

/// M1 (Alg. 1 lines 1-5) and the decision of line 12: whether the noisy mean distance between the release of
/// `last_published` and the sampled true counts of `hop` exceeds T_k = m_p / (s_k t), s_k being
/// `publication_share`.
bool is_far_from_last(PaperRun& run, unsigned hop, unsigned last_published, dp::Rational publication_share);

/// Throws InputError when noise of this share on these counts would not fit 64 bits.
void check_noise_fits(const Setting& setting, Epsilon threshold, dp::Rational share, unsigned hop);
/// The same for LFNoising, whose tail falls half as fast as Laplace noise of that share.
void check_ladder_fits(const Setting& setting, Epsilon threshold, dp::Rational share);

}  // namespace hopveil::mechanism
