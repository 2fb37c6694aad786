// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/table_one.h"
#include "evaluate/claims.h"
#include "evaluate/paper.h"
#include "evaluate/summary.h"
#include "report/document.h"

namespace hopveil::cli {

/// How a page was made: version, seed, command line.
using Provenance = std::vector<std::pair<std::string, std::string>>;
Provenance provenance(std::uint64_t seed, std::uint64_t runs, const std::string& effort);

/// The page of `hopveil evaluate`.
report::ReportDocument experiment_document(const std::vector<evaluation::ErrorSummary>& lines,
                                           Provenance made_by);

/// The page of `hopveil reproduce`.
report::ReportDocument reproduction_document(const std::vector<evaluation::PaperFigure>& figures,
                                             const std::vector<evaluation::ErrorSummary>& lines,
                                             const std::vector<evaluation::ClaimFinding>& claims,
                                             const std::vector<TableOneEntry>& table_one, Provenance made_by);

/// Writes the page, and, unless `figures_folder` is empty, each of its charts as an svg file there.
void write_report(const report::ReportDocument& document, const std::string& path,
                  const std::string& figures_folder);

}  // namespace hopveil::cli
