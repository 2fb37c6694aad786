// SPDX-License-Identifier: Apache-2.0
#pragma once

// Charts of errors for reports.

#include <string>
#include <vector>

#include "evaluate/summary.h"
#include "report/document.h"

namespace hopveil::cli {

/// The lines that one set of charts compares: the same graph, preferences and number of hops, and one
/// post-processing (of those lines that have one).
struct ErrorPanel {
  std::string graph;
  std::string prefs;
  unsigned hops = 0;
  std::string postprocess;
  std::vector<const evaluation::ErrorSummary*> lines;

  /// "100 runs", or "10 to 100 runs" where mechanisms differ in that.
  std::string runs_text() const;
  std::uint64_t most_runs() const;
};

/// All panels of an experiment, in its order.
std::vector<ErrorPanel> error_panels(const std::vector<evaluation::ErrorSummary>& lines);

/// Every mechanism's MAE as a horizontal bar, with the line of zeros and whether its promise of privacy
/// holds.
report::Ranking error_ranking(const ErrorPanel& panel, const std::string& title, const std::string& stem);
/// MAE and MRE of every line, in numbers, with what they mean.
report::ReportTable error_numbers(const ErrorPanel& panel, const std::string& stem);
/// The names that have fixed colours on every page: the mechanisms, in the registry's order.
std::vector<std::string> mechanism_palette();

/// Nothing when there is only one threshold: MAE and MRE against the threshold, with bands of a standard
/// deviation and the line of zeros. `title` says what is shown, `stem` names the files.
std::vector<report::ReportItem> threshold_charts(const ErrorPanel& panel, const std::string& title,
                                                 const std::string& stem);

/// MAE per hop, MAE per preference, and how often each hop was published, as far as they have more than one
/// value to show; every mechanism at the threshold where its MAE is smallest.
std::vector<report::ReportItem> detail_charts(const ErrorPanel& panel, const std::string& title,
                                              const std::string& stem);

/// Letters and digits of `text`, the rest as '-': for file names.
std::string file_stem(const std::string& text);

}  // namespace hopveil::cli
