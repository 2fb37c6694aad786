// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace hopveil::infer {

/// What an estimate should be close in: the difference (MAE), or the difference relative to the true count
/// (MRE). One table cannot serve both.
enum class Objective { kAbsolute, kRelative };

}  // namespace hopveil::infer
