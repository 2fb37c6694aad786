#include "io/edge_list_layout.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include <hopveil/errors.h>

#include "graph/plain_number.h"
#include "io/text_blocks.h"

namespace hopveil {
namespace {

/// Headers that are recognised whatever stands below them, without regard to case, blanks, _ and -.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kColumnNames = {{
    {"source", "target"},
    {"src", "dst"},
    {"from", "to"},
    {"fromnode", "tonode"},
    {"fromnodeid", "tonodeid"},
    {"fromid", "toid"},
    {"sourceid", "targetid"},
    {"id1", "id2"},
    {"node1", "node2"},
    {"nodeid1", "nodeid2"},
    {"user1", "user2"},
    {"userid1", "userid2"},
    {"follower", "followee"},
    {"user", "friend"},
    {"head", "tail"},
}};

struct DataLine {
  std::size_t begin;
  std::size_t end;
  std::size_t next;
  std::size_t number;
};

/// The first two data lines that stand wholly in `head`; `is_whole` says that nothing follows it.
std::vector<DataLine> first_data_lines(std::string_view head, bool is_whole) {
  std::vector<DataLine> lines;
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < head.size() && lines.size() < 2; ++number) {
    std::size_t next = 0;
    const std::size_t end = line_end(head, begin, next);
    if (!is_whole && head[next - 1] != '\n') break;
    if (!is_comment_or_empty(head, begin, end)) lines.push_back({begin, end, next, number});
    begin = next;
  }
  return lines;
}

std::string column_name(const Field& field) {
  std::string name;
  for (const char c : field.value()) {
    if (c == '_' || c == '-' || c == ' ') continue;
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name;
}

std::optional<std::pair<Field, Field>> first_two(std::string_view text, const DataLine& line,
                                                 Separator separator) {
  try {
    FieldSplitter splitter(text, line.begin, line.end, separator);
    std::pair<Field, Field> fields;
    if (splitter.next(fields.first) && splitter.next(fields.second)) return fields;
  } catch (const MistakeAt&) {
    // The parser meets the mistake again and reports it.
  }
  return std::nullopt;
}

bool is_number(const Field& field) {
  return plain_number(field.text).has_value();
}

bool is_header(std::string_view head, const std::vector<DataLine>& lines, Separator separator) {
  const auto first = first_two(head, lines[0], separator);
  if (!first) return false;
  const auto names = std::pair(column_name(first->first), column_name(first->second));
  for (const auto& known : kColumnNames)
    if (names.first == known.first && names.second == known.second) return true;
  const auto second = lines.size() > 1 ? first_two(head, lines[1], separator) : std::nullopt;
  const auto looks_like_name = [](const Field& field) {
    return !field.text.empty() && !std::isdigit(static_cast<unsigned char>(field.text[0])) &&
           field.text[0] != '-' && field.text[0] != '+';
  };
  return second && looks_like_name(first->first) && looks_like_name(first->second) &&
         is_number(second->first) && is_number(second->second);
}

}  // namespace

EdgeListLayout find_edge_list_layout(PeekableSource& source) {
  for (std::size_t size = std::size_t{1} << 16;; size *= 2) {
    const std::string_view head = source.peek(size);
    const bool is_whole = head.size() < size;
    const auto lines = first_data_lines(head, is_whole);
    const bool enough = lines.size() == 2 || is_whole || (!lines.empty() && size > kLongestLine);
    if (!enough) {
      if (size <= 2 * kLongestLine) continue;
      throw InputError("the first 64 MiB hold no line with two ids", "an edge list is expected");
    }
    if (lines.empty()) throw InputError("the file has comments only", "an edge list has two ids a line");
    EdgeListLayout layout;
    const DataLine& first = lines[0];
    layout.separator = separator_of(head, first.begin, first.end);
    const bool header = is_header(head, lines, layout.separator);
    if (header) layout.header = head.substr(first.begin, first.end - first.begin);
    layout.data_offset = header ? first.next : first.begin;
    layout.data_line = header ? first.number + 1 : first.number;
    return layout;
  }
}

}  // namespace hopveil
