// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/document.h"
#include "report/series_style.h"

namespace hopveil::report {

/// What the page's script needs, as JSON that is safe inside a script element: styles by name, charts, and
/// the csv of every download.
std::string page_data(const ReportDocument& document, const SeriesStyles& styles);

/// The rows of a table as csv, with its column names.
std::string table_csv(const ReportTable& table);

}  // namespace hopveil::report
