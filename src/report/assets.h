// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files that are built into the program (src/report/assets.cmake) and written into every page.

#include <string_view>

namespace hopveil::report {

extern const std::string_view kChartJs;  // Debian's chart.min.js; its banner names the version
extern const std::string_view kChartJsLicence;
extern const std::string_view kReportCss;
/// Our script, in parts that are joined in this order.
extern const std::string_view kBaseJs;
extern const std::string_view kMarksJs;
extern const std::string_view kPanelJs;
extern const std::string_view kSwitchesJs;
extern const std::string_view kExplorerJs;
extern const std::string_view kPageJs;

}  // namespace hopveil::report
