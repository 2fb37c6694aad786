// SPDX-License-Identifier: Apache-2.0
#include "cli/error_charts.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/plural.h"
#include "mechanism/option_names.h"
#include "mechanism/registry.h"

namespace hopveil::cli {
namespace {

/// From this ratio of the largest to the smallest value on, the axis is logarithmic.
constexpr double kLogFrom = 20;

struct ErrorKind {
  const char* name;
  const char* long_name;
  evaluation::Spread evaluation::ErrorPair::*value;
};
constexpr ErrorKind kMae{"MAE", "mean absolute error", &evaluation::ErrorPair::mae};
constexpr ErrorKind kMre{"MRE", "mean relative error", &evaluation::ErrorPair::mre};

bool is_literal(const evaluation::Configuration& key) {
  return key.mechanism == "duba-lf" && key.reading == "literal";
}

/// What the series of a line is called.
std::string series_name(const ErrorPanel& panel, const evaluation::Configuration& key) {
  std::string name = key.mechanism;
  if (is_literal(key)) name += " literal";
  const auto other_noise = [&](const evaluation::ErrorSummary* line) {
    return !line->configuration.noise.empty() && line->configuration.noise != key.noise;
  };
  if (!key.noise.empty() && std::ranges::any_of(panel.lines, other_noise)) name += ", " + key.noise;
  return name;
}

report::ChartSeries new_series(const std::string& name, const evaluation::Configuration& key) {
  report::ChartSeries series;
  series.name = name;
  series.reference = evaluation::is_floor(key);
  // A variant has the colour of its mechanism: "duba-lf literal" that of duba-lf, "eli-relative" that of eli.
  if (name != key.base_name) series.like = key.base_name;
  return series;
}

std::vector<std::string> thresholds_of(const ErrorPanel& panel) {
  std::vector<std::string> texts;
  for (const evaluation::ErrorSummary* line : panel.lines) {
    const std::string& text = line->configuration.threshold;
    if (!text.empty() && std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  }
  return texts;
}

/// The thresholds as ascending numbers, when all of them are numbers.
std::optional<std::vector<double>> numeric(const std::vector<std::string>& texts) {
  std::vector<double> numbers;
  for (const std::string& text : texts) {
    if (text.empty() || !std::isdigit(static_cast<unsigned char>(text.front()))) return std::nullopt;
    numbers.push_back(std::strtod(text.c_str(), nullptr));
  }
  if (!std::ranges::is_sorted(numbers)) return std::nullopt;
  return numbers;
}

void set_point(report::ChartSeries& series, std::size_t place, const evaluation::Spread& spread) {
  series.y[place] = spread.mean;
  series.low[place] = std::max(0.0, spread.mean - spread.sd);
  series.high[place] = spread.mean + spread.sd;
}

/// One value per threshold; mechanisms without one have the same at all of them.
std::vector<report::ChartSeries> series_by_threshold(const ErrorPanel& panel, const ErrorKind& kind,
                                                     const std::vector<std::string>& thresholds) {
  std::vector<report::ChartSeries> all;
  for (const evaluation::ErrorSummary* line : panel.lines) {
    const evaluation::Configuration& key = line->configuration;
    if (evaluation::is_floor(key)) continue;
    const std::string name = series_name(panel, key);
    auto series = std::ranges::find(all, name, &report::ChartSeries::name);
    if (series == all.end()) {
      all.push_back(new_series(name, key));
      series = all.end() - 1;
      series->y = series->low = series->high =
          std::vector<double>(thresholds.size(), std::numeric_limits<double>::quiet_NaN());
    }
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
      if (key.threshold.empty() || key.threshold == thresholds[i])
        set_point(*series, i, line->all.*kind.value);
    }
  }
  return all;
}

std::vector<report::ReferenceLine> floor_levels(const ErrorPanel& panel, const ErrorKind& kind) {
  std::vector<report::ReferenceLine> levels;
  for (const evaluation::ErrorSummary* line : panel.lines) {
    if (evaluation::is_floor(line->configuration))
      levels.push_back({line->configuration.mechanism, (line->all.*kind.value).mean});
  }
  return levels;
}

report::Scale scale_for(const std::vector<report::ChartSeries>& all,
                        const std::vector<report::ReferenceLine>& levels) {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  const auto look_at = [&](double value) {
    if (std::isnan(value)) return;
    smallest = std::min(smallest, value);
    largest = std::max(largest, value);
  };
  for (const report::ChartSeries& series : all) std::ranges::for_each(series.y, look_at);
  for (const report::ReferenceLine& level : levels) look_at(level.value);
  return smallest > 0 && largest > kLogFrom * smallest ? report::Scale::log : report::Scale::linear;
}

template <class Chart>
Chart framed(const ErrorPanel& panel, const std::string& title, const std::string& stem, const char* x_label,
             const char* y_label) {
  Chart chart;
  chart.title = title;
  chart.file_stem = stem;
  chart.x_label = x_label;
  chart.y_label = y_label;
  if (panel.most_runs() > 1) chart.spread = "one standard deviation over " + panel.runs_text();
  return chart;
}

report::ReportItem threshold_chart(const ErrorPanel& panel, const ErrorKind& kind, const std::string& title,
                                   const std::string& stem) {
  const std::vector<std::string> thresholds = thresholds_of(panel);
  const auto numbers = numeric(thresholds);
  const std::string full_title = fmt::format("{}: {}", title, kind.long_name);
  const std::string file = stem + (kind.value == kMae.value ? "-mae" : "-mre");
  if (numbers && numbers->size() > 1) {
    auto chart = framed<report::LineChart>(panel, full_title, file, "sampling threshold t", kind.name);
    chart.x = *numbers;
    chart.series = series_by_threshold(panel, kind, thresholds);
    chart.levels = floor_levels(panel, kind);
    chart.y_scale = scale_for(chart.series, chart.levels);
    return chart;
  }
  auto chart = framed<report::BarChart>(panel, full_title, file, "sampling threshold t", kind.name);
  const std::vector<std::string> columns = thresholds.empty() ? std::vector<std::string>{"-"} : thresholds;
  for (const std::string& text : columns)
    chart.categories.push_back(text == "-" ? "no threshold" : "t = " + text);
  chart.series = series_by_threshold(panel, kind, columns);
  chart.levels = floor_levels(panel, kind);
  return chart;
}

/// For every series, its line with the smallest MAE.
std::vector<const evaluation::ErrorSummary*> best_lines(const ErrorPanel& panel) {
  std::vector<const evaluation::ErrorSummary*> best;
  for (const evaluation::ErrorSummary* line : panel.lines) {
    const std::string name = series_name(panel, line->configuration);
    const auto same = std::ranges::find_if(best, [&](const evaluation::ErrorSummary* other) {
      return series_name(panel, other->configuration) == name;
    });
    if (same == best.end()) {
      best.push_back(line);
    } else if (line->all.mae.mean < (*same)->all.mae.mean) {
      *same = line;
    }
  }
  return best;
}

report::BarChart part_chart(const ErrorPanel& panel, const std::string& title, const std::string& stem,
                            const char* x_label, const std::vector<std::string>& categories,
                            const std::vector<evaluation::ErrorPair> evaluation::ErrorSummary::*parts) {
  auto chart = framed<report::BarChart>(panel, title, stem, x_label, "MAE");
  chart.caption = "Every mechanism at the threshold where its MAE is smallest.";
  chart.categories = categories;
  for (const evaluation::ErrorSummary* line : best_lines(panel)) {
    // It would be a second grey bar; the numbers have it.
    if (line->configuration.mechanism == evaluation::kHopMedianName) continue;
    report::ChartSeries series = new_series(series_name(panel, line->configuration), line->configuration);
    series.y = series.low = series.high = std::vector<double>(categories.size());
    for (std::size_t i = 0; i < categories.size(); ++i) set_point(series, i, (line->*parts)[i].mae);
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// Whether some hop was not published in some run: otherwise there is nothing to show.
bool skips_hops(const evaluation::ErrorSummary* line) {
  return std::ranges::any_of(line->published, [](double share) { return share < 1; });
}

report::BarChart published_chart(const ErrorPanel& panel, const std::string& title, const std::string& stem,
                                 const std::vector<std::string>& hops) {
  auto chart = framed<report::BarChart>(panel, title, stem, "hop", "share of runs");
  chart.spread.clear();
  chart.caption = "A hop that is not published repeats the numbers of an earlier one.";
  chart.categories = hops;
  for (const evaluation::ErrorSummary* line : best_lines(panel)) {
    if (evaluation::is_floor(line->configuration)) continue;
    report::ChartSeries series = new_series(series_name(panel, line->configuration), line->configuration);
    series.y = line->published;
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// Nothing when no line has intervals.
std::vector<report::ReportItem> coverage_chart(const ErrorPanel& panel, const std::string& title,
                                               const std::string& stem,
                                               const std::vector<std::string>& hops) {
  auto chart = framed<report::BarChart>(panel, title, stem, "hop", "share of intervals");
  chart.categories = hops;
  for (const evaluation::ErrorSummary* line : panel.lines) {
    if (line->covered.empty()) continue;
    report::ChartSeries series = new_series(series_name(panel, line->configuration), line->configuration);
    series.y = series.low = series.high = std::vector<double>(hops.size());
    for (std::size_t i = 0; i < hops.size(); ++i) set_point(series, i, line->covered[i]);
    chart.series.push_back(std::move(series));
  }
  if (chart.series.empty()) return {};
  return {std::move(chart)};
}

/// Of the mechanism of a line, with its options.
mechanism::Guarantee guarantee_of(const evaluation::Configuration& key) {
  mechanism::MechanismOptions options;
  options.hops = key.hops;
  for (const auto& [name, value] : key.options) mechanism::set_option(options, name, value);
  return mechanism::find_mechanism(key.base_name).guarantee(options);
}

}  // namespace

std::string file_stem(const std::string& text) {
  std::string stem;
  for (const char c : text) {
    const bool kept = std::isalnum(static_cast<unsigned char>(c)) != 0;
    stem += kept ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '-';
  }
  return stem;
}

std::string ErrorPanel::runs_text() const {
  const std::uint64_t fewest =
      (*std::ranges::min_element(lines, {}, [](const evaluation::ErrorSummary* line) {
        return line->runs;
      }))->runs;
  const std::uint64_t most = most_runs();
  return fewest != most ? fmt::format("{} to {} runs", fewest, most) : plural(most, "run");
}

std::uint64_t ErrorPanel::most_runs() const {
  return (*std::ranges::max_element(lines, {},
                                    [](const evaluation::ErrorSummary* line) { return line->runs; }))
      ->runs;
}

std::vector<ErrorPanel> error_panels(const std::vector<evaluation::ErrorSummary>& lines) {
  std::vector<ErrorPanel> panels;
  const auto same_setting = [](const ErrorPanel& panel, const evaluation::ErrorSummary& line) {
    return panel.graph == line.graph && panel.prefs == line.prefs && panel.hops == line.configuration.hops;
  };
  const auto add_panel_of = [&](const evaluation::ErrorSummary& line) {
    const std::string& postprocess = line.configuration.postprocess;
    const bool known = std::ranges::any_of(panels, [&](const ErrorPanel& panel) {
      return same_setting(panel, line) && (postprocess.empty() || panel.postprocess == postprocess);
    });
    if (!known) panels.push_back({line.graph, line.prefs, line.configuration.hops, postprocess, {}});
  };
  // Lines without post-processing belong to every panel of their setting, and have one of their own only
  // where there is no other.
  for (const evaluation::ErrorSummary& line : lines)
    if (!line.configuration.postprocess.empty()) add_panel_of(line);
  for (const evaluation::ErrorSummary& line : lines) add_panel_of(line);
  for (ErrorPanel& panel : panels) {
    for (const evaluation::ErrorSummary& line : lines) {
      const std::string& postprocess = line.configuration.postprocess;
      if (same_setting(panel, line) && (postprocess.empty() || panel.postprocess == postprocess))
        panel.lines.push_back(&line);
    }
  }
  return panels;
}

std::vector<report::ReportItem> threshold_charts(const ErrorPanel& panel, const std::string& title,
                                                 const std::string& stem) {
  if (thresholds_of(panel).size() < 2) return {};  // the ranking says it all
  return {threshold_chart(panel, kMae, title, stem), threshold_chart(panel, kMre, title, stem)};
}

report::Ranking error_ranking(const ErrorPanel& panel, const std::string& title, const std::string& stem) {
  constexpr double kCutAtZeros = 2.5;
  report::Ranking ranking;
  ranking.title = title + ": error of each mechanism";
  ranking.file_stem = stem + "-ranking";
  ranking.unit = "Mean absolute error of a count (MAE)";
  if (!thresholds_of(panel).empty())
    ranking.caption = "The paper's mechanisms at the sampling threshold t where their error is smallest.";
  for (const evaluation::ErrorSummary* line : best_lines(panel)) {
    const evaluation::Configuration& key = line->configuration;
    if (key.mechanism == evaluation::kZerosName) ranking.line = {"publishing zeros", line->all.mae.mean};
    if (evaluation::is_floor(key)) continue;
    const report::ChartSeries series = new_series(series_name(panel, key), key);
    const mechanism::Guarantee guarantee = guarantee_of(key);
    const bool proved = guarantee.status == mechanism::GuaranteeStatus::kProved;
    ranking.rows.push_back({series.name, line->all.mae.mean,
                            report::Badge{"privacy " + mechanism::status_text(guarantee.status),
                                          proved ? report::Tone::good : report::Tone::bad},
                            series.like});
  }
  std::ranges::stable_sort(ranking.rows, {}, &report::Ranking::Row::value);
  if (ranking.line) ranking.cut_at = kCutAtZeros * ranking.line->value;
  return ranking;
}

report::ReportTable error_numbers(const ErrorPanel& panel, const std::string& stem) {
  report::ReportTable table;
  table.caption = "The numbers: mean errors over users and hops";
  table.note =
      "MAE: mean absolute error of a count. MRE: mean error relative to the true count (at least 1). t: the "
      "sampling "
      "threshold of the paper's mechanisms. zeros: publishing 0 for everybody; hop-median: the true median "
      "of each "
      "hop, which is not private. literal: the algorithm as printed. eli-relative: eli with --optimise "
      "relative.";
  table.file_stem = stem + "-numbers";
  table.columns = {{"Mechanism"},
                   {"t", report::Align::right},
                   {"MAE", report::Align::right},
                   {"MRE", report::Align::right}};
  for (const evaluation::ErrorSummary* line : panel.lines) {
    const std::string& threshold = line->configuration.threshold;
    table.rows.push_back({{series_name(panel, line->configuration)},
                          {threshold.empty() ? "-" : threshold},
                          {fmt::format("{:.3g}", line->all.mae.mean)},
                          {fmt::format("{:.3g}", line->all.mre.mean)}});
  }
  return table;
}

std::vector<std::string> mechanism_palette() {
  std::vector<std::string> names;
  for (const mechanism::MechanismInfo& mechanism : mechanism::mechanisms()) names.push_back(mechanism.name);
  return names;
}

std::vector<report::ReportItem> detail_charts(const ErrorPanel& panel, const std::string& title,
                                              const std::string& stem) {
  std::vector<std::string> hops;
  for (unsigned hop = 1; hop <= panel.hops; ++hop) hops.push_back(fmt::to_string(hop));
  std::vector<report::ReportItem> charts;
  if (panel.hops > 1) {
    charts.emplace_back(part_chart(panel, title + ": error per hop", stem + "-by-hop", "hop", hops,
                                   &evaluation::ErrorSummary::by_hop));
  }
  if (panel.lines.front()->levels.size() > 1) {
    charts.emplace_back(part_chart(panel, title + ": error per preference", stem + "-by-level",
                                   "epsilon of the user", panel.lines.front()->levels,
                                   &evaluation::ErrorSummary::by_level));
  }
  if (std::ranges::any_of(panel.lines, skips_hops))
    charts.emplace_back(
        published_chart(panel, title + ": how often each hop was published", stem + "-published", hops));
  for (report::ReportItem& chart :
       coverage_chart(panel, title + ": how often intervals hold the true count", stem + "-coverage", hops))
    charts.push_back(std::move(chart));
  return charts;
}

}  // namespace hopveil::cli
