// SPDX-License-Identifier: Apache-2.0
#include "io/table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/harmless_text.h"
#include "io/csv.h"
#include "io/id_text.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kFlushSize = std::size_t{1} << 16;

void append_number(std::int64_t number, std::string& out) {
  std::array<char, 20> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

template <class Count>
class TableWriter {
 public:
  TableWriter(const UserIds& ids, const CountColumns<Count>& columns, TableFormat format, const TextSink& out)
      : ids_(ids), columns_(columns), is_json_(format == TableFormat::kJson), sink_(out) {
    for (const std::string_view kind : {"hop", "range"}) {
      if (kind == "range" && !columns.cumulative) continue;
      for (std::size_t k = 1; k <= columns.hops.size(); ++k) names_.push_back(fmt::format("{}_{}", kind, k));
    }
    for (std::size_t k = 1; k <= columns.low.size(); ++k) {
      names_.push_back(fmt::format("hop_{}_low", k));
      names_.push_back(fmt::format("hop_{}_high", k));
    }
  }

  void write(std::span<const NodeId> users) {
    begin_table();
    for (std::size_t row = 0; row < users.size(); ++row) {
      append_row(users[row], row);
      out_ += is_json_ && row + 1 < users.size() ? ",\n" : "\n";
      if (out_.size() >= kFlushSize) flush();
    }
    if (is_json_) out_ += "]\n";
    flush();
  }

 private:
  void begin_table() {
    out_ = is_json_ ? "[" : "user";
    if (!is_json_)
      for (const std::string& name : names_) out_ += "," + name;
    out_ += '\n';
  }

  void append_row(NodeId user, std::size_t row) {
    id_.clear();
    ids_.append_text(user, id_);
    if (is_json_) {
      out_ += "{\"user\": ";
      append_json_string(id_, out_);
    } else {
      append_csv_field(id_, out_);
    }
    column_ = 0;
    for (const auto& hop : columns_.hops) append_count(static_cast<std::int64_t>(hop[row]));
    if (columns_.cumulative) {
      std::int64_t sum = 0;
      for (const auto& hop : columns_.hops) append_count(sum += static_cast<std::int64_t>(hop[row]));
    }
    for (std::size_t k = 0; k < columns_.low.size(); ++k) {
      append_count(static_cast<std::int64_t>(columns_.low[k][row]));
      append_count(static_cast<std::int64_t>(columns_.high[k][row]));
    }
    if (is_json_) out_ += '}';
  }

  void append_count(std::int64_t count) {
    if (is_json_) {
      out_ += ", \"";
      out_ += names_[column_++];
      out_ += "\": ";
    } else {
      out_ += ',';
    }
    append_number(count, out_);
  }

  void flush() {
    sink_(out_);
    out_.clear();
  }

  const UserIds& ids_;
  const CountColumns<Count>& columns_;
  bool is_json_;
  const TextSink& sink_;
  std::vector<std::string> names_;
  std::size_t column_ = 0;
  std::string id_;
  std::string out_;
};

template <class Count>
void write_table(const UserIds& ids, std::span<const NodeId> users, const CountColumns<Count>& columns,
                 TableFormat format, const TextSink& out) {
  check(columns.low.size() == columns.high.size(), "a table's intervals lack an end");
  for (const auto* group : {&columns.hops, &columns.low, &columns.high}) {
    for (const auto& column : *group) {
      check(column.size() == users.size(), "a table's column does not have a row per user");
    }
  }
  TableWriter<Count>(ids, columns, format, out).write(users);
}

}  // namespace

void write_count_table(const UserIds& ids, std::span<const NodeId> users,
                       const CountColumns<std::uint32_t>& columns, TableFormat format, const TextSink& out) {
  write_table(ids, users, columns, format, out);
}

void write_count_table(const UserIds& ids, std::span<const NodeId> users,
                       const CountColumns<std::int64_t>& columns, TableFormat format, const TextSink& out) {
  write_table(ids, users, columns, format, out);
}

void append_json_string(std::string_view value, std::string& out) {
  out += '"';
  while (!value.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(value), 1);
    const char32_t code = utf8_code(value.substr(0, length));
    if (code == '"' || code == '\\') {
      out += '\\';
      out += value[0];
    } else if (is_disturbing_character(code) && code < 0x10000) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    } else {
      out += value.substr(0, length);
    }
    value.remove_prefix(length);
  }
  out += '"';
}

bool runs_as_formula(std::string_view field) {
  // The last four are the full-width forms, which spreadsheets set to some languages take for the first four.
  constexpr std::array<std::string_view, 8> kSigns = {"=",      "+",      "-",      "@",
                                                      "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};
  for (std::size_t i = 0; i < kSigns.size(); ++i) {
    if (!field.starts_with(kSigns[i])) continue;
    const std::string_view rest = field.substr(kSigns[i].size());
    return !rest.empty() && (i % 4 == 0 || rest.find_first_of("(!|=") != std::string_view::npos);
  }
  return false;
}

void refuse_formulas(const UserIds& ids, std::span<const NodeId> users) {
  std::string name;
  std::size_t count = 0;
  std::string first;
  for (const NodeId user : users) {
    name.clear();
    ids.append_text(user, name);
    if (runs_as_formula(name) && count++ == 0) first = name;
  }
  if (count == 0) return;
  throw InputError(fmt::format("{} in the table, such as {}, would run as {} when a spreadsheet opens it",
                               count == 1 ? "a name" : fmt::format("{} names", count), shown(first),
                               count == 1 ? "a formula" : "formulas"),
                   "write json (--json), or accept it with --allow-formulas",
                   "Names are written exactly as they are, so that tables can be joined.");
}

}  // namespace hopveil::io
