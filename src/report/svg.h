// SPDX-License-Identifier: Apache-2.0
#pragma once

// Charts as pictures: for a paper (--figures), and in the page on paper and where scripts are off.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/document.h"
#include "report/series_style.h"

namespace hopveil::report {

/// A figure file: its name and the whole svg document.
using Figure = std::pair<std::string, std::string>;

/// Every chart and drawing of the document as <file stem>.svg, with the colours that they have in the page.
std::vector<Figure> render_figures(const ReportDocument& document);

std::string render_svg(const LineChart& chart, const SeriesStyles& styles);
std::string render_svg(const BarChart& chart, const SeriesStyles& styles);
std::string render_svg(const Histogram& chart, const SeriesStyles& styles);
std::string render_svg(const NetworkDrawing& drawing);

}  // namespace hopveil::report
