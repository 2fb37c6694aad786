// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text in blocks of whole lines, parsed by several threads and put together in the order of the file.

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <hopveil/errors.h>

#include "base/parallel.h"
#include "io/byte_source.h"

namespace hopveil::io {

inline constexpr std::size_t kDefaultBlockSize = std::size_t{1} << 20;

/// No line of a graph file is longer; a file that has one is not text.
inline constexpr std::size_t kLongestLine = std::size_t{1} << 26;

/// A mistake at text[offset] of the text that is being parsed. Whoever knows where that text stands in the
/// file makes it an InputError with line and column.
struct MistakeAt {
  std::size_t offset;
  InputError error;
};

/// The error with the line and column of its offset; `first_line` is the line in which `text` begins. Columns
/// count characters, not bytes.
InputError placed(const MistakeAt& mistake, std::string_view text, std::size_t first_line);

/// Some whole lines.
class TextBlock {
 public:
  std::string_view text() const { return std::string_view(storage_).substr(0, size_); }

 private:
  friend class BlockReader;
  std::string storage_;
  std::size_t size_ = 0;
};

class BlockReader {
 public:
  BlockReader(ByteSource& source, std::size_t block_size) : source_(source), block_size_(block_size) {}

  /// Replaces the block by the next one: lines of about the block size together (at least one, however long),
  /// each ended by a newline, also the last one of a file that lacks it. False at the end. Throws MistakeAt
  /// for a line beyond kLongestLine.
  bool next(TextBlock& block);

 private:
  ByteSource& source_;
  std::size_t block_size_;
  std::string carried_;  // the beginning of the next block's first line
};

/// Hands out a reader's blocks to workers and lets them finish in the order of the file.
class BlockQueue {
 public:
  BlockQueue(BlockReader& reader, std::size_t first_line) : reader_(reader), first_line_(first_line) {}

  /// The number of the block that was put into `block`; nothing at the end. A failure to read is thrown when
  /// all blocks before it are finished.
  std::optional<std::size_t> take(TextBlock& block);
  /// Waits until all blocks before this one are finished. Returns its first line; nothing when one of them
  /// failed.
  std::optional<std::size_t> wait_for_turn(std::size_t number);
  void finish_turn(std::size_t lines);
  /// Keeps the exception that is being handled; the first one is what rethrow throws.
  void fail();
  void rethrow() const;

 private:
  std::mutex reading_;
  BlockReader& reader_;
  std::size_t blocks_read_ = 0;
  bool exhausted_ = false;

  std::mutex turns_;
  std::condition_variable turn_changed_;
  std::size_t turn_ = 0;
  std::size_t first_line_;
  std::exception_ptr failure_;
};

/// Calls parse(text, piece) for every block, several at a time, and then commit(piece), one at a time and in
/// the order of the file. `parse` throws MistakeAt. The first mistake in that order is thrown as an
/// InputError, as if one thread had read the file from top to bottom. `first_line` is the number of the
/// reader's next line. Pieces are used again.
template <class Piece, class Parse, class Commit>
void parse_blocks(BlockReader& reader, std::size_t first_line, unsigned threads, Parse&& parse,
                  Commit&& commit) {
  BlockQueue queue(reader, first_line);
  const auto handle = [&](std::string_view text, std::size_t number, Piece& piece) {
    std::optional<MistakeAt> mistake;
    try {
      parse(text, piece);
    } catch (const MistakeAt& found) {
      mistake.emplace(found);
    }
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    const auto line = queue.wait_for_turn(number);
    if (!line) return;
    if (mistake) throw placed(*mistake, text, *line);
    commit(piece);
    queue.finish_turn(lines);
  };
  const std::stop_token stop = current_stop_token();
  const auto work = [&] {
    try {
      const StopScope scope(stop);
      TextBlock block;
      Piece piece;
      while (const auto number = queue.take(block)) {
        stop_if_asked();
        handle(block.text(), *number, piece);
      }
    } catch (...) {
      queue.fail();
    }
  };
  run_on_workers(resolve_threads(threads), [&](unsigned) { work(); });
  queue.rethrow();
}

}  // namespace hopveil::io
