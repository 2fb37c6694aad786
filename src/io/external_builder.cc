// SPDX-License-Identifier: Apache-2.0
#include "io/external_builder.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/output_file.h"
#include "io/hvg_layout.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kEntry = sizeof(std::uint64_t);
constexpr std::size_t kPiece = std::size_t{1} << 18;
// Below this, reading the runs by turns would be seeking only.
constexpr std::uint64_t kLeastRunBuffer = 4096;

template <class T>
std::string_view as_bytes(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// The entries of one run, in order.
class RunReader {
 public:
  RunReader(const SpillFile& file, std::uint64_t begin, std::uint64_t end, std::size_t buffer_size)
      : file_(&file), next_(begin), end_(end), buffer_(buffer_size / kEntry) {
    fill();
  }

  bool is_done() const { return place_ == size_; }
  std::uint64_t value() const { return buffer_[place_]; }
  void advance() {
    if (++place_ == size_) fill();
  }

 private:
  void fill() {
    const std::uint64_t bytes = std::min<std::uint64_t>(buffer_.size() * kEntry, end_ - next_);
    file_->read(next_, reinterpret_cast<char*>(buffer_.data()), bytes);
    next_ += bytes;
    place_ = 0;
    size_ = bytes / kEntry;
  }

  const SpillFile* file_;
  std::uint64_t next_;
  std::uint64_t end_;
  std::vector<std::uint64_t> buffer_;
  std::size_t place_ = 0;
  std::size_t size_ = 0;
};

/// Calls use(value) for the values of all runs in ascending order, each once.
template <class Use>
void merge(std::vector<RunReader>& runs, const Use& use) {
  using Head = std::pair<std::uint64_t, std::size_t>;  // value, run
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (!runs[run].is_done()) heads.emplace(runs[run].value(), run);
  }
  bool is_first = true;
  std::uint64_t last = 0;
  while (!heads.empty()) {
    const auto [value, run] = heads.top();
    heads.pop();
    if (is_first || value != last) use(value);
    is_first = false;
    last = value;
    runs[run].advance();
    if (!runs[run].is_done()) heads.emplace(runs[run].value(), run);
  }
}

/// Collects bytes and hands them on in pieces.
template <class Sink>
class Pieces {
 public:
  explicit Pieces(const Sink& sink) : sink_(sink) { buffer_.reserve(kPiece + kEntry); }
  void add(std::string_view bytes) {
    buffer_ += bytes;
    if (buffer_.size() >= kPiece) flush();
  }
  void flush() {
    sink_(std::string_view(buffer_));
    buffer_.clear();
  }

 private:
  const Sink& sink_;
  std::string buffer_;
};

/// Calls use(bytes) for the consecutive pieces of an .hvg body.
template <class Use>
void for_each_piece_of_body(std::span<const std::uint64_t> offsets, const UserIds& ids,
                            const SpillFile& targets, const Use& use) {
  const auto use_all = [&](std::string_view bytes) {
    for (std::size_t begin = 0; begin < bytes.size(); begin += kPiece) use(bytes.substr(begin, kPiece));
  };
  const auto pad = [&](std::uint64_t size) {
    use(std::string_view("\0\0\0\0\0\0\0", 7).substr(0, HvgSections::padded(size) - size));
  };
  use_all(as_bytes(offsets));
  use_all(as_bytes(ids.numeric() ? ids.numbers() : ids.ends()));
  std::string piece(kPiece, '\0');
  for (std::uint64_t begin = 0; begin < targets.size(); begin += kPiece) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, targets.size() - begin));
    targets.read(begin, piece.data(), size);
    use(std::string_view(piece).substr(0, size));
  }
  pad(targets.size());
  use_all(ids.blob());
  pad(ids.blob().size());
}

}  // namespace

ExternalBuilder::ExternalBuilder(std::string path, std::uint64_t memory)
    : path_(std::move(path)), memory_(memory), runs_(path_), targets_(path_) {
  if (memory < kLeastMemory) {
    throw InputError(fmt::format("{} bytes of memory are too few to sort edges", memory),
                     fmt::format("at least {} are needed", kLeastMemory));
  }
  halves_.reserve(memory / kEntry);
}

void ExternalBuilder::add(std::span<const Edge> edges) {
  for (const Edge edge : edges) {
    if (edge.from == edge.to) {
      ++self_loops_;
      continue;
    }
    if (halves_.size() + 2 > halves_.capacity()) write_run();
    halves_.push_back(std::uint64_t{edge.from} << 32 | edge.to);
    halves_.push_back(std::uint64_t{edge.to} << 32 | edge.from);
    ++num_added_;
  }
}

void ExternalBuilder::write_run() {
  std::sort(halves_.begin(), halves_.end());
  halves_.erase(std::unique(halves_.begin(), halves_.end()), halves_.end());
  runs_.append(as_bytes(std::span<const std::uint64_t>(halves_)));
  run_begins_.push_back(runs_.size());
  halves_.clear();
}

/// Leaves the neighbours in targets_, in order, and says where each row ends. How many they are.
std::uint64_t ExternalBuilder::merge_runs(std::vector<std::uint64_t>& offsets) {
  const std::size_t num_runs = run_begins_.size() - 1;
  const std::uint64_t buffer = memory_ / (num_runs + 1) / kEntry * kEntry;
  if (buffer < kLeastRunBuffer) {
    throw InputError(fmt::format("the edges are too many to be sorted with {} bytes of memory", memory_),
                     "more memory is needed");
  }
  std::vector<RunReader> readers;
  for (std::size_t run = 0; run < num_runs; ++run)
    readers.emplace_back(runs_, run_begins_[run], run_begins_[run + 1], buffer);
  std::uint64_t num_targets = 0;
  const auto append = [&](std::string_view bytes) { targets_.append(bytes); };
  Pieces targets(append);
  merge(readers, [&](std::uint64_t half) {
    const auto owner = static_cast<NodeId>(half >> 32);
    const auto other = static_cast<NodeId>(half);
    check(owner < offsets.size() - 1, "an edge ends outside the graph");
    ++offsets[owner + std::size_t{1}];
    targets.add({reinterpret_cast<const char*>(&other), sizeof(other)});
    ++num_targets;
  });
  targets.flush();
  for (std::size_t node = 1; node < offsets.size(); ++node) offsets[node] += offsets[node - 1];
  return num_targets;
}

ExternalBuilder::Result ExternalBuilder::finish(const UserIds& ids, bool lists_everybody) {
  write_run();
  halves_ = {};
  std::vector<std::uint64_t> offsets(ids.size() + 1, 0);
  HvgHeader header;
  header.num_nodes = ids.size();
  header.num_targets = merge_runs(offsets);
  if (!ids.numeric()) header.flags |= kHvgNamesAreText;
  if (lists_everybody) header.flags |= kHvgListsEverybody;
  header.blob_size = ids.blob().size();
  HvgBodyChecksum checksum;
  for_each_piece_of_body(offsets, ids, targets_, [&](std::string_view piece) { checksum.add(piece); });
  header.body_checksum = checksum.finish();
  header.header_checksum = hvg_header_checksum(header);

  OutputFile file(path_);
  file.write({reinterpret_cast<const char*>(&header), sizeof(header)});
  for_each_piece_of_body(offsets, ids, targets_, [&](std::string_view piece) { file.write(piece); });
  file.commit();
  const std::uint64_t num_edges = header.num_targets / 2;
  return {ids.size(), num_edges, {num_added_ - num_edges, self_loops_}};
}

}  // namespace hopveil::io
