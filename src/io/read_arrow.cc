// SPDX-License-Identifier: Apache-2.0
// Networks from Arrow streams.
//
// Idea: most rows name users who were named before, and those can be looked up by several threads at once. A
// round of some hundred thousand rows is looked up block by block, which numbers nobody; then whoever was not
// found is numbered, row by row, on one thread. So the numbers of users are those of their first appearance,
// and depend neither on the threads nor on how the rows are cut into batches.

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>
#include <hopveil/read_arrow.h>

#include "base/huge_buffer.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "graph/builder.h"
#include "graph/plain_number.h"
#include "io/arrow_column.h"
#include "io/arrow_stream.h"
#include "io/id_text.h"
#include "io/user_numbering.h"

namespace hopveil {
namespace {

constexpr std::size_t kRowsPerBlock = 4096;
constexpr std::size_t kRowsPerRound = std::size_t{1} << 18;
constexpr std::size_t kEdgesPerPiece = std::size_t{1} << 22;  // 32 MiB: nearly all of it whole huge pages

/// The ids of a stream's rows, batch by batch. Blocks of a batch may be read by several threads at once.
class IdRows {
 public:
  /// Some rows' ids, by column.
  using Block = std::vector<io::ArrowIds>;

  IdRows(io::ArrowStream& stream, const std::vector<std::size_t>& places) : stream_(stream) {
    for (const std::size_t place : places) columns_.emplace_back(stream.schema(), place);
  }

  bool all_integers() const {
    return std::ranges::all_of(columns_, [](const io::ArrowColumn& column) { return column.is_integer(); });
  }

  /// Goes to the next batch; false at the end.
  bool next() {
    const ArrowArray* batch = stream_.next();
    if (batch == nullptr) return false;
    stop_if_asked();
    for (io::ArrowColumn& column : columns_) column.enter(*batch, stream_.rows_before());
    size_ = static_cast<std::size_t>(batch->length);
    return true;
  }
  /// Rows of the batch.
  std::size_t size() const { return size_; }
  /// The number of a row of the batch in the stream, from 1.
  std::uint64_t number_of(std::size_t row) const { return stream_.rows_before() + row + 1; }

  /// The rows [begin, end) of the batch.
  void read(std::size_t begin, std::size_t end, Block& block) const {
    block.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].read(begin, end, block[i]);
  }
  /// Whether the block holds natural numbers in all columns; texts that are plain numbers become such. (All
  /// at once, so that looking them up later waits for no text.)
  bool holds_numbers(Block& block) const {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!columns_[i].is_integer()) {
        if (!turn_to_numbers(block[i])) return false;
        continue;
      }
      if (!columns_[i].is_signed()) continue;
      std::uint64_t signs = 0;
      for (const std::uint64_t number : block[i].numbers) signs |= number;
      if (static_cast<std::int64_t>(signs) < 0) return false;
    }
    return true;
  }

  /// The node in a row of the block; kNoNode when it has no number yet.
  NodeId find(const io::UserNumbering& numbering, const Block& block, std::size_t column,
              std::size_t row) const {
    if (!columns_[column].is_integer()) return numbering.find_text(block[column].texts[row]);
    const std::uint64_t id = block[column].numbers[row];
    if (is_natural(column, id)) return numbering.find_number(id);
    return numbering.find_text(fmt::to_string(static_cast<std::int64_t>(id)));
  }
  /// The same, numbered when it is new; its name is checked then, for which the row has its number in the
  /// stream.
  NodeId find_or_add(io::UserNumbering& numbering, const Block& block, std::size_t column, std::size_t row,
                     std::uint64_t number) const {
    if (columns_[column].is_integer()) {
      const std::uint64_t id = block[column].numbers[row];
      if (is_natural(column, id)) return numbering.of_number(id);
      return numbering.of_text(fmt::to_string(static_cast<std::int64_t>(id)));
    }
    const std::string_view text = block[column].texts[row];
    const std::size_t known = numbering.size();
    const NodeId node = numbering.of_text(text);
    if (numbering.size() != known) check_name(text, column, number);
    return node;
  }

  const std::string& name(std::size_t column) const { return columns_[column].name(); }

 private:
  static bool turn_to_numbers(io::ArrowIds& ids) {
    ids.numbers.resize(ids.texts.size());
    for (std::size_t i = 0; i < ids.texts.size(); ++i) {
      const auto number = plain_number(ids.texts[i]);
      if (!number) return false;
      ids.numbers[i] = *number;
    }
    return true;
  }

  bool is_natural(std::size_t column, std::uint64_t id) const {
    return !columns_[column].is_signed() || static_cast<std::int64_t>(id) >= 0;
  }

  void check_name(std::string_view text, std::size_t column, std::uint64_t number) const {
    const std::string problem = io::unusable_name(text);
    if (problem.empty()) return;
    throw InputError(fmt::format("row {}: column {}: the name {} cannot be used: {}", number,
                                 io::shown(columns_[column].name()), io::shown(text), problem));
  }

  io::ArrowStream& stream_;
  std::vector<io::ArrowColumn> columns_;
  std::size_t size_ = 0;
};

