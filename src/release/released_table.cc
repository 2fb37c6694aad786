// SPDX-License-Identifier: Apache-2.0
#include "release/released_table.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>

namespace hopveil::release {
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

const char* times(unsigned hops) {
  return hops == 1 ? "hop" : "hops";
}

}  // namespace

RowOrder parse_row_order(const std::string& text) {
  if (text == "appearance") return RowOrder::kAppearance;
  if (text == "id") return RowOrder::kId;
  throw InputError(fmt::format("--order \"{}\" is unknown", text), "it is appearance or id");
}

std::string row_order_text(RowOrder order) {
  return order == RowOrder::kId ? "id" : "appearance";
}

namespace {

/// `whose` rows there are, and `whom` they count.
std::vector<ColumnDescription> columns_of(const ReleasedCounts& counts, const ReleaseTableFormat& format,
                                          std::string_view whose, std::string_view whom) {
  std::vector<ColumnDescription> columns = {{"user", "string", fmt::format("a {} user's id", whose)}};
  const auto add = [&](std::string name, std::string meaning) {
    columns.push_back({std::move(name), "integer", std::move(meaning)});
  };
  for (unsigned k = 1; k <= counts.hops(); ++k) {
    add(fmt::format("hop_{}", k), fmt::format("{} users exactly {} {} away, with noise", whom, k, times(k)));
  }
  if (format.cumulative) {
    for (unsigned k = 1; k <= counts.hops(); ++k)
      add(fmt::format("range_{}", k), fmt::format("the sum of hop_1 to hop_{}", k));
  }
  if (counts.with_intervals()) {
    for (unsigned k = 1; k <= counts.hops(); ++k) {
      add(fmt::format("hop_{}_low", k), fmt::format("where the interval around hop_{} begins", k));
      add(fmt::format("hop_{}_high", k), fmt::format("where the interval around hop_{} ends", k));
    }
  }
  return columns;
}

}  // namespace

std::vector<ColumnDescription> released_columns(const ReleasedCounts& counts,
                                                const ReleaseTableFormat& format) {
  return columns_of(counts, format, "private", "public");
}

std::vector<ColumnDescription> reach_columns(const ReleasedCounts& reach, const ReleaseTableFormat& format) {
  return columns_of(reach, format, "public", "private");
}

void write_released_table(const UserIds& ids, std::span<const NodeId> users, const ReleasedCounts& counts,
                          const ReleaseTableFormat& format, const io::TextSink& out) {
  io::CountColumns<std::int64_t> columns;
  columns.cumulative = format.cumulative;
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    columns.hops.push_back(counts.hop(hop));
    if (!counts.with_intervals()) continue;
    columns.low.push_back(counts.low(hop));
    columns.high.push_back(counts.high(hop));
  }
  if (format.order == RowOrder::kAppearance)
    return io::write_count_table(ids, users, columns, format.format, out);

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
  io::write_count_table(ids, sorted_users, columns, format.format, out);
}

}  // namespace hopveil::release
