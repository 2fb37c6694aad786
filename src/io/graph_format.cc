// SPDX-License-Identifier: Apache-2.0
#include "io/graph_format.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/harmless_text.h"
#include "base/stop.h"
#include "io/edge_list_format.h"
#include "io/foreign_formats.h"
#include "io/gml_format.h"
#include "io/graphml_format.h"
#include "io/hvg_format.h"
#include "io/id_text.h"
#include "io/matrix_market_format.h"

namespace hopveil {
namespace {

constexpr std::size_t kHeadSize = std::size_t{1} << 16;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::array<const io::GraphFormat*, 5> kFormats = {
    &io::kEdgeListFormat, &io::kGmlFormat, &io::kGraphmlFormat, &io::kMatrixMarketFormat, &io::kHvgFormat,
};

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// An option that a format cannot follow is a misunderstanding, and must not be dropped in silence.
void check_options_fit(const io::GraphFormat& format, const io::ParseSettings& settings) {
  if (settings.edge_list.any() && format.name != io::kEdgeListFormat.name) {
    throw InputError(fmt::format("the file is {}, not an edge list", format.name),
                     "--columns, --header, --no-header and --delimiter are for edge lists",
                     "--graph-format edges reads it as one.");
  }
  if (!settings.id_attribute.empty() && format.name != io::kGraphmlFormat.name) {
    throw InputError(fmt::format("the file is {}, not graphml", format.name),
                     "--id-attribute is for GraphML");
  }
}

constexpr std::size_t kNamedColumns = 8;

/// "`a`, `b`", the first few of many.
std::string quoted(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamedColumns); ++i)
    text += fmt::format("{}`{}`", i == 0 ? "" : ", ", harmless(names[i]));
  return names.size() > kNamedColumns ? text + ", .." : text;
}

}  // namespace

ReadGraph io::simple_graph(EdgePieces edges, UserIds users, unsigned threads) {
  BuiltGraph built = build_graph(std::move(edges), std::move(users), threads);
  ReadGraph read{std::move(built.graph), {}};
  read.summary.repeated_edges = built.removed.repeated_edges;
  read.summary.self_loops = built.removed.self_loops;
  return read;
}

std::span<const io::GraphFormat* const> io::all_graph_formats() {
  return kFormats;
}

std::vector<GraphFormatInfo> graph_formats() {
  std::vector<GraphFormatInfo> infos;
  infos.reserve(std::size(kFormats));
  for (const io::GraphFormat* format : kFormats)
    infos.push_back({format->name, format->summary, format->endings});
  return infos;
}

const io::GraphFormat& io::graph_format_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const io::GraphFormat* format : kFormats) {
    if (format->name == name) return *format;
    names.push_back(format->name);
  }
  throw InputError(fmt::format("there is no graph format {}", io::shown(name)),
                   fmt::format("the formats are {}", fmt::join(names, ", ")));
}

const io::GraphFormat& io::recognise_graph_format(std::string_view path, std::string_view head) {
  io::refuse_foreign_format(path, head);
  for (const io::GraphFormat* format : kFormats)
    if (format->recognise(head)) return *format;
  std::string name = lower_case(path);
  for (const std::string_view ending : {".gz", ".zst"})
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
  for (const io::GraphFormat* format : kFormats)
    for (const std::string_view ending : format->endings)
      if (name.ends_with(ending)) return *format;
  return io::kEdgeListFormat;
}

ReadGraph io::read_graph_input(io::GraphInput& input, std::string_view format_name,
                               const io::ParseSettings& settings) {
  try {
    if (input.bytes->peek(kByteOrderMark.size()) == kByteOrderMark) input.bytes->skip(kByteOrderMark.size());
    const std::string_view head = input.bytes->peek(kHeadSize);
    if (head.empty()) throw InputError("the file is empty", "a graph is expected");
    const io::GraphFormat& format = format_name.empty() ? io::recognise_graph_format(input.path, head)
                                                        : io::graph_format_named(format_name);
    check_options_fit(format, settings);
    ReadGraph read = format.read(input, settings);
    read.summary.format = format.name;
    return read;
  } catch (InputError& error) {
    error.in_file(input.path == "-" ? "standard input" : input.path);
    throw;
  }
}

ReadGraph read_graph(const std::string& path, const ReadOptions& options) {
  const StopScope scope(options.stop);
  if (!options.format.empty())
    io::graph_format_named(options.format);  // a wrong name is not the file's fault
  io::DecompressedSource source;
  try {
    source = io::decompress(io::open_file(path), options.limits);
  } catch (InputError& error) {
    error.in_file(path);
    throw;
  }
  io::GraphInput input{path, std::move(source.bytes), source.was_compressed, std::move(source.raw_bytes)};
  return io::read_graph_input(input, options.format,
                              {.threads = options.threads,
                               .edge_list = options.edge_list,
                               .id_attribute = options.id_attribute,
                               .limits = options.limits});
}

std::string describe(const ReadSummary& summary) {
  const EdgeListColumns& columns = summary.columns;
  std::string text = summary.format;
  if (columns.count != 0) {
    text = columns.separator + "-separated";
    text += columns.header.empty() ? ", no header" : fmt::format(", header `{}`", harmless(columns.header));
    text += fmt::format(", {} columns; took {}", columns.count, quoted(columns.taken));
    if (!columns.dropped.empty()) text += fmt::format(", dropped {}", quoted(columns.dropped));
  }
  if (summary.drops_directions)
    text += "; directions are dropped: a connection counts once, whoever began it";
  return text;
}

}  // namespace hopveil
