// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/plain_number.h"
#include "io/csv.h"
#include "io/id_text.h"

namespace hopveil::io {
namespace {

constexpr std::string_view kBanner = "%%MatrixMarket";

// A size line that promises far more users than the file has entries is a mistake, and must not claim memory.
constexpr std::uint64_t kUsersWithoutEntries = std::uint64_t{1} << 20;
constexpr std::uint64_t kUsersPerEntry = 64;
constexpr std::uint64_t kBytesPerUser = 32;  // about what a user without entries takes in memory

/// Takes the next line out of the source, without its end; nothing at the end of the file.
std::optional<std::string> take_line(PeekableSource& source) {
  for (std::size_t size = 4096;; size *= 2) {
    const std::string_view head = source.peek(size);
    if (head.empty()) return std::nullopt;
    const bool has_end = head.find('\n') != std::string_view::npos;
    if (!has_end && head.size() == size && size <= kLongestLine) continue;
    std::size_t next = 0;
    const std::size_t end = line_end(head, 0, next);
    std::string line(head.substr(0, end));
    source.skip(next);
    return line;
  }
}

std::vector<Field> fields_of(std::string_view line) {
  FieldSplitter splitter(line, 0, line.size(), Separator::kBlank);
  std::vector<Field> fields;
  Field field;
  while (fields.size() < 8 && splitter.next(field)) fields.push_back(field);
  return fields;
}

void expect_word(const Field& field, std::initializer_list<std::string_view> allowed) {
  std::string word(field.text);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::find(allowed.begin(), allowed.end(), word) != allowed.end()) return;
  throw MistakeAt{field.offset, InputError(fmt::format("found {}", shown(field.text)),
                                           fmt::format("hopveil reads {} here", fmt::join(allowed, ", ")))};
}

/// Whether the banner says that the matrix is symmetric.
bool read_banner(std::string_view line) {
  const auto fields = fields_of(line);
  if (fields.size() < 5 || fields[0].text != kBanner) {
    throw MistakeAt{
        0, InputError(fmt::format("found {}", shown(line)),
                      "the first line reads \"%%MatrixMarket matrix coordinate <field> <symmetry>\"")};
  }
  expect_word(fields[1], {"matrix"});
  expect_word(fields[2], {"coordinate"});
  expect_word(fields[3], {"pattern", "real", "integer"});
  expect_word(fields[4], {"general", "symmetric", "skew-symmetric"});
  return std::tolower(static_cast<unsigned char>(fields[4].text[0])) == 's';
}

struct MatrixSize {
  std::uint64_t users = 0;
  std::uint64_t entries = 0;
  std::size_t line = 0;
  bool is_symmetric = false;
};

MatrixSize parse_size(std::string_view line) {
  const auto fields = fields_of(line);
  std::array<std::uint64_t, 3> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = i < fields.size() ? plain_number(fields[i].text) : std::nullopt;
    if (!number) {
      throw MistakeAt{i < fields.size() ? fields[i].offset : line.size(),
                      InputError(fmt::format("found {}", shown(line)),
                                 "the size line has three numbers: rows, columns, entries")};
    }
    numbers[i] = *number;
  }
  const auto [rows, columns, entries] = numbers;
  if (rows != columns) {
    throw MistakeAt{0, InputError(fmt::format("the matrix has {} rows and {} columns", rows, columns),
                                  "a graph's matrix is square")};
  }
  const std::uint64_t plausible =
      kUsersWithoutEntries + kUsersPerEntry * std::min<std::uint64_t>(entries, kNoNode);
  const std::uint64_t most = std::min<std::uint64_t>(kNoNode - 1, plausible);
  if (rows > most) {
    throw MistakeAt{0, InputError(fmt::format("the matrix has {} rows, and {} stored entries", rows, entries),
                                  fmt::format("with this many entries at most {} rows are read", most))};
  }
  return {rows, entries};
}

