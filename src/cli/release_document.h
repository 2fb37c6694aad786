#pragma once

#include "base/progress.h"
#include "release/metadata.h"
#include "release/release_plan.h"
#include "report/document.h"

namespace hopveil {

/// The page of `hopveil release --report`: only what may be seen. It is made of the released numbers, the
/// plan's public part and generated networks; no exact value can get here. Takes seconds: it simulates.
ReportDocument release_document(const ReleasePlan& plan, const ReleasedCounts& counts,
                                const ReleaseFacts& facts, const Progress& progress = {});

}  // namespace hopveil
