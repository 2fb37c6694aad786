// SPDX-License-Identifier: Apache-2.0
#include "io/user_lines.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/decimal.h"
#include "io/column_names.h"
#include "io/csv.h"
#include "io/id_text.h"
#include "io/text_blocks.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kLongestNumber = 100;
constexpr std::string_view kCommentMark = "#";

/// Calls handle(begin, end) for every line that is not empty or a comment.
template <class Handle>
void for_each_line(std::string_view text, Handle&& handle) {
  for_each_data_line(text, handle, kCommentMark);
}

std::string checked_id(std::string_view text, const Field& field, std::size_t longest) {
  const std::size_t begin = field.offset + (field.quoted ? 1 : 0);
  check_id_text(text, begin, begin + field.text.size(), longest);
  return field.value();
}

/// The id of a line that holds one: the whole line, or what stands in quotes.
Field only_field(std::string_view text, std::size_t begin, std::size_t end) {
  begin = text.find_first_not_of(" \t", begin);
  if (text[begin] != '"') {
    const std::size_t last = text.find_last_not_of(" \t", end - 1);
    return {text.substr(begin, last + 1 - begin), begin, false};
  }
  FieldSplitter splitter(text, begin, end, Separator::kBlank);
  Field field;
  Field more;
  splitter.next(field);
  if (splitter.next(more))
    throw MistakeAt{more.offset, InputError("text follows a closing quote", "a line holds one id")};
  return field;
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// Whether a column of users may be called so.
bool names_users(std::string_view text) {
  constexpr std::array<std::string_view, 25> kNames = {
      "user",     "users",       "userid",        "userids",       "uid",   "id",       "ids",
      "node",     "nodes",       "nodeid",        "name",          "names", "username", "usernames",
      "account",  "accounts",    "accountid",     "handle",        "login", "public",   "publicuser",
      "publicid", "publicusers", "publicaccount", "publicaccounts"};
  return std::ranges::find(kNames, plain_name(text)) != kNames.end();
}

/// The parts of a line between separators that do not stand in quotes.
std::vector<std::string_view> parts_of(std::string_view line, char separator) {
  std::vector<std::string_view> parts;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] != separator || quoted) continue;
    parts.push_back(line.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(line.substr(begin));
  return parts;
}

/// In how many columns the separator cuts every line; 1 when lines differ, or when there is one line only.
std::size_t common_columns(std::string_view text, char separator) {
  std::size_t lines = 0;
  std::size_t columns = 1;
  for_each_line(text, [&](std::size_t begin, std::size_t end) {
    const std::size_t here = parts_of(text.substr(begin, end - begin), separator).size();
    columns = lines++ == 0 || columns == here ? here : 1;
  });
  return lines > 1 ? columns : 1;
}

/// Refuses a table of several columns where a list is expected: every line has as many, separated by
/// semicolons, or by commas where the first line has a name for users. Decided by the list alone.
void refuse_several_columns(std::string_view text) {
  bool is_first = true;
  bool names_a_column = false;
  std::size_t place = 0;
  for_each_line(text, [&](std::size_t begin, std::size_t end) {
    if (!std::exchange(is_first, false)) return;
    place = begin;
    names_a_column = std::ranges::any_of(parts_of(text.substr(begin, end - begin), ','), names_users);
  });
  for (const char separator : {';', ','}) {
    const std::size_t columns = common_columns(text, separator);
    if (columns == 1 || (separator == ',' && !names_a_column)) continue;
    throw MistakeAt{
        place, InputError(fmt::format("the lines have {} columns", columns), "a list holds one id a line",
                          fmt::format("Keep the column of the ids, such as by cut -d'{}' -f1 FILE; an id "
                                      "that holds the separator stands in double quotes.",
                                      separator))};
  }
}

/// Whether every line is in quotes, as spreadsheets write it: then they say nothing about the first line.
bool is_all_quoted(std::string_view text) {
  bool all = true;
  for_each_line(text, [&](std::size_t begin, std::size_t) {
    all = all && text[text.find_first_not_of(" \t", begin)] == '"';
  });
  return all;
}

bool is_preferences_header(const Field& user, const Field& epsilon) {
  constexpr std::array<std::string_view, 6> kUserNames = {"user", "id", "name", "node", "user_id", "userid"};
  constexpr std::array<std::string_view, 4> kEpsilonNames = {"epsilon", "eps", "preference", "budget"};
  if (parse_decimal(epsilon.text)) return false;
  const auto is_one_of = [](const Field& field, auto& names) {
    return std::find(names.begin(), names.end(), lower_case(field.text)) != names.end();
  };
  return is_one_of(user, kUserNames) || is_one_of(epsilon, kEpsilonNames);
}

/// "1,5", as spreadsheets of some countries write it.
bool is_decimal_comma(std::string_view text) {
  const std::size_t comma = text.find(',');
  const auto all_digits = [](std::string_view digits) {
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return comma != std::string_view::npos && text.size() <= kLongestNumber &&
         all_digits(text.substr(0, comma)) && all_digits(text.substr(comma + 1));
}

Epsilon parse_epsilon_field(std::string_view text, const Field& field) {
  check_id_text(text, field.offset, field.offset + field.text.size(),
                field.text.size());  // what a message may show
  try {
    if (is_decimal_comma(field.text)) {
      std::string point(field.text);
      point[point.find(',')] = '.';
      throw InputError(fmt::format("epsilon {} has a comma", shown(field.text)),
                       "numbers are written with a point: " + point);
    }
    if (field.text.size() > kLongestNumber)
      throw InputError(fmt::format("epsilon {} is not a positive number", shown(field.text)),
                       "every preference must be > 0");
    return Epsilon::from_text(field.text);
  } catch (const InputError& error) {
    throw MistakeAt{field.offset, error};
  }
}

}  // namespace

void for_each_id(std::string_view text, std::size_t longest, const UserIndex& known, const ListedId& handle) {
  refuse_several_columns(text);
  const bool all_quoted = is_all_quoted(text);
  bool is_first = true;
  for_each_line(text, [&](std::size_t begin, std::size_t end) {
    const Field field = only_field(text, begin, end);
    const std::string id = checked_id(text, field, longest);
    if (std::exchange(is_first, false) && (!field.quoted || all_quoted) && names_users(id) &&
        known.find(id) == kNoNode) {
      return;
    }
    handle(id, field.offset);
  });
}

void for_each_preference(std::string_view text, std::size_t longest, const ListedPair& handle) {
  bool is_first = true;
  Separator separator = Separator::kComma;
  for_each_line(text, [&](std::size_t begin, std::size_t end) {
    const bool may_be_header = std::exchange(is_first, false);
    if (may_be_header) separator = separator_of(text, begin, end);
    FieldSplitter splitter(text, begin, end, separator);
    Field user;
    Field epsilon;
    Field more;
    splitter.next(user);
    if (!splitter.next(epsilon)) {
      throw MistakeAt{user.offset,
                      InputError(fmt::format("the line has one column, {}", shown(user.text)),
                                 fmt::format("a user and an epsilon are expected, separated by {}",
                                             separator_name(separator)))};
    }
    if (may_be_header && is_preferences_header(user, epsilon)) return;
    if (splitter.next(more)) {
      throw MistakeAt{more.offset,
                      InputError("the line has a third column", "a user and an epsilon are expected",
                                 "Write 0.5, not 0,5; put ids that hold separators in quotes.")};
    }
    handle(checked_id(text, user, longest), user.offset, parse_epsilon_field(text, epsilon));
  });
}

}  // namespace hopveil::io
