// SPDX-License-Identifier: Apache-2.0
#include "report/html.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/sha256.h"
#include "report/assets.h"
#include "report/check_document.h"
#include "report/html_items.h"
#include "report/page_data.h"
#include "report/series_style.h"
#include "report/text.h"

namespace hopveil::report {
namespace {

/// The page's icon: two users in sight and one behind the veil.
constexpr std::string_view kLogo =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\" width=\"28\" height=\"28\" "
    "aria-hidden=\"true\">"
    "<path d=\"M7 23 16 9l9 14\" fill=\"none\" stroke=\"#7c8794\" stroke-width=\"2\"/>"
    "<circle cx=\"7\" cy=\"23\" r=\"4.5\" fill=\"#1478cc\"/><circle cx=\"16\" cy=\"9\" r=\"4.5\" "
    "fill=\"#1478cc\"/>"
    "<circle cx=\"25\" cy=\"23\" r=\"4.5\" fill=\"none\" stroke=\"#d0417f\" stroke-width=\"2\" "
    "stroke-dasharray=\"3 2\"/></svg>";

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8U | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += at + i > bytes.size() ? '=' : kDigits[group >> (18 - 6 * i) & 63U];
  }
  return text;
}

/// The source expression by which a security policy lets exactly this script or style through.
std::string policy_hash(std::string_view content) {
  Sha256 checksum;
  checksum.update(content);
  const std::string hex = checksum.hex();
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return "'sha256-" + base64(bytes) + "'";
}

/// The series colours as variables of the style sheet, so that they are written down in one place.
std::string colour_variables() {
  std::string light;
  std::string dark;
  for (std::size_t i = 0; i < kSeriesColours.size(); ++i) {
    light += fmt::format("--s{}:{};", i, kSeriesColours[i].light);
    dark += fmt::format("--s{}:{};", i, kSeriesColours[i].dark);
  }
  light += fmt::format("--ref:{};", kReferenceColour.light);
  dark += fmt::format("--ref:{};", kReferenceColour.dark);
  return fmt::format(":root{{{0}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{1}}}}}\n", light,
                     dark);
}

std::string chart_js_version() {
  constexpr std::string_view kBefore = "Chart.js v";
  const std::size_t found = kChartJs.find(kBefore);
  if (found == std::string_view::npos) return "of unknown version";
  const std::string_view version = kChartJs.substr(found + kBefore.size());
  return std::string(version.substr(0, version.find_first_not_of("0123456789.")));
}

/// Our script's parts as one function, so that its names are its own.
std::string report_script() {
  std::string script = "(() => {\n\"use strict\";\n";
  for (const std::string_view part : {kBaseJs, kMarksJs, kPanelJs, kSwitchesJs, kExplorerJs, kPageJs})
    script += part;
  return script + "})();\n";
}

/// Everything is refused except what is in this file, by its checksum: no request, no script from elsewhere.
std::string policy(std::string_view style) {
  return fmt::format(
      "default-src 'none'; script-src {} {}; style-src {}; img-src data:; base-uri 'none'; form-action "
      "'none'",
      policy_hash(kChartJs), policy_hash(report_script()), policy_hash(style));
}

std::string head_html(const ReportDocument& document) {
  const std::string style = colour_variables() + std::string(kReportCss);
  return fmt::format(
      "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" "
      "content=\"no-referrer\">\n"
      "<title>{}</title>\n<link rel=\"icon\" "
      "href=\"data:image/svg+xml;base64,{}\">\n<style>{}</style>\n</head>\n",
      escape_markup(document.language), policy(style), escape_markup(document.title), base64(kLogo), style);
}

struct NamedSection {
  std::string fragment;
  const ReportSection* section = nullptr;
};

std::vector<NamedSection> name_sections(const ReportDocument& document) {
  std::set<std::string> used = {"made", "content", "report-data"};
  std::vector<NamedSection> named;
  for (const ReportSection& section : document.sections) {
    const std::string base = fragment_name(section.heading);
    std::string fragment = base;
    for (int copy = 2; !used.insert(fragment).second; ++copy) fragment = fmt::format("{}-{}", base, copy);
    named.push_back({fragment, &section});
  }
  return named;
}

std::string rail_html(const ReportDocument& document, const std::vector<NamedSection>& sections) {
  std::string html =
      "<div class=\"rail\">\n<nav aria-label=\"Contents\"><details class=\"fold\" "
      "open><summary>Contents</summary><ol>\n";
  for (const NamedSection& one : sections)
    html +=
        fmt::format("<li><a href=\"#{}\">{}</a></li>\n", one.fragment, escape_markup(one.section->heading));
  html += "<li><a href=\"#made\">How it was made</a></li>\n</ol></details></nav>\n";
  html += fmt::format(
      "<section class=\"switches\" aria-label=\"Shown in all charts\" hidden><details class=\"fold\" open>"
      "<summary>{}</summary><div class=\"names\"></div></details></section>\n",
      escape_markup(document.switch_label));
  return html + "</div>\n";
}

std::string provenance_html(const ReportDocument& document) {
  std::string html =
      "<section id=\"made\" aria-labelledby=\"made-title\">\n<h2 id=\"made-title\">How it was made</h2>\n"
      "<dl class=\"made\">\n";
  for (const auto& [key, value] : document.provenance)
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape_markup(key), escape_markup(value));
  html += fmt::format(
      "<dt>Charts</dt><dd>Chart.js {}, MIT License<details><summary>Licence "
      "text</summary><div>{}</div></details></dd>\n"
      "</dl>\n</section>\n",
      chart_js_version(), paragraphs(kChartJsLicence));
  return html;
}

std::string header_html(const ReportDocument& document) {
  return fmt::format(
      "<header class=\"masthead\"><p class=\"brand\">{}hopveil</p>\n<h1>{}</h1>\n{}<div "
      "class=\"lead\">{}</div></header>\n",
      kLogo, escape_markup(document.title),
      document.badge ? "<p class=\"status\">" + badge_html(*document.badge) + "</p>\n" : "",
      paragraphs(document.lead));
}

}  // namespace

std::string render_html(const ReportDocument& document) {
  check_document(document);
  const SeriesStyles styles(document);
  const std::vector<NamedSection> sections = name_sections(document);
  std::string html = head_html(document);
  html += "<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n" + header_html(document);
  html +=
      "<div class=\"layout\">\n" + rail_html(document, sections) + "<main id=\"content\" tabindex=\"-1\">\n";
  for (const NamedSection& one : sections) {
    html += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}",
        one.fragment, escape_markup(one.section->heading),
        one.section->intro.empty() ? ""
                                   : "<div class=\"intro\">" + paragraphs(one.section->intro) + "</div>\n");
    html += items_html(*one.section, styles) + "</section>\n";
  }
  html += provenance_html(document) +
          "<p class=\"unseen\" id=\"spoken\" aria-live=\"polite\"></p>\n</main>\n</div>\n";
  html += fmt::format(
      "<script type=\"application/json\" id=\"report-data\">{}</script>\n<script>{}</script>\n"
      "<script>{}</script>\n</body>\n</html>\n",
      page_data(document, styles), kChartJs, report_script());
  return html;
}

}  // namespace hopveil::report
