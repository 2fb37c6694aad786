// SPDX-License-Identifier: Apache-2.0
#pragma once

// Steps 2 to 4 of docs/mechanisms/eli-inference.md, for a network that answers or for one that we made.

#include <vector>

#include "base/seeded_rng.h"
#include "infer/basics/meter.h"
#include "infer/design/mixed_setting.h"
#include "infer/design/preference_groups.h"
#include "infer/loss/posterior_sink.h"
#include "infer/model/imputed_networks.h"

namespace hopveil::infer {

/// All who are asked for numbers of neighbours, by rising preference: kinds 1, 2, ..
std::vector<PreferenceGroup> asked_groups(const MixedSetting& setting);

/// Asks all who are not liberal, and gives every private user's possible counts to the sink.
void infer_posteriors(const MixedSetting& setting, const ImputedNetworks& imputed,
                      query::AnswerSource& answers, const SeededRng& rng, const Meter& meter,
                      PosteriorSink& sink);

}  // namespace hopveil::infer
