// Networks from Arrow streams.
//
// Rows come in batches of any size. Both columns of some thousand rows are brought into one form (numbers, or
// texts on the batch's memory), then numbered row by row: so the numbers of users do not depend on how the
// rows are cut into batches.

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <hopveil/errors.h>
#include <hopveil/read_arrow.h>

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

/// Calls work(row of the stream from 1, node of each column..) for every row.
class IdRows {
 public:
  IdRows(ArrowStream& stream, std::vector<std::size_t> places) : stream_(stream), ids_(places.size()) {
    for (const std::size_t place : places) columns_.emplace_back(stream.schema(), place);
  }

  bool all_integers() const {
    return std::ranges::all_of(columns_, [](const ArrowColumn& column) { return column.is_integer(); });
  }

  template <class Work>
  void for_each(UserNumbering& numbering, Work&& work) {
    while (const ArrowArray* batch = stream_.next()) {
      stop_if_asked();
      for (ArrowColumn& column : columns_) column.enter(*batch, stream_.rows_before());
      const auto size = static_cast<std::size_t>(batch->length);
      for (std::size_t begin = 0; begin < size; begin += kRowsPerBlock) {
        const std::size_t end = std::min(size, begin + kRowsPerBlock);
        for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].read(begin, end, ids_[i]);
        for (std::size_t row = 0; row < end - begin; ++row) {
          const std::uint64_t number = stream_.rows_before() + begin + row + 1;
          work(number, [&](std::size_t column) { return node(numbering, column, row, number); });
        }
      }
    }
  }

  const std::string& name(std::size_t column) const { return columns_[column].name(); }

 private:
  NodeId node(UserNumbering& numbering, std::size_t column, std::size_t row, std::uint64_t number) const {
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

  void check_name(std::string_view text, std::size_t column, std::uint64_t number) const {
    const auto place = [&] {
      return fmt::format("row {}: column {}", number, shown(columns_[column].name()));
    };
    if (text.empty()) throw InputError(place() + " is an empty text", "every user has a name");
    try {
      check_id_text(text, 0, text.size());
    } catch (const MistakeAt& mistake) {
      throw InputError(fmt::format("{} cannot be used: {}", place(), mistake.error.what()));
    }
  }

  ArrowStream& stream_;
  std::vector<ArrowColumn> columns_;
  std::vector<ArrowIds> ids_;
};

/// Numbers those who exist; false when a column of them holds texts.
bool number_users(const ArrowUsers& users, UserNumbering& numbering) {
  for (const std::uint64_t number : users.numbers) numbering.of_number(number);
  for (const std::string& name : users.names) numbering.of_text(name);
  if (users.stream == nullptr) return true;
  ArrowStream stream(*users.stream);
  IdRows rows(stream, {stream.column(users.column, 0)});
  rows.for_each(numbering, [](std::uint64_t, auto&& node) { node(0); });
  return rows.all_integers();
}

/// Cuts edges into pieces for the builder, whatever the batches are.
class Pieces {
 public:
  void add(NodeId from, NodeId to) {
    if (pieces_.empty() || pieces_.back().size() == kEdgesPerPiece) {
      pieces_.emplace_back();
      pieces_.back().reserve(kEdgesPerPiece);
    }
    pieces_.back().push_back({from, to});
  }
  EdgePieces take() { return std::move(pieces_); }

 private:
  EdgePieces pieces_;
};

}  // namespace

ArrowGraph graph_from_arrow(ArrowArrayStream& edges, const ArrowReadOptions& options,
                            const ArrowUsers* users) {
  const StopScope scope(options.stop);
  ArrowStream stream(edges);
  IdRows rows(stream, {stream.column(options.source, 0), stream.column(options.target, 1)});
  UserNumbering numbering;
  ArrowGraph result;
  result.integer_ids = rows.all_integers();
  if (users != nullptr && !number_users(*users, numbering)) result.integer_ids = false;
  const std::size_t num_listed = numbering.size();
  Pieces pieces;
  rows.for_each(numbering, [&](std::uint64_t number, auto&& node) {
    const NodeId from = node(0), to = node(1);
    if (users != nullptr && numbering.size() != num_listed) [[unlikely]] {
      throw InputError(fmt::format("row {}: column {} names a user who is not listed", number,
                                   shown(rows.name(from >= num_listed ? 0 : 1))),
                       "list everybody who exists, or leave such rows out");
    }
    pieces.add(from, to);
  });
  BuiltGraph built = build_graph(pieces.take(), numbering.finish(), options.threads);
  result.graph = std::move(built.graph);
  result.repeated_edges = built.removed.repeated_edges;
  result.self_loops = built.removed.self_loops;
  return result;
}

}  // namespace hopveil
