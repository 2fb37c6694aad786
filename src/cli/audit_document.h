// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "audit/audit.h"
#include "cli/audit_text.h"
#include "report/document.h"

namespace hopveil::cli {

/// The page of an audit: what was found in short, the pairs with pictures, the two distributions and the
/// bound of every violation, and how epsilon grows with the hub.
report::ReportDocument audit_document(const audit::AuditResult& result,
                                      const std::vector<audit::NeighbouringPair>& pairs,
                                      const AuditView& view);

}  // namespace hopveil::cli
