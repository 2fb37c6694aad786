// SPDX-License-Identifier: Apache-2.0
#include "cli/table_options.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>

#include "io/graph_format.h"

namespace hopveil::cli {
namespace {

/// A CLI11 check: what is wrong with the value, or nothing.
std::string is_table_format(const std::string& format) {
  if (format == "csv" || format == "json") return "";
  const auto has_name = [&](const io::GraphFormat* known) { return known->name == format; };
  if (std::ranges::any_of(io::all_graph_formats(), has_name)) {
    return fmt::format(
        "\"{0}\" is a format of networks, and --format is that of the table; give "
        "--graph-format {0}",
        format);
  }
  return fmt::format("\"{}\" is not a format of tables, which are csv or json", format);
}

}  // namespace

void add_table_options(CLI::App& command, TableOptions& options) {
  command.add_option("-o,--output", options.output, "the table to write (- for standard output)")->required();
  command
      .add_option("--hops", options.hops_text,
                  fmt::format("count up to this many hops away, 1 to {}", kMaxHops))
      ->required();
  command.add_flag("--cumulative", options.cumulative,
                   "add the columns range_1 .. range_c: within 1, 2, .. c hops");
  CLI::Option* json = command.add_flag("--json", options.json, "the same as --format json");
  command.add_flag("--allow-formulas", options.allow_formulas,
                   "write names to csv that a spreadsheet would run as formulas, such as =HYPERLINK(..)");
  command
      .add_option("--format", options.format,
                  "of the table: csv, json (default: json for a name that ends in .json, else csv)")
      ->check(is_table_format)
      ->excludes(json);
}

void check_names(const TableOptions& options, const UserIds& ids, std::span<const NodeId> users) {
  if (table_format(options) == io::TableFormat::kCsv && !options.allow_formulas)
    io::refuse_formulas(ids, users);
}

io::TableFormat table_format(const TableOptions& options) {
  const bool named_json = options.format.empty() && options.output.ends_with(".json");
  return options.json || named_json || options.format == "json" ? io::TableFormat::kJson
                                                                : io::TableFormat::kCsv;
}

unsigned parse_hops(const std::string& text) {
  unsigned hops = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hops);
  if (error != std::errc() || end != text.data() + text.size() || hops < 1 || hops > kMaxHops) {
    throw InputError(fmt::format("--hops \"{}\" is not a number of hops", text),
                     fmt::format("give a whole number from 1 to {}", kMaxHops));
  }
  return hops;
}

}  // namespace hopveil::cli
