// SPDX-License-Identifier: Apache-2.0
#include "cli/table_one.h"

#include <fmt/format.h>

namespace hopveil::cli {
namespace {

TableOneEntry entry(const evaluation::PaperDataSet& data, std::string column, std::string paper,
                    std::string ours) {
  const evaluation::Verdict verdict =
      paper == ours ? evaluation::Verdict::kHolds : evaluation::Verdict::kDoesNotHold;
  return {std::string(data.title), std::move(column), std::move(paper), std::move(ours), verdict};
}

/// With as many digits behind the point as the paper gives.
std::string density_text(double density, std::string_view like) {
  const std::size_t point = like.find('.');
  return fmt::format("{:.{}f}%", 100 * density,
                     point == std::string_view::npos ? 0 : like.size() - point - 1);
}

}  // namespace

std::vector<TableOneEntry> compare_table_one(const evaluation::PaperDataSet& data,
                                             const NetworkFacts& facts) {
  return {entry(data, "nodes", fmt::to_string(data.nodes), fmt::to_string(facts.nodes)),
          entry(data, "edges", fmt::to_string(data.edges), fmt::to_string(facts.edges)),
          entry(data, "diameter", fmt::to_string(data.diameter), fmt::to_string(facts.diameter.value_or(0))),
          entry(data, "density", fmt::format("{}%", data.density_percent),
                density_text(facts.density, data.density_percent)),
          entry(data, "public users", fmt::to_string(data.public_users), fmt::to_string(facts.public_users))};
}

std::string table_one_csv(const std::vector<TableOneEntry>& entries) {
  std::string out = "data,column,paper,ours,verdict\n";
  for (const TableOneEntry& one : entries) {
    out += fmt::format("{},{},{},{},{}\n", one.data, one.column, one.paper, one.ours,
                       evaluation::verdict_text(one.verdict));
  }
  return out;
}

}  // namespace hopveil::cli
