// SPDX-License-Identifier: Apache-2.0
#include "verify/table_check.h"

#include <charconv>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <hopveil/errors.h>

#include "io/csv.h"
#include "io/text_blocks.h"

namespace hopveil::verify {
namespace {

constexpr std::size_t kMostProblems = 5;

std::optional<std::int64_t> parse_whole(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || fmt::to_string(value) != text) {
    return std::nullopt;
  }
  return value;
}

/// Checks row after row.
class Checker {
 public:
  explicit Checker(const TableTerms& terms)
      : terms_(terms), most_(static_cast<std::int64_t>(terms.other_users)) {
    for (std::size_t i = 0; i < terms.columns.size(); ++i) place_[terms.columns[i]] = i;
  }

  bool enough() const { return result_.problems.size() >= kMostProblems; }
  void complain(std::string problem) {
    if (!enough()) result_.problems.push_back(std::move(problem));
  }

  /// `numbers` are the columns behind the user.
  void add_row(std::string user, const std::vector<std::int64_t>& numbers) {
    const std::size_t row = result_.users.size() + 1;
    check_row(row, numbers);
    if (!seen_.insert(user).second) complain(fmt::format("row {}: this user has a row already", row));
    result_.users.push_back(std::move(user));
  }

  TableCheck finish() {
    if (result_.users.size() != terms_.rows && !enough()) {
      complain(fmt::format("it has {} rows, its metadata says {}", result_.users.size(), terms_.rows));
    }
    return std::move(result_);
  }

 private:
  void check_row(std::size_t row, const std::vector<std::int64_t>& numbers) {
    const auto at = [&](const std::string& name) { return numbers[place_.at(name) - 1]; };
    const bool cumulative = place_.contains("range_1");
    std::int64_t sum = 0;
    for (unsigned hop = 1; hop <= terms_.hops; ++hop) {
      const std::string name = fmt::format("hop_{}", hop);
      const std::int64_t count = at(name);
      if (terms_.in_range && (count < 0 || count > most_)) {
        complain(fmt::format("row {}: {} is {}, outside of 0 to {}", row, name, count, most_));
      }
      if (__builtin_add_overflow(sum, count, &sum)) return complain(fmt::format("row {}: too large", row));
      if (cumulative && at(fmt::format("range_{}", hop)) != sum) {
        complain(fmt::format("row {}: range_{} is not the sum of hop_1 to {}", row, hop, name));
      }
      if (terms_.with_intervals) check_interval(row, name, count, at(name + "_low"), at(name + "_high"));
      const auto repeated = terms_.repeated_hops.find(hop);
      if (repeated != terms_.repeated_hops.end() && at(fmt::format("hop_{}", repeated->second)) != count) {
        complain(fmt::format("row {}: {} does not repeat hop_{}", row, name, repeated->second));
      }
    }
    if (terms_.sums_in_range && sum > most_) {
      complain(fmt::format("row {}: its hops sum to {}, more than the {} {} users", row, sum, most_,
                           terms_.others));
    }
  }

  void check_interval(std::size_t row, const std::string& name, std::int64_t count, std::int64_t low,
                      std::int64_t high) {
    if (low > count || count > high) {
      complain(
          fmt::format("row {}: {} is {}, outside of its interval {} to {}", row, name, count, low, high));
    } else if (terms_.in_range && (low < 0 || high > most_)) {
      complain(fmt::format("row {}: the interval of {} leaves 0 to {}", row, name, most_));
    }
  }

  const TableTerms& terms_;
  const std::int64_t most_;
  std::map<std::string, std::size_t> place_;
  std::unordered_set<std::string> seen_;
  TableCheck result_;
};

std::vector<io::Field> fields_of(std::string_view text, std::size_t begin, std::size_t end) {
  io::FieldSplitter splitter(text, begin, end, io::Separator::kComma);
  std::vector<io::Field> fields;
  for (io::Field field; splitter.next(field);) fields.push_back(field);
  return fields;
}

void check_csv_line(std::string_view text, std::size_t begin, std::size_t end, const TableTerms& terms,
                    Checker& checker, std::size_t row) {
  const auto fields = fields_of(text, begin, end);
  if (fields.size() != terms.columns.size()) {
    return checker.complain(
        fmt::format("row {} has {} columns instead of {}", row, fields.size(), terms.columns.size()));
  }
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const auto number = fields[i].quoted ? std::nullopt : parse_whole(fields[i].text);
    if (!number) return checker.complain(fmt::format("row {}: {} is no whole number", row, terms.columns[i]));
    numbers.push_back(*number);
  }
  checker.add_row(fields[0].value(), numbers);
}

void check_csv(std::string_view text, const TableTerms& terms, Checker& checker) {
  const std::string header = fmt::format("{}\n", fmt::join(terms.columns, ","));
  if (!text.starts_with(header)) return checker.complain("its columns are not those of its metadata");
  if (!text.ends_with('\n')) return checker.complain("its last line has no end");
  std::size_t row = 0;
  for (std::size_t begin = header.size(); begin < text.size() && !checker.enough();) {
    const std::size_t end = text.find('\n', begin);
    check_csv_line(text, begin, end, terms, checker, ++row);
    begin = end + 1;
  }
}

void check_json(std::string_view text, const TableTerms& terms, Checker& checker) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_array()) return checker.complain("it is no JSON array");
  std::size_t row = 0;
  for (const auto& object : json) {
    if (checker.enough()) return;
    ++row;
    std::vector<std::string> names;
    std::vector<std::int64_t> numbers;
    std::string user;
    bool holds = object.is_object();
    for (auto part = object.begin(); holds && part != object.end(); ++part) {
      names.push_back(part.key());
      if (names.size() == 1) {
        holds = part->is_string() || part->is_number_integer();
        if (holds) user = part->is_string() ? part->get<std::string>() : part->dump();
      } else {
        holds = part->is_number_integer() && parse_whole(part->dump());
        if (holds) numbers.push_back(part->get<std::int64_t>());
      }
    }
    if (!holds || names != terms.columns) {
      checker.complain(fmt::format("row {} does not have the columns of its metadata", row));
    } else {
      checker.add_row(std::move(user), numbers);
    }
  }
}

}  // namespace

std::vector<std::string> expected_columns(unsigned hops, bool cumulative, bool with_intervals) {
  std::vector<std::string> names = {"user"};
  for (unsigned k = 1; k <= hops; ++k) names.push_back(fmt::format("hop_{}", k));
  for (unsigned k = 1; cumulative && k <= hops; ++k) names.push_back(fmt::format("range_{}", k));
  for (unsigned k = 1; with_intervals && k <= hops; ++k) {
    names.push_back(fmt::format("hop_{}_low", k));
    names.push_back(fmt::format("hop_{}_high", k));
  }
  return names;
}

TableCheck check_table(std::string_view text, const TableTerms& terms) {
  Checker checker(terms);
  try {
    terms.is_json ? check_json(text, terms, checker) : check_csv(text, terms, checker);
  } catch (const io::MistakeAt& mistake) {
    checker.complain(mistake.error.what());
  }
  return checker.finish();
}

}  // namespace hopveil::verify
