// SPDX-License-Identifier: Apache-2.0
#pragma once

// The items of a section as html.

#include <string>

#include "report/document.h"
#include "report/series_style.h"

namespace hopveil::report {

std::string badge_html(const Badge& badge);
std::string items_html(const ReportSection& section, const SeriesStyles& styles);

}  // namespace hopveil::report
