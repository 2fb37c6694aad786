#include "cli/table_options.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>

#include "io/graph_format.h"

namespace hopveil {

void add_table_options(CLI::App& command, TableOptions& options) {
  command.add_option("-o,--output", options.output, "the table to write (- for standard output)")->required();
  command
      .add_option("--hops", options.hops_text,
                  fmt::format("count up to this many hops away, 1 to {}", kMaxHops))
      ->required();
  command.add_flag("--cumulative", options.cumulative,
                   "add the columns range_1 .. range_c: within 1, 2, .. c hops");
  command.add_flag("--json", options.json, "write JSON instead of csv");
  command
      .add_option("--format", options.formats,
                  "format of the table (csv, json) or of the graph (" + graph_format_names() + ")")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void resolve_formats(TableOptions& table, GraphOptions& graph) {
  for (const std::string& format : table.formats) {
    if (format == "json") {
      table.json = true;
    } else if (format != "csv") {
      const auto has_name = [&](const GraphFormat* known) { return known->name == format; };
      if (std::ranges::none_of(all_graph_formats(), has_name)) {
        throw InputError(fmt::format("--format \"{}\" is unknown", format),
                         fmt::format("a table is csv or json, a graph one of {}", graph_format_names()));
      }
      graph.format = format;
    }
  }
}

TableFormat table_format(const TableOptions& options) {
  return options.json ? TableFormat::kJson : TableFormat::kCsv;
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

}  // namespace hopveil
