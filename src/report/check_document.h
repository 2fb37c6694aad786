// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/document.h"

namespace hopveil::report {

/// Throws BugError when the document contradicts itself: see render_html.
void check_document(const ReportDocument& document);

}  // namespace hopveil::report
