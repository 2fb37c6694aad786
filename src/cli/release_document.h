// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/progress.h"
#include "release/metadata.h"
#include "release/release_plan.h"
#include "report/document.h"

namespace hopveil::cli {

/// The page of `hopveil release --report`: only what may be seen. It is made of the released numbers, the
/// plan's public part and generated networks; no exact value can get here. `table`: the file's name. Takes
/// seconds: it simulates.
report::ReportDocument release_document(const release::ReleasePlan& plan,
                                        const release::ReleasedCounts& counts,
                                        const release::ReleaseFacts& facts, const std::string& table,
                                        const Progress& progress = {});

}  // namespace hopveil::cli
