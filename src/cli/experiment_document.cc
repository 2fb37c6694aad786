// SPDX-License-Identifier: Apache-2.0
#include "cli/experiment_document.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "base/build_info.h"
#include "base/clock.h"
#include "base/plural.h"
#include "base/version.h"
#include "cli/command_line.h"
#include "cli/error_charts.h"
#include "cli/folders.h"
#include "report/html.h"
#include "report/svg.h"

namespace hopveil::cli {
namespace {

void append(std::vector<report::ReportItem>& items, std::vector<report::ReportItem> more) {
  std::ranges::move(more, std::back_inserter(items));
}

/// "The smallest mean absolute error of a count (MAE) is that of deba: 16.2, which is 1.07 times that of
/// publishing zeros (15.2)."
std::string best_against_zeros(const ErrorPanel& panel) {
  const evaluation::ErrorSummary* best = nullptr;
  double zeros = std::numeric_limits<double>::quiet_NaN();
  for (const evaluation::ErrorSummary* line : panel.lines) {
    if (line->configuration.mechanism == evaluation::kZerosName) zeros = line->all.mae.mean;
    if (evaluation::is_floor(line->configuration)) continue;
    if (best == nullptr || line->all.mae.mean < best->all.mae.mean) best = line;
  }
  if (best == nullptr) return "";
  const std::string at =
      best->configuration.threshold.empty() ? "" : " at t = " + best->configuration.threshold;
  const std::string smallest =
      fmt::format("The smallest mean absolute error of a count (MAE) is that of {}{}: {:.3g}",
                  best->configuration.mechanism, at, best->all.mae.mean);
  if (!(zeros > 0)) return smallest + "; publishing zeros is exact here.";
  return fmt::format("{}, which is {:.2f} times that of publishing zeros ({:.3g}).", smallest,
                     best->all.mae.mean / zeros, zeros);
}

std::string postprocess_words(const std::string& postprocess) {
  if (postprocess == "clamp") return "values moved into the range of counts";
  return "values as the mechanisms give them";
}

bool several_postprocesses(const std::vector<ErrorPanel>& panels) {
  return std::ranges::any_of(panels, [&](const ErrorPanel& panel) {
    return !panel.postprocess.empty() && panel.postprocess != panels.front().postprocess;
  });
}

report::ReportSection panel_section(const ErrorPanel& panel, const std::string& heading,
                                    const std::string& stem) {
  report::ReportSection section{heading, best_against_zeros(panel), {}};
  section.items.emplace_back(error_ranking(panel, heading, stem));
  append(section.items, threshold_charts(panel, heading, stem));
  append(section.items, detail_charts(panel, heading, stem));
  section.items.emplace_back(error_numbers(panel, stem));
  return section;
}

report::Tone tone_of(evaluation::Verdict verdict) {
  switch (verdict) {
    case evaluation::Verdict::kHolds:
      return report::Tone::good;
    case evaluation::Verdict::kDirectionOnly:
      return report::Tone::partly;
    case evaluation::Verdict::kDoesNotHold:
      return report::Tone::bad;
  }
  return report::Tone::neutral;
}

/// "DUBA-LF outperforms DEBA in MAE by up to 5.0%", "With growing t the MAE of DEBA: falls".
std::string claim_text(const evaluation::ClaimFinding& claim) {
  if (claim.paper == "best") return claim.claim;
  const bool goes_on = claim.claim.find("by up to") != std::string::npos;
  return claim.claim + (goes_on ? " " : ": ") + claim.paper;
}

report::ReportSection claims_section(const std::vector<evaluation::ClaimFinding>& claims) {
  report::ReportTable table;
  table.caption =
      "Each claim of the paper under the four choices that it leaves open, and the verdict under the best";
  table.file_stem = "claims";
  table.columns = {{"Verdict"}, {"Claim of the paper", report::Align::text}};
  for (const evaluation::Variant& variant : evaluation::paper_variants())
    table.columns.push_back({variant.text()});
  for (const evaluation::ClaimFinding& claim : claims) {
    std::vector<report::TableCell> row = {
        {evaluation::verdict_text(claim.verdict()), tone_of(claim.verdict())},
        {fmt::format("Figure {}: {}", claim.figure, claim_text(claim))}};
    for (const evaluation::VariantFinding& finding : claim.variants) {
      row.push_back({finding.found, std::nullopt, finding.distance <= claim.closest().distance});
    }
    table.rows.push_back(std::move(row));
  }
  report::ReportSection section{
      "The paper's claims",
      "A number holds when ours is within five points or a quarter of it; an order holds when it "
      "is so at every threshold (differences below two standard errors do not count), and in "
      "direction when at more than half of them. The paper leaves two choices open: two places of DUBA-LF "
      "are "
      "read as consistent with its proof or literally as printed (E3, E4), and values outside of the range "
      "of "
      "counts are kept (none) or moved into it (clamp). Marked: the choice that comes closest.",
      {}};
  section.items.emplace_back(std::move(table));
  return section;
}

report::ReportSection table_one_section(const std::vector<TableOneEntry>& entries) {
  report::ReportTable table;
  table.caption = "Table I beside what the files give";
  table.file_stem = "table1";
  table.columns = {
      {"Verdict"}, {"Data"}, {"Column"}, {"Paper", report::Align::right}, {"Ours", report::Align::right}};
  for (const TableOneEntry& entry : entries) {
    table.rows.push_back(
        {{entry.verdict == evaluation::Verdict::kHolds ? "equal" : "differs", tone_of(entry.verdict)},
         {entry.data},
         {entry.column},
         {entry.paper},
         {entry.ours}});
  }
  return {"Table I: the data sets", "", {std::move(table)}};
}

report::KeyFigures verdict_figures(const std::vector<evaluation::ClaimFinding>& claims) {
  report::KeyFigures figures;
  for (const evaluation::Verdict verdict : {evaluation::Verdict::kHolds, evaluation::Verdict::kDirectionOnly,
                                            evaluation::Verdict::kDoesNotHold}) {
    const auto count = std::ranges::count(claims, verdict, &evaluation::ClaimFinding::verdict);
    figures.figures.push_back({evaluation::verdict_text(verdict), fmt::to_string(count),
                               fmt::format("of {} claims", claims.size()), tone_of(verdict)});
  }
  return figures;
}

const ErrorPanel* find_panel(const std::vector<ErrorPanel>& panels, const evaluation::PaperFigure& figure,
                             std::string_view postprocess) {
  for (const ErrorPanel& panel : panels) {
    if (panel.graph == figure.data->title && panel.hops == figure.hops && panel.postprocess == postprocess)
      return &panel;
  }
  return nullptr;
}

std::string figure_heading(const evaluation::PaperFigure& figure) {
  return fmt::format("Figure {}: {}, {}", figure.number, figure.data->title, plural(figure.hops, "hop"));
}

report::ReportSection clamped_section(const std::vector<evaluation::PaperFigure>& figures,
                                      const std::vector<ErrorPanel>& panels) {
  report::ReportSection section{
      "The figures again, clamped",
      "The paper does not say what happens to values below 0 or above the number of public users "
      "(E9). Here they are moved into that range.",
      {}};
  for (const evaluation::PaperFigure& figure : figures) {
    if (const ErrorPanel* panel = find_panel(panels, figure, "clamp"))
      append(section.items,
             threshold_charts(*panel, figure_heading(figure), fmt::format("fig{}-clamped", figure.number)));
  }
  return section;
}

}  // namespace

Provenance provenance(std::uint64_t seed, std::uint64_t runs, const std::string& effort) {
  Provenance made_by = {{"program", fmt::format("hopveil {} ({})", kVersion, build_commit())},
                        {"command", command_line()},
                        {"made", utc_now()},
                        {"seed", fmt::to_string(seed)},
                        {"runs", fmt::to_string(runs)}};
  if (!effort.empty()) made_by.emplace_back("effort", effort);
  return made_by;
}

report::ReportDocument experiment_document(const std::vector<evaluation::ErrorSummary>& lines,
                                           Provenance made_by) {
  report::ReportDocument document;
  const std::vector<ErrorPanel> panels = error_panels(lines);
  document.title = "Errors of published counts";
  if (!panels.empty()) {
    document.title += " on the network " + panels.front().graph;
    document.lead = best_against_zeros(panels.front()) + " ";
  }
  document.lead += "A mechanism whose bar reaches beyond the line of zeros publishes nothing useful.";
  document.palette = mechanism_palette();
  document.badge = report::Badge{"an experiment: made from exact counts, NOT private", report::Tone::bad};
  for (const ErrorPanel& panel : panels) {
    std::string heading =
        fmt::format("{}, {}, preferences {}", panel.graph, plural(panel.hops, "hop"), panel.prefs);
    const std::string stem =
        file_stem(fmt::format("{} {} {} {}", panel.graph, panel.hops, panel.prefs, panel.postprocess));
    if (several_postprocesses(panels)) heading += ", " + postprocess_words(panel.postprocess);
    document.sections.push_back(panel_section(panel, heading, stem));
    if (panels.size() == 1) document.sections.back().intro.clear();  // the page begins with it
  }
  document.provenance = std::move(made_by);
  return document;
}

report::ReportDocument reproduction_document(const std::vector<evaluation::PaperFigure>& figures,
                                             const std::vector<evaluation::ErrorSummary>& lines,
                                             const std::vector<evaluation::ClaimFinding>& claims,
                                             const std::vector<TableOneEntry>& table_one,
                                             Provenance made_by) {
  report::ReportDocument document;
  document.title = "Reproducing the paper";
  for (const std::string& sentence : evaluation::claims_summary(claims))
    document.lead.append(document.lead.empty() ? "" : " ").append(sentence);
  document.lead +=
      " Li et al., Release Connection Fingerprints in Social Networks Using Personalized Differential "
      "Privacy: "
      "its Table I, its figures 1 to 6 and its claims.";
  document.palette = mechanism_palette();
  document.badge = report::Badge{"an experiment: made from exact counts, NOT private", report::Tone::bad};
  document.sections.push_back({"At a glance", "", {verdict_figures(claims)}});
  document.sections.push_back(claims_section(claims));
  const std::vector<ErrorPanel> panels = error_panels(lines);
  for (const evaluation::PaperFigure& figure : figures) {
    if (const ErrorPanel* panel = find_panel(panels, figure, "none"))
      document.sections.push_back(
          panel_section(*panel, figure_heading(figure), fmt::format("fig{}", figure.number)));
  }
  document.sections.push_back(clamped_section(figures, panels));
  document.sections.push_back(table_one_section(table_one));
  document.provenance = std::move(made_by);
  return document;
}

void write_report(const report::ReportDocument& document, const std::string& path,
                  const std::string& figures_folder) {
  write_text_file(path, report::render_html(document));
  if (figures_folder.empty()) return;
  make_folder(figures_folder);
  for (const auto& [name, svg] : report::render_figures(document)) {
    write_text_file(fmt::format("{}/{}", figures_folder, name), svg);
  }
}

}  // namespace hopveil::cli
