// Networks from Arrow streams.
//
// Rows come in batches of any size. Both columns of some thousand rows are brought into one form (numbers, or
// texts on the batch's memory), then numbered row by row: so the numbers of users do not depend on how the
// rows are cut into batches.

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>
#include <hopveil/read_arrow.h>

#include "base/huge_buffer.h"
#include "base/stop.h"
#include "graph/builder.h"
#include "io/arrow_column.h"
#include "io/arrow_stream.h"
#include "io/id_text.h"
#include "io/text_blocks.h"
#include "io/user_numbering.h"

namespace hopveil {
namespace {

constexpr std::size_t kRowsPerBlock = 4096;
constexpr std::size_t kEdgesPerPiece = std::size_t{1} << 20;

/// The ids of a stream's rows, block by block.
class IdRows {
 public:
  IdRows(io::ArrowStream& stream, std::vector<std::size_t> places) : stream_(stream), ids_(places.size()) {
    for (const std::size_t place : places) columns_.emplace_back(stream.schema(), place);
  }

  bool all_integers() const {
    return std::ranges::all_of(columns_, [](const io::ArrowColumn& column) { return column.is_integer(); });
  }

  /// Calls work(rows, first row of the stream, from 1) for blocks of rows.
  template <class Work>
  void for_each_block(Work&& work) {
    while (const ArrowArray* batch = stream_.next()) {
      stop_if_asked();
      for (io::ArrowColumn& column : columns_) column.enter(*batch, stream_.rows_before());
      const auto size = static_cast<std::size_t>(batch->length);
      for (std::size_t begin = 0; begin < size; begin += kRowsPerBlock) {
        const std::size_t end = std::min(size, begin + kRowsPerBlock);
        for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].read(begin, end, ids_[i]);
        work(end - begin, stream_.rows_before() + begin + 1);
      }
    }
  }

  /// Whether the block's rows hold natural numbers in all columns; then they are these.
  bool holds_numbers() const {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!columns_[i].is_integer()) return false;
      if (!columns_[i].is_signed()) continue;
      std::uint64_t signs = 0;
      for (const std::uint64_t number : ids_[i].numbers) signs |= number;
      if (static_cast<std::int64_t>(signs) < 0) return false;
    }
    return true;
  }
  std::span<const std::uint64_t> numbers(std::size_t column) const { return ids_[column].numbers; }

  /// The node in a row of the block, which is row `number` of the stream.
  NodeId node(io::UserNumbering& numbering, std::size_t column, std::size_t row, std::uint64_t number) const {
    if (columns_[column].is_integer()) {
      const std::uint64_t id = ids_[column].numbers[row];
      if (!columns_[column].is_signed() || static_cast<std::int64_t>(id) >= 0) [[likely]]
        return numbering.of_number(id);
      return numbering.of_text(fmt::to_string(static_cast<std::int64_t>(id)));
    }
    const std::string_view text = ids_[column].texts[row];
    const std::size_t known = numbering.size();
    const NodeId node = numbering.of_text(text);
    if (numbering.size() != known) check_name(text, column, number);
    return node;
  }

  const std::string& name(std::size_t column) const { return columns_[column].name(); }

 private:
  void check_name(std::string_view text, std::size_t column, std::uint64_t number) const {
    const auto place = [&] {
      return fmt::format("row {}: column {}", number, io::shown(columns_[column].name()));
    };
    if (text.empty()) throw InputError(place() + " is an empty text", "every user has a name");
    try {
      io::check_id_text(text, 0, text.size());
    } catch (const io::MistakeAt& mistake) {
      throw InputError(fmt::format("{} cannot be used: {}", place(), mistake.error.what()));
    }
  }

  io::ArrowStream& stream_;
  std::vector<io::ArrowColumn> columns_;
  std::vector<io::ArrowIds> ids_;
};

