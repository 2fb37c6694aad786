#pragma once

#include "release/metadata.h"
#include "release/release_plan.h"
#include "report/document.h"

namespace hopveil {

/// The page of `hopveil release --report`: only what may be seen. It is made of the released numbers, the
/// plan's public part and a generated network; no exact value can get here.
ReportDocument release_document(const ReleasePlan& plan, const ReleasedCounts& counts,
                                const ReleaseContext& context);

}  // namespace hopveil
