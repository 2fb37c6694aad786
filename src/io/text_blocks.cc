// SPDX-License-Identifier: Apache-2.0
#include "io/text_blocks.h"

#include <cstring>

#include <fmt/format.h>

#include "base/harmless_text.h"

namespace hopveil::io {

InputError placed(const MistakeAt& mistake, std::string_view text, std::size_t first_line) {
  const std::string_view before = text.substr(0, mistake.offset);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::string_view in_line = before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
  InputError error = mistake.error;
  error.at_line(first_line + lines).at_column(count_characters(in_line) + 1);
  return error;
}

bool BlockReader::next(TextBlock& block) {
  std::string& text = block.storage_;
  std::size_t filled = carried_.size();
  std::size_t wanted = std::max(block_size_, filled + 1);
  if (text.size() < wanted) text.resize(wanted);
  if (filled != 0) std::memcpy(text.data(), carried_.data(), filled);
  carried_.clear();
  for (;;) {
    const std::size_t asked = wanted - filled;
    const std::size_t got = source_.read(std::span(text).subspan(filled, asked));
    const std::string_view fresh = std::string_view(text).substr(filled, got);
    const std::size_t newline = fresh.rfind('\n');
    if (newline != std::string_view::npos) {
      block.size_ = filled + newline + 1;
      carried_ = fresh.substr(newline + 1);
      return true;
    }
    filled += got;
    if (got < asked) {  // the end of the file; there is room for at least one more byte
      if (filled != 0) text[filled++] = '\n';
      block.size_ = filled;
      return filled != 0;
    }
    if (filled > kLongestLine) {
      throw MistakeAt{0, InputError(fmt::format("a line is longer than {} MiB", kLongestLine >> 20),
                                    "text is expected", "Is this a graph file?")};
    }
    wanted = filled * 2;
    if (text.size() < wanted) text.resize(wanted);
  }
}

std::optional<std::size_t> BlockQueue::take(TextBlock& block) {
  std::unique_lock lock(reading_);
  if (exhausted_) return std::nullopt;
  try {
    exhausted_ = !reader_.next(block);
    return exhausted_ ? std::nullopt : std::optional(blocks_read_++);
  } catch (const MistakeAt& mistake) {
    exhausted_ = true;
    const std::size_t number = blocks_read_;
    lock.unlock();
    if (const auto line = wait_for_turn(number)) throw placed(mistake, "", *line);
  } catch (...) {
    exhausted_ = true;
    const std::size_t number = blocks_read_;
    lock.unlock();
    if (wait_for_turn(number)) throw;
  }
  return std::nullopt;
}

std::optional<std::size_t> BlockQueue::wait_for_turn(std::size_t number) {
  std::unique_lock lock(turns_);
  turn_changed_.wait(lock, [&] { return turn_ == number || failure_; });
  return failure_ ? std::nullopt : std::optional(first_line_);
}

void BlockQueue::finish_turn(std::size_t lines) {
  const std::lock_guard lock(turns_);
  ++turn_;
  first_line_ += lines;
  turn_changed_.notify_all();
}

void BlockQueue::fail() {
  {
    const std::lock_guard lock(turns_);
    if (!failure_) failure_ = std::current_exception();
    turn_changed_.notify_all();
  }
  const std::lock_guard lock(reading_);
  exhausted_ = true;
}

void BlockQueue::rethrow() const {
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace hopveil::io