/// Numbers those who exist; false when a column of them holds texts.
bool number_users(const ArrowUsers& users, io::UserNumbering& numbering) {
  for (const std::uint64_t number : users.numbers) numbering.of_number(number);
  for (const std::string& name : users.names) numbering.of_text(name);
  if (users.stream == nullptr) return true;
  io::ArrowStream stream(*users.stream);
  IdRows rows(stream, {stream.column(users.column, 0)});
  IdRows::Block block;
  while (rows.next()) {
    for (std::size_t begin = 0; begin < rows.size(); begin += kRowsPerBlock) {
      const std::size_t end = std::min(rows.size(), begin + kRowsPerBlock);
      rows.read(begin, end, block);
      for (std::size_t row = begin; row < end; ++row)
        rows.find_or_add(numbering, block, 0, row - begin, rows.number_of(row));
    }
  }
  return rows.all_integers();
}

/// Numbers both ends of every row, and cuts edges into pieces for the builder, whatever the batches are.
class EdgeRows {
 public:
  /// `is_listed`: whoever is not numbered yet does not exist.
  EdgeRows(IdRows& rows, io::UserNumbering& numbering, bool is_listed, unsigned threads)
      : rows_(rows), numbering_(numbering), is_listed_(is_listed), blocks_(resolve_threads(threads)) {}

  EdgePieces read() {
    while (rows_.next()) {
      for (std::size_t begin = 0; begin < rows_.size(); begin += kRowsPerRound)
        add(begin, std::min(rows_.size(), begin + kRowsPerRound));
    }
    return std::move(pieces_);
  }

 private:
  /// A round: the rows [begin, end) of the batch.
  void add(std::size_t begin, std::size_t end) {
    Edge* const edges = room_for(end - begin);
    std::vector<std::uint8_t> has_new((end - begin + kRowsPerBlock - 1) / kRowsPerBlock);
    const auto workers = static_cast<unsigned>(blocks_.size());
    parallel_chunks(
        end - begin, kRowsPerBlock, workers, [&](std::size_t from, std::size_t to, unsigned worker) {
          has_new[from / kRowsPerBlock] = !look_up(begin + from, begin + to, blocks_[worker], edges + from);
        });
    for (std::size_t from = 0; from < end - begin; from += kRowsPerBlock) {
      if (has_new[from / kRowsPerBlock] != 0)
        number(begin + from, std::min(end, begin + from + kRowsPerBlock), edges + from);
    }
  }

  Edge* room_for(std::size_t size) {
    if (pieces_.empty() || pieces_.back().size() + size > kEdgesPerPiece) {
      pieces_.emplace_back();
      pieces_.back().reserve(kEdgesPerPiece);
      prefer_huge_pages(pieces_.back().data(), kEdgesPerPiece * sizeof(Edge));
    }
    const std::size_t before = pieces_.back().size();
    pieces_.back().resize(before + size);
    return pieces_.back().data() + before;
  }

  /// Whether all users of the rows have numbers. A mistake in them is left to `number`, which meets the
  /// first.
  bool look_up(std::size_t begin, std::size_t end, IdRows::Block& block, Edge* edges) const {
    try {
      rows_.read(begin, end, block);
    } catch (const InputError&) {
      return false;
    }
    bool has_new = false;
    const auto put = [&](std::size_t row, NodeId from, NodeId to) {
      edges[row] = {from, to};
      has_new |= from == kNoNode || to == kNoNode;
    };
    if (numbering_.holds_numbers() && rows_.holds_numbers(block)) {
      const auto &from = block[0].numbers, &to = block[1].numbers;
      for (std::size_t row = 0; row < end - begin; ++row)
        put(row, numbering_.find_number(from[row]), numbering_.find_number(to[row]));
    } else {
      for (std::size_t row = 0; row < end - begin; ++row)
        put(row, rows_.find(numbering_, block, 0, row), rows_.find(numbering_, block, 1, row));
    }
    return !has_new;
  }

  /// Numbers those whom look_up did not find.
  void number(std::size_t begin, std::size_t end, Edge* edges) {
    IdRows::Block& block = blocks_[0];
    rows_.read(begin, end, block);
    const auto fill = [&](NodeId& node, std::size_t column, std::size_t row) {
      if (node != kNoNode) return;
      node = rows_.find_or_add(numbering_, block, column, row - begin, rows_.number_of(row));
      if (is_listed_) refuse_unlisted(column, row);
    };
    for (std::size_t row = begin; row < end; ++row) {
      fill(edges[row - begin].from, 0, row);
      fill(edges[row - begin].to, 1, row);
    }
  }

  [[noreturn]] void refuse_unlisted(std::size_t column, std::size_t row) const {
    throw InputError(fmt::format("row {}: column {} names a user who is not listed", rows_.number_of(row),
                                 io::shown(rows_.name(column))),
                     "list everybody who exists, or leave such rows out");
  }

  IdRows& rows_;
  io::UserNumbering& numbering_;
  bool is_listed_;
  std::vector<IdRows::Block> blocks_;  // by worker
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
  EdgePieces pieces = EdgeRows(rows, numbering, users != nullptr, options.threads).read();
  BuiltGraph built = build_graph(std::move(pieces), numbering.finish(), options.threads);
  result.graph = std::move(built.graph);
  result.repeated_edges = built.removed.repeated_edges;
  result.self_loops = built.removed.self_loops;
  return result;
}

}  // namespace hopveil
