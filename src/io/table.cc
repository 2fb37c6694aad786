#include "io/table.h"

#include <array>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "base/check.h"
#include "io/csv.h"

namespace hopveil {
namespace {

constexpr std::size_t kFlushSize = std::size_t{1} << 16;

void append_number(std::int64_t number, std::string& out) {
  std::array<char, 20> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

template <class Count>
class TableWriter {
 public:
  TableWriter(const UserIds& ids, const CountColumns<Count>& columns, TableFormat format, OutputFile& file)
      : ids_(ids), columns_(columns), is_json_(format == TableFormat::kJson), file_(file) {
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
    file_.write(out_);
    out_.clear();
  }

  const UserIds& ids_;
  const CountColumns<Count>& columns_;
  bool is_json_;
  OutputFile& file_;
  std::vector<std::string> names_;
  std::size_t column_ = 0;
  std::string id_;
  std::string out_;
};

template <class Count>
void write_table(const UserIds& ids, std::span<const NodeId> users, const CountColumns<Count>& columns,
                 TableFormat format, OutputFile& file) {
  check(columns.low.size() == columns.high.size(), "a table's intervals lack an end");
  for (const auto* group : {&columns.hops, &columns.low, &columns.high}) {
    for (const auto& column : *group) {
      check(column.size() == users.size(), "a table's column does not have a row per user");
    }
  }
  TableWriter<Count>(ids, columns, format, file).write(users);
}

}  // namespace

void write_count_table(const UserIds& ids, std::span<const NodeId> users,
                       const CountColumns<std::uint32_t>& columns, TableFormat format, OutputFile& file) {
  write_table(ids, users, columns, format, file);
}

void write_count_table(const UserIds& ids, std::span<const NodeId> users,
                       const CountColumns<std::int64_t>& columns, TableFormat format, OutputFile& file) {
  write_table(ids, users, columns, format, file);
}

void append_json_string(std::string_view value, std::string& out) {
  out += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace hopveil