/// Numbers those who exist; false when a column of them holds texts.
bool number_users(const ArrowUsers& users, io::UserNumbering& numbering) {
  for (const std::uint64_t number : users.numbers) numbering.of_number(number);
  for (const std::string& name : users.names) numbering.of_text(name);
  if (users.stream == nullptr) return true;
  io::ArrowStream stream(*users.stream);
  IdRows rows(stream, {stream.column(users.column, 0)});
  rows.for_each_block([&](std::size_t size, std::uint64_t first) {
    for (std::size_t row = 0; row < size; ++row) rows.node(numbering, 0, row, first + row);
  });
  return rows.all_integers();
}

/// Numbers both ends of every row, and cuts edges into pieces for the builder, whatever the batches are.
class EdgeRows {
 public:
  /// `is_listed`: whoever is not numbered yet does not exist.
  EdgeRows(IdRows& rows, io::UserNumbering& numbering, bool is_listed)
      : rows_(rows), numbering_(numbering), is_listed_(is_listed), num_listed_(numbering.size()) {}

  EdgePieces read() {
    rows_.for_each_block([&](std::size_t size, std::uint64_t first) { add(size, first); });
    return std::move(pieces_);
  }

 private:
  void add(std::size_t size, std::uint64_t first) {
    if (pieces_.empty() || pieces_.back().size() + size > kEdgesPerPiece) {
      pieces_.emplace_back();
      pieces_.back().reserve(kEdgesPerPiece);
      prefer_huge_pages(pieces_.back().data(), kEdgesPerPiece * sizeof(Edge));
    }
    block_.resize(size);
    if (rows_.holds_numbers()) {
      const auto from = rows_.numbers(0), to = rows_.numbers(1);
      for (std::size_t row = 0; row < size; ++row) {
        block_[row].from = numbering_.of_number(from[row]);
        block_[row].to = numbering_.of_number(to[row]);
      }
    } else {
      for (std::size_t row = 0; row < size; ++row) {
        block_[row].from = rows_.node(numbering_, 0, row, first + row);
        block_[row].to = rows_.node(numbering_, 1, row, first + row);
      }
    }
    if (is_listed_ && numbering_.size() != num_listed_) refuse_unlisted(first);
    pieces_.back().insert(pieces_.back().end(), block_.begin(), block_.end());
  }

  [[noreturn]] void refuse_unlisted(std::uint64_t first) const {
    const auto is_unlisted = [&](const Edge& edge) { return std::max(edge.from, edge.to) >= num_listed_; };
    const auto found = std::ranges::find_if(block_, is_unlisted);
    throw InputError(fmt::format("row {}: column {} names a user who is not listed",
                                 first + static_cast<std::uint64_t>(found - block_.begin()),
                                 io::shown(rows_.name(found->from >= num_listed_ ? 0 : 1))),
                     "list everybody who exists, or leave such rows out");
  }

  IdRows& rows_;
  io::UserNumbering& numbering_;
  bool is_listed_;
  std::size_t num_listed_;
  std::vector<Edge> block_;
  EdgePieces pieces_;
};

}  // namespace

ArrowGraph graph_from_arrow(ArrowArrayStream& edges, const ArrowReadOptions& options,
                            const ArrowUsers* users) {
  const StopScope scope(options.stop);
  io::ArrowStream stream(edges);
  IdRows rows(stream, {stream.column(options.source, 0), stream.column(options.target, 1)});
  io::UserNumbering numbering;
  ArrowGraph result;
  result.integer_ids = rows.all_integers();
  if (users != nullptr && !number_users(*users, numbering)) result.integer_ids = false;
  EdgePieces pieces = EdgeRows(rows, numbering, users != nullptr).read();
  BuiltGraph built = build_graph(std::move(pieces), numbering.finish(), options.threads);
  result.graph = std::move(built.graph);
  result.repeated_edges = built.removed.repeated_edges;
  result.self_loops = built.removed.self_loops;
  return result;
}

}  // namespace hopveil