MatrixSize read_head(PeekableSource& source) {
  std::size_t number = 1;
  std::string line = take_line(source).value_or("");
  try {
    const bool is_symmetric = read_banner(line);
    for (;;) {
      const auto next = take_line(source);
      ++number;
      if (!next)
        throw MistakeAt{
            0, InputError("the file ends before its size line", "rows, columns, entries are expected")};
      line = *next;
      if (is_comment_or_empty(line, 0, line.size())) continue;
      MatrixSize size = parse_size(line);
      size.line = number;
      size.is_symmetric = is_symmetric;
      return size;
    }
  } catch (const MistakeAt& mistake) {
    throw placed(mistake, line, number);
  }
}

class EntryParser {
 public:
  EntryParser(std::string_view text, std::uint64_t users, std::vector<Edge>& edges)
      : text_(text), users_(users), edges_(edges) {}

  void parse() {
    edges_.clear();
    for_each_data_line(text_, [&](std::size_t begin, std::size_t end) { parse_line(begin, end); });
  }

 private:
  void parse_line(std::size_t begin, std::size_t end) {
    FieldSplitter splitter(text_, begin, end, Separator::kBlank);
    const NodeId row = read_index(splitter, end, "row");
    edges_.push_back({row, read_index(splitter, end, "column")});
  }

  NodeId read_index(FieldSplitter& splitter, std::size_t end, std::string_view what) const {
    Field field;
    if (!splitter.next(field))
      throw MistakeAt{
          end, InputError(fmt::format("the entry has no {}", what), "an entry has a row and a column")};
    const auto index = plain_number(field.text);
    if (!index || *index < 1 || *index > users_) {
      throw MistakeAt{field.offset, InputError(fmt::format("the {} is {}", what, shown(field.text)),
                                               fmt::format("a number from 1 to {} is expected", users_))};
    }
    return static_cast<NodeId>(*index - 1);
  }

  std::string_view text_;
  std::uint64_t users_;
  std::vector<Edge>& edges_;
};

/// The size line alone must not make a small file take gigabytes.
void check_claim(const MatrixSize& size, const GraphInput& input, const InputLimits& limits) {
  if (!input.raw_bytes) return;
  const std::uint64_t most = justified_bytes(limits, *input.raw_bytes) / kBytesPerUser;
  if (size.users <= most) return;
  throw InputError(
      fmt::format("the size line promises {} users, and the file has {} bytes", size.users, *input.raw_bytes),
      fmt::format("such a file has at most {}", most),
      "If you trust the file, allow it more memory, such as --max-unpacked 20G.")
      .at_line(size.line);
}

ReadGraph read_matrix_market(GraphInput& input, const ParseSettings& settings) {
  const MatrixSize size = read_head(*input.bytes);
  EdgePieces pieces;
  std::uint64_t entries = 0;
  BlockReader reader(*input.bytes, settings.block_size);
  parse_blocks<std::vector<Edge>>(
      reader, size.line + 1, settings.threads,
      [&](std::string_view text, std::vector<Edge>& edges) { EntryParser(text, size.users, edges).parse(); },
      [&](const std::vector<Edge>& edges) {
        entries += edges.size();
        pieces.push_back(edges);
      });
  if (entries != size.entries) {
    throw InputError(fmt::format("the size line promises {} entries, the file has {}", size.entries, entries),
                     "the numbers must agree", "Is the file complete?")
        .at_line(size.line);
  }
  check_claim(size, input, settings.limits);
  std::vector<std::uint64_t> numbers(size.users);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{1});
  ReadGraph read =
      simple_graph(std::move(pieces), UserIds::from_numbers(std::move(numbers)), settings.threads);
  read.summary.lists_everybody = true;
  read.summary.drops_directions = !size.is_symmetric;
  return read;
}

constexpr std::array<std::string_view, 2> kEndings = {".mtx", ".mm"};

}  // namespace

const GraphFormat kMatrixMarketFormat = {
    .name = "mtx",
    .summary = "Matrix Market coordinate file: users 1 .. n, an edge for every stored entry",
    .endings = kEndings,
    .recognise = [](std::string_view head) { return head.starts_with(kBanner); },
    .read = read_matrix_market,
};

}  // namespace hopveil::io
