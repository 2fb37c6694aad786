// SPDX-License-Identifier: Apache-2.0
#include "evaluate/result_files.h"

#include <fmt/format.h>

#include "base/output_file.h"
#include "io/csv.h"

namespace hopveil::evaluation {
namespace {

constexpr const char* kKeyColumns = "graph,mechanism,reading,postprocess,noise,hops,threshold,prefs";

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

void append_key(const ErrorSummary& line, std::string& out) {
  const Configuration& key = line.configuration;
  io::append_csv_field(line.graph, out);
  out += fmt::format(",{},{},{},{},{},{},", key.mechanism, or_dash(key.reading), or_dash(key.postprocess),
                     or_dash(key.noise), key.hops, or_dash(key.threshold));
  io::append_csv_field(line.prefs, out);
}

std::string numbers(const ErrorPair& errors) {
  return fmt::format("{:.6g},{:.6g},{:.6g},{:.6g}", errors.mae.mean, errors.mae.sd, errors.mre.mean,
                     errors.mre.sd);
}

std::string by_hop_csv(const std::vector<ErrorSummary>& lines) {
  std::string out = fmt::format("{},hop,runs,mae,mae_sd,mre,mre_sd\n", kKeyColumns);
  for (const ErrorSummary& line : lines) {
    for (std::size_t hop = 0; hop < line.by_hop.size(); ++hop) {
      append_key(line, out);
      out += fmt::format(",{},{},{}\n", hop + 1, line.runs, numbers(line.by_hop[hop]));
    }
  }
  return out;
}

std::string by_level_csv(const std::vector<ErrorSummary>& lines) {
  std::string out = fmt::format("{},epsilon,runs,mae,mae_sd,mre,mre_sd\n", kKeyColumns);
  for (const ErrorSummary& line : lines) {
    for (std::size_t level = 0; level < line.by_level.size(); ++level) {
      append_key(line, out);
      out += fmt::format(",{},{},{}\n", line.levels[level], line.runs, numbers(line.by_level[level]));
    }
  }
  return out;
}

std::string published_csv(const std::vector<ErrorSummary>& lines) {
  std::string out = fmt::format("{},hop,runs,published\n", kKeyColumns);
  for (const ErrorSummary& line : lines) {
    if (is_floor(line.configuration)) continue;
    for (std::size_t hop = 0; hop < line.published.size(); ++hop) {
      append_key(line, out);
      out += fmt::format(",{},{},{:.6g}\n", hop + 1, line.runs, line.published[hop]);
    }
  }
  return out;
}

/// Empty when no line has intervals.
std::string coverage_csv(const std::vector<ErrorSummary>& lines) {
  std::string rows;
  for (const ErrorSummary& line : lines) {
    for (std::size_t hop = 0; hop < line.covered.size(); ++hop) {
      append_key(line, rows);
      rows += fmt::format(",{},{},{:.6g},{:.6g}\n", hop + 1, line.runs, line.covered[hop].mean,
                          line.covered[hop].sd);
    }
  }
  return rows.empty() ? "" : fmt::format("{},hop,runs,covered,covered_sd\n{}", kKeyColumns, rows);
}

/// Empty when no line has intervals.
std::string coverage_by_level_csv(const std::vector<ErrorSummary>& lines) {
  std::string rows;
  for (const ErrorSummary& line : lines) {
    for (std::size_t i = 0; i < line.covered_by_level.size(); ++i) {
      append_key(line, rows);
      rows += fmt::format(",{},{},{},{:.6g},{:.6g}\n", i / line.levels.size() + 1,
                          line.levels[i % line.levels.size()], line.runs, line.covered_by_level[i].mean,
                          line.covered_by_level[i].sd);
    }
  }
  return rows.empty() ? "" : fmt::format("{},hop,epsilon,runs,covered,covered_sd\n{}", kKeyColumns, rows);
}

/// Empty when no line expects an error.
std::string expected_csv(const std::vector<ErrorSummary>& lines) {
  std::string rows;
  for (const ErrorSummary& line : lines) {
    for (const ExpectedCell& cell : expected_cells(line)) {
      append_key(line, rows);
      rows += fmt::format(",{},{},{:.6g},{:.6g},{:.4g}\n", cell.name, line.runs, cell.expected.mean,
                          cell.error.mean, cell.ratio());
    }
  }
  return rows.empty() ? "" : fmt::format("{},cell,runs,expected,mae,ratio\n{}", kKeyColumns, rows);
}

void write_file(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace

std::string errors_csv(const std::vector<ErrorSummary>& lines) {
  std::string out = fmt::format("{},runs,mae,mae_sd,mre,mre_sd\n", kKeyColumns);
  for (const ErrorSummary& line : lines) {
    append_key(line, out);
    out += fmt::format(",{},{}\n", line.runs, numbers(line.all));
  }
  return out;
}

void write_reach_file(const std::string& folder, const std::vector<ReachSummary>& lines) {
  if (lines.empty()) return;
  std::string out =
      "graph,prefs,estimate,reach,hop,runs,mae,mae_sd,mre,mre_sd,rank_correlation,rank_correlation_sd,"
      "covered\n";
  for (const ReachSummary& line : lines) {
    io::append_csv_field(line.graph, out);
    out += ',';
    io::append_csv_field(line.prefs, out);
    out +=
        fmt::format(",{},{},{},{},{},{:.6g},{:.6g},{}\n", line.estimate, line.within ? "within" : "exactly",
                    line.hop, line.runs, numbers(line.errors), line.rank_correlation.mean,
                    line.rank_correlation.sd, line.covered ? fmt::format("{:.6g}", line.covered->mean) : "-");
  }
  write_file(folder + "/reach.csv", out);
}

void write_result_files(const std::string& folder, const std::vector<ErrorSummary>& lines) {
  write_file(folder + "/errors.csv", errors_csv(lines));
  write_file(folder + "/errors_by_hop.csv", by_hop_csv(lines));
  write_file(folder + "/errors_by_level.csv", by_level_csv(lines));
  write_file(folder + "/published.csv", published_csv(lines));
  if (const std::string coverage = coverage_csv(lines); !coverage.empty())
    write_file(folder + "/coverage.csv", coverage);
  if (const std::string coverage = coverage_by_level_csv(lines); !coverage.empty())
    write_file(folder + "/coverage_by_level.csv", coverage);
  if (const std::string expected = expected_csv(lines); !expected.empty())
    write_file(folder + "/expected_error.csv", expected);
}

}  // namespace hopveil::evaluation
