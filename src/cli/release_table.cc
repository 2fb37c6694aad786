#include "cli/release_table.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>

namespace hopveil {
namespace {

std::vector<std::size_t> rows_by_id(const UserIds& ids, std::span<const NodeId> users) {
  std::vector<std::size_t> rows(users.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (ids.numeric()) {
    std::ranges::sort(rows, {}, [&](std::size_t row) { return ids.numbers()[users[row]]; });
  } else {
    std::ranges::sort(rows, {}, [&](std::size_t row) { return ids.text(users[row]); });
  }
  return rows;
}

}  // namespace

RowOrder parse_row_order(const std::string& text) {
  if (text == "appearance") return RowOrder::kAppearance;
  if (text == "id") return RowOrder::kId;
  throw InputError(fmt::format("--order \"{}\" is unknown", text), "it is appearance or id");
}

void write_released_table(const UserIds& ids, std::span<const NodeId> users, const ReleasedCounts& counts,
                          const ReleaseTableFormat& format, OutputFile& file) {
  CountColumns<std::int64_t> columns;
  columns.cumulative = format.cumulative;
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    columns.hops.push_back(counts.hop(hop));
    if (!counts.with_intervals()) continue;
    columns.low.push_back(counts.low(hop));
    columns.high.push_back(counts.high(hop));
  }
  if (format.order == RowOrder::kAppearance)
    return write_count_table(ids, users, columns, format.format, file);

  const std::vector<std::size_t> rows = rows_by_id(ids, users);
  std::vector<NodeId> sorted_users(rows.size());
  for (std::size_t place = 0; place < rows.size(); ++place) sorted_users[place] = users[rows[place]];
  std::deque<std::vector<std::int64_t>> sorted;  // a deque: its elements stay where they are
  for (auto* group : {&columns.hops, &columns.low, &columns.high}) {
    for (std::span<const std::int64_t>& column : *group) {
      std::vector<std::int64_t>& copy = sorted.emplace_back(rows.size());
      for (std::size_t place = 0; place < rows.size(); ++place) copy[place] = column[rows[place]];
      column = copy;
    }
  }
  write_count_table(ids, sorted_users, columns, format.format, file);
}

}  // namespace hopveil
