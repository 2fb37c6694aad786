// SPDX-License-Identifier: Apache-2.0
#include "cli/claims_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/csv.h"

namespace hopveil::cli {
namespace {

const char* verdict_colour(evaluation::Verdict verdict) {
  switch (verdict) {
    case evaluation::Verdict::kHolds:
      return "\x1b[32m";
    case evaluation::Verdict::kDirectionOnly:
      return "\x1b[33m";
    case evaluation::Verdict::kDoesNotHold:
      return "\x1b[31m";
  }
  return "";
}

}  // namespace

std::string claims_table(const std::vector<evaluation::ClaimFinding>& claims, bool colour) {
  std::string out;
  unsigned figure = 0;
  for (const evaluation::ClaimFinding& claim : claims) {
    if (claim.figure != figure) out += fmt::format("Figure {}\n", figure = claim.figure);
    const evaluation::VariantFinding& closest = claim.closest();
    const evaluation::Verdict verdict = claim.verdict();
    out += fmt::format("  {}{:<24}{} {}: {}; ours: {} ({})\n", colour ? verdict_colour(verdict) : "",
                       evaluation::verdict_text(verdict), colour ? "\x1b[0m" : "", claim.claim, claim.paper,
                       closest.found, closest.variant.text());
  }
  return out;
}

std::string claims_csv(const std::vector<evaluation::ClaimFinding>& claims) {
  std::string out = "figure,claim,paper,reading,postprocess,ours,verdict,closest\n";
  for (const evaluation::ClaimFinding& claim : claims) {
    for (const evaluation::VariantFinding& finding : claim.variants) {
      out += fmt::format("{},", claim.figure);
      io::append_csv_field(claim.claim, out);
      out += ',';
      io::append_csv_field(claim.paper, out);
      out += fmt::format(",{},{},", finding.variant.reading, finding.variant.postprocess);
      io::append_csv_field(finding.found, out);
      out += fmt::format(",{},{}\n", evaluation::verdict_text(finding.verdict),
                         finding.distance <= claim.closest().distance ? "yes" : "no");
    }
  }
  return out;
}

}  // namespace hopveil::cli
