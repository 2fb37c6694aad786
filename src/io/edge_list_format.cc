// SPDX-License-Identifier: Apache-2.0
#include "io/edge_list_format.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/csv.h"
#include "io/edge_list_layout.h"
#include "io/id_text.h"
#include "io/user_numbering.h"

namespace hopveil::io {
namespace {

/// The ids of a block's edges, two an edge: as numbers, or, when one is not a plain number, all as text.
struct EdgePiece {
  std::vector<std::uint64_t> numbers;
  std::vector<std::string_view> texts;
  std::deque<std::string> unescaped;  // texts that do not stand in the block as they are

  void clear() {
    numbers.clear();
    texts.clear();
    unescaped.clear();
  }
};

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool at_line_end(const char* p) {
  return *p == '\n' || (*p == '\r' && p[1] == '\n');
}

/// Reads a plain number of at most 19 digits (so that it cannot overflow); null when there is none.
const char* read_number(const char* p, std::uint64_t& number) {
  const char* const begin = p;
  std::uint64_t value = 0;
  for (unsigned digit = 0; (digit = static_cast<unsigned char>(*p) - unsigned{'0'}) <= 9; ++p)
    value = value * 10 + digit;
  const auto digits = p - begin;
  if (digits == 0 || digits > 19 || (*begin == '0' && digits > 1)) return nullptr;
  number = value;
  return p;
}

/// Moves behind the column's separator. Null when something else follows the column, so that it is not the
/// number that it seems to be, or when an empty last column may follow. Does not leave the line.
const char* skip_separator(const char* p, Separator separator) {
  const char* const begin = p;
  bool has_tab = false;
  for (; is_blank(*p); ++p) has_tab |= *p == '\t';
  if (at_line_end(p)) return p;
  switch (separator) {
    case Separator::kBlank:
      return p != begin ? p : nullptr;
    case Separator::kTab:
      return has_tab ? p : nullptr;
    default:
      if (*p != static_cast<char>(separator)) return nullptr;
      for (++p; is_blank(*p);) ++p;
      return at_line_end(p) ? nullptr : p;
  }
}

/// Moves behind a column that is not taken, and its separator. Null when it is in quotes.
const char* skip_column(const char* p, Separator separator) {
  if (*p == '"') return nullptr;
  if (separator == Separator::kBlank) {
    while (!is_blank(*p) && !at_line_end(p)) ++p;
  } else {
    while (*p != static_cast<char>(separator) && !at_line_end(p)) ++p;
  }
  return skip_separator(p, separator);
}

/// The two ids of one line, both plain numbers, and the line's end; null when anything is unusual.
const char* parse_number_line(const char* p, const EdgeListLayout& layout, std::uint64_t& from,
                              std::uint64_t& to) {
  std::size_t column = 0;
  for (; column < layout.first; ++column)
    if (at_line_end(p) || (p = skip_column(p, layout.separator)) == nullptr) return nullptr;
  if ((p = read_number(p, from)) == nullptr || (p = skip_separator(p, layout.separator)) == nullptr)
    return nullptr;
  for (++column; column < layout.second; ++column)
    if (at_line_end(p) || (p = skip_column(p, layout.separator)) == nullptr) return nullptr;
  if ((p = read_number(p, to)) == nullptr || (p = skip_separator(p, layout.separator)) == nullptr)
    return nullptr;
  ++column;
  if (layout.columns == 0) return p;
  for (; column < layout.columns; ++column)
    if (at_line_end(p) || (p = skip_column(p, layout.separator)) == nullptr) return nullptr;
  return at_line_end(p) ? p : nullptr;
}

/// The fast path: false when an id is not a plain number or anything is unusual, and the general path must
/// have a look. `text` ends with a newline, so nothing reads beyond it.
bool parse_numbers(std::string_view text, const EdgeListLayout& layout, std::vector<std::uint64_t>& numbers) {
  const char* p = text.data();
  const char* const end = p + text.size();
  const auto next_line = [&](const char* from) {
    return static_cast<const char*>(std::memchr(from, '\n', static_cast<std::size_t>(end - from))) + 1;
  };
  while (p < end) {
    while (is_blank(*p)) ++p;
    if (*p == '#' || *p == '%' || *p == '\r' || *p == '\n') {
      if (*p == '\r' && p[1] != '\n') return false;
      p = next_line(p);
      continue;
    }
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    if ((p = parse_number_line(p, layout, from, to)) == nullptr) return false;
    numbers.push_back(from);
    numbers.push_back(to);
    p = *p == '\n' ? p + 1 : next_line(p);
  }
  return true;
}

/// The general path.
class TextParser {
 public:
  TextParser(std::string_view text, const EdgeListLayout& layout, const InputLimits& limits, EdgePiece& piece)
      : text_(text), layout_(layout), limits_(limits), piece_(piece) {}

  void parse() {
    for_each_data_line(text_, [&](std::size_t begin, std::size_t end) { parse_line(begin, end); });
  }

