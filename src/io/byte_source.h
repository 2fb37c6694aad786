// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where bytes come from: a file, standard input, memory; compressed or not.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <hopveil/read_graph.h>

namespace hopveil::io {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// Fills `buffer` with the next bytes and returns their number; less than asked for only at the end.
  virtual std::size_t read(std::span<char> buffer) = 0;
};

/// A source whose next bytes can be looked at before they are read.
class PeekableSource final : public ByteSource {
 public:
  explicit PeekableSource(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  /// The next `size` bytes (fewer only at the end); they are still to be read. Valid until the next call.
  std::string_view peek(std::size_t size);
  void skip(std::size_t size) { position_ += size; }
  std::size_t read(std::span<char> buffer) override;

 private:
  std::unique_ptr<ByteSource> source_;
  std::string ahead_;
  std::size_t position_ = 0;  // what of `ahead_` has been read
};

/// The file's bytes as they are; "-" is standard input. Throws InputError when there is no such file,
/// SystemError when it cannot be read.
std::unique_ptr<ByteSource> open_file(const std::string& path);

/// `bytes` must outlive the source.
std::unique_ptr<ByteSource> open_memory(std::string_view bytes);

/// A source with its compression, recognised by the first bytes, undone.
struct DecompressedSource {
  std::unique_ptr<PeekableSource> bytes;
  bool was_compressed = false;
  std::shared_ptr<const std::uint64_t> raw_bytes = nullptr;  ///< read from the source so far
};

/// Undoes gzip and zstd; throws InputError for compressions that hopveil does not know. Reading throws
/// InputError when compressed data are damaged, end too early, or unpack to more than the limits allow.
DecompressedSource decompress(std::unique_ptr<ByteSource> source, const InputLimits& limits = {});

/// The bytes of memory that an input of this many bytes may claim: what it says, or in proportion to its
/// size.
std::uint64_t justified_bytes(const InputLimits& limits, std::uint64_t raw_bytes);

/// All that is left in the source.
std::string read_all(ByteSource& source);

}  // namespace hopveil::io
