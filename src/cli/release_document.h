#pragma once

#include <string>

#include "base/progress.h"
#include "release/metadata.h"
#include "release/release_plan.h"
#include "report/document.h"

namespace hopveil {

/// The page of `hopveil release --report`: only what may be seen. It is made of the released numbers, the
/// plan's public part and generated networks; no exact value can get here. `table`: the file's name. Takes
/// seconds: it simulates.
ReportDocument release_document(const ReleasePlan& plan, const ReleasedCounts& counts,
                                const ReleaseFacts& facts, const std::string& table,
                                const Progress& progress = {});

}  // namespace hopveil
