// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/seeded_rng.h"
#include "infer/basics/meter.h"
#include "infer/correction/path_length.h"
#include "infer/design/mixed_setting.h"

namespace hopveil::infer {

/// The path-length bias of imputed networks with these median counts, measured by hold-outs: liberal users
/// are removed from the released network again and again, and what that does to long paths is compared with
/// what imputation did.
PathLengthCorrection measure_path_length_bias(const MixedSetting& setting, const HopRows& imputed_counts,
                                              const SeededRng& rng, const Meter& meter,
                                              std::size_t num_hold_outs = 8);

}  // namespace hopveil::infer
