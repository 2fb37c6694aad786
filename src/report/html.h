// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/document.h"

namespace hopveil::report {

/// The page: one file that needs no other file and no network. Throws BugError when the document
/// contradicts itself (a series shorter than its axis, a file stem used twice, an edge to a node that is not
/// there).
std::string render_html(const ReportDocument& document);

}  // namespace hopveil::report