 private:
  void parse_line(std::size_t begin, std::size_t end) {
    FieldSplitter splitter(text_, begin, end, layout_.separator);
    Field field;
    std::size_t column = 0;
    while ((layout_.columns != 0 || column <= layout_.second) && splitter.next(field)) {
      if (column == layout_.first || column == layout_.second) take(field, column);
      if (column == layout_.columns && column >= 2) throw other_columns(field, "more columns than");
      ++column;
    }
    if (column == 1) throw one_column(field);
    if (column <= layout_.second || column < layout_.columns)
      throw other_columns(field, "fewer columns than");
  }

  void take(const Field& field, std::size_t column) {
    check_id(field, column);
    if (field.has_escapes()) {
      piece_.texts.push_back(piece_.unescaped.emplace_back(field.value()));
    } else {
      piece_.texts.push_back(field.text);
    }
  }

  MistakeAt one_column(const Field& only) const {
    return {only.offset,
            InputError(fmt::format("the line has one column, {}", shown(only.text)),
                       fmt::format("an edge is two ids, here separated by {} as on the first data line",
                                   separator_name(layout_.separator)))};
  }

  MistakeAt other_columns(const Field& last, std::string_view how) const {
    return {last.offset, InputError(fmt::format("the line has {} the first lines of the file", how),
                                    fmt::format("{} columns, separated by {}, are expected",
                                                std::max(layout_.columns, layout_.second + 1),
                                                separator_name(layout_.separator)),
                                    "Put ids that hold separators in double quotes; --columns A,B takes two "
                                    "columns, whatever follows "
                                    "them.")};
  }

  void check_id(const Field& field, std::size_t column) const {
    if (field.text.empty()) {
      throw MistakeAt{field.offset,
                      InputError(fmt::format("column {} is empty", column + 1), "an edge is two ids")};
    }
    const std::size_t begin = field.offset + (field.quoted ? 1 : 0);
    check_id_text(text_, begin, begin + field.text.size(), limits_.id_length);
    const bool by_blanks = layout_.separator == Separator::kBlank || layout_.separator == Separator::kTab;
    if (!field.quoted && by_blanks && !layout_.separator_given) check_other_separators(field);
  }

  /// "Smith J, Doe K" must not be read as the edge of Smith and "J,".
  void check_other_separators(const Field& field) const {
    const std::size_t found = layout_.separator == Separator::kBlank
                                  ? field.text.find_first_of(",;")
                                  : field.text.find_first_of(",;", field.text.size() - 1);
    if (found == std::string_view::npos) return;
    throw MistakeAt{field.offset + found,
                    InputError(fmt::format("the id {} holds a separator", shown(field.text)),
                               fmt::format("columns are separated by {}, as on the first data line",
                                           separator_name(layout_.separator)),
                               "Put ids that hold separators in double quotes.")};
  }

  std::string_view text_;
  const EdgeListLayout& layout_;
  const InputLimits& limits_;
  EdgePiece& piece_;
};

ReadGraph read_edge_list(GraphInput& input, const ParseSettings& settings) {
  const EdgeListLayout layout = find_edge_list_layout(*input.bytes, settings.edge_list);
  input.bytes->skip(layout.data_offset);

  std::atomic<bool> has_text = false;  // spares the fast path's attempt; the result is the same
  const auto parse = [&](std::string_view text, EdgePiece& piece) {
    piece.clear();
    if (!has_text && parse_numbers(text, layout, piece.numbers)) return;
    piece.numbers.clear();
    TextParser(text, layout, settings.limits, piece).parse();
    has_text = true;
  };

  UserNumbering users;
  EdgePieces pieces;
  const auto commit = [&](const EdgePiece& piece) {
    auto& edges = pieces.emplace_back();
    edges.reserve((piece.numbers.size() + piece.texts.size()) / 2);
    for (std::size_t i = 0; i < piece.numbers.size(); i += 2) {
      const NodeId from = users.of_number(piece.numbers[i]);
      edges.push_back({from, users.of_number(piece.numbers[i + 1])});
    }
    for (std::size_t i = 0; i < piece.texts.size(); i += 2) {
      const NodeId from = users.of_text(piece.texts[i]);
      edges.push_back({from, users.of_text(piece.texts[i + 1])});
    }
    if (!settings.edges_to) return;
    settings.edges_to(edges);
    pieces.clear();
  };

  BlockReader reader(*input.bytes, settings.block_size);
  parse_blocks<EdgePiece>(reader, layout.data_line, settings.threads, parse, commit);
  ReadGraph read = simple_graph(std::move(pieces), users.finish(), settings.threads);
  read.summary.columns = layout.description;
  read.summary.drops_directions = layout.drops_directions;
  return read;
}

constexpr std::array<std::string_view, 6> kEndings = {".txt", ".edges", ".edgelist", ".el", ".csv", ".tsv"};

}  // namespace

const GraphFormat kEdgeListFormat = {
    .name = "edges",
    .summary = "edge list: two ids a line, separated by blanks, tabs, commas, semicolons or pipes",
    .endings = kEndings,
    .recognise = [](std::string_view) { return false; },
    .read = read_edge_list,
};

}  // namespace hopveil::io
