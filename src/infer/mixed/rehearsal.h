// SPDX-License-Identifier: Apache-2.0
#pragma once

// Step 6 of docs/mechanisms/eli-inference.md.

#include "base/seeded_rng.h"
#include "infer/basics/meter.h"
#include "infer/correction/calibration.h"
#include "infer/design/mixed_setting.h"
#include "infer/model/imputed_networks.h"

namespace hopveil::infer {

/// On how many imputed networks there is a rehearsal, if there are as many.
std::size_t num_rehearsals(const query::PublicKnowledge& knowledge);

/// *Rehearsal*: does to imputed networks what was done to the truth. Each of `imputed.whole` in turn is taken
/// as the true one, the private users' preferences are dealt out anew, the released network of those who are
/// liberal now is imputed again, all others answer the same questions with simulated noise, and what is
/// inferred is compared with the network's counts. It sees noisy answers only: it costs no privacy. Without
/// unobserved users there is nothing to rehearse, and what is inferred is taken as exact.
Calibration rehearse(const MixedSetting& setting, const ImputedNetworks& imputed, const SeededRng& rng,
                     const Meter& meter);

}  // namespace hopveil::infer
