// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "io/byte_source.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18;

// What compressed data may become: text of ids shrinks to a fifth, seldom to less than a fiftieth.
constexpr std::uint64_t kAlwaysUnpacked = std::uint64_t{64} << 20;
constexpr std::uint64_t kUnpackedPerByte = 100;
constexpr std::string_view kGzipMagic = "\x1F\x8B";
constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";

InputError cut_short(std::string_view method) {
  return InputError(fmt::format("the {} data end in the middle", method), "a complete file is needed",
                    "Was a copy or a download interrupted?");
}

InputError damaged(std::string_view method, std::string_view reason) {
  return InputError(fmt::format("the {} data are damaged ({})", method, reason), "an intact file is needed",
                    "Copy or download it again.");
}

/// gzip (RFC 1952), also several members one after the other, as `cat a.gz b.gz` makes them.
class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<PeekableSource> source) : source_(std::move(source)), input_(kChunk) {
    check(inflateInit2(&stream_, 15 + 16) == Z_OK, "zlib cannot be initialised");
  }
  ~GzipSource() override { inflateEnd(&stream_); }

  std::size_t read(std::span<char> buffer) override {
    std::size_t filled = 0;
    while (filled < buffer.size() && !done_) filled += inflate_some(buffer.subspan(filled));
    return filled;
  }

 private:
  std::size_t inflate_some(std::span<char> buffer) {
    if (stream_.avail_in == 0) {
      stream_.avail_in = static_cast<uInt>(source_->read(input_));
      stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
      if (stream_.avail_in == 0) {
        if (!between_members_) throw cut_short("gzip");
        done_ = true;
        return 0;
      }
    }
    if (between_members_) {
      inflateReset(&stream_);
      between_members_ = false;
    }
    const auto room = static_cast<uInt>(std::min(buffer.size(), kChunk));
    stream_.avail_out = room;
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    const int result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      between_members_ = true;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      throw damaged("gzip", stream_.msg != nullptr ? stream_.msg : "no reason given");
    }
    return room - stream_.avail_out;
  }

  std::unique_ptr<PeekableSource> source_;
  std::vector<char> input_;
  z_stream stream_{};
  bool between_members_ = false;
  bool done_ = false;
};

class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(std::unique_ptr<PeekableSource> source)
      : source_(std::move(source)), buffer_(kChunk), stream_(ZSTD_createDStream()) {
    check(stream_ != nullptr, "zstd cannot be initialised");
  }
  ~ZstdSource() override { ZSTD_freeDStream(stream_); }

  std::size_t read(std::span<char> buffer) override {
    ZSTD_outBuffer output{buffer.data(), buffer.size(), 0};
    while (output.pos < output.size) {
      // zstd may hold back output that did not fit, so it is asked before more input is fetched.
      const auto before = std::pair(input_.pos, output.pos);
      const std::size_t result = ZSTD_decompressStream(stream_, &output, &input_);
      if (ZSTD_isError(result) != 0) throw damaged("zstd", ZSTD_getErrorName(result));
      if (before != std::pair(input_.pos, output.pos)) {
        at_frame_end_ = result == 0;
      } else if (!refill()) {
        if (!at_frame_end_) throw cut_short("zstd");
        break;
      }
    }
    return output.pos;
  }

 private:
  bool refill() {
    input_ = {buffer_.data(), source_->read(buffer_), 0};
    return input_.size != 0;
  }

  std::unique_ptr<PeekableSource> source_;
  std::vector<char> buffer_;
  ZSTD_DStream* stream_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  bool at_frame_end_ = false;
};

/// Counts what it hands on.
class CountingSource final : public ByteSource {
 public:
  explicit CountingSource(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t got = source_->read(buffer);
    *count_ += got;
    return got;
  }
  std::shared_ptr<const std::uint64_t> count() const { return count_; }

 private:
  std::unique_ptr<ByteSource> source_;
  std::shared_ptr<std::uint64_t> count_ = std::make_shared<std::uint64_t>(0);
};

/// Stops data that unpack to more than their size justifies: a kilobyte of gzip can become a megabyte, of
/// zstd far more.
class LimitedSource final : public ByteSource {
 public:
  LimitedSource(std::unique_ptr<ByteSource> source, std::shared_ptr<const std::uint64_t> raw_bytes,
                const InputLimits& limits)
      : source_(std::move(source)), raw_bytes_(std::move(raw_bytes)), limits_(limits) {}

  std::size_t read(std::span<char> buffer) override {
    std::size_t filled = 0;
    while (filled < buffer.size()) {
      const std::size_t step = std::min(kChunk, buffer.size() - filled);
      const std::size_t got = source_->read(buffer.subspan(filled, step));
      filled += got;
      unpacked_ += got;
      if (unpacked_ > justified_bytes(limits_, *raw_bytes_)) throw too_much();
      if (got < step) break;
    }
    return filled;
  }

 private:
  InputError too_much() const {
    return InputError(fmt::format("{} compressed bytes become more than {}", *raw_bytes_,
                                  justified_bytes(limits_, *raw_bytes_)),
                      limits_.unpacked != 0 ? "that is what --max-unpacked allows"
                                            : fmt::format("{} MiB and {} times the compressed size are read",
                                                          kAlwaysUnpacked >> 20, kUnpackedPerByte),
                      "If you trust the file, allow more, such as --max-unpacked 20G.");
  }

  std::unique_ptr<ByteSource> source_;
  std::shared_ptr<const std::uint64_t> raw_bytes_;
  InputLimits limits_;
  std::uint64_t unpacked_ = 0;
};

struct KnownMagic {
  std::string_view bytes;
  std::string_view name;
};

constexpr std::array<KnownMagic, 4> kUnsupported = {{
    {"BZh", "bzip2"},
    {std::string_view("\xFD"
                      "7zXZ\0",
                      6),
     "xz"},
    {"PK\x03\x04", "zip"},
    {"7z\xBC\xAF\x27\x1C", "7-Zip"},
}};

}  // namespace

std::uint64_t justified_bytes(const InputLimits& limits, std::uint64_t raw_bytes) {
  return limits.unpacked != 0 ? limits.unpacked : kAlwaysUnpacked + kUnpackedPerByte * raw_bytes;
}

DecompressedSource decompress(std::unique_ptr<ByteSource> source, const InputLimits& limits) {
  auto counted = std::make_unique<CountingSource>(std::move(source));
  const std::shared_ptr<const std::uint64_t> raw_bytes = counted->count();
  auto raw = std::make_unique<PeekableSource>(std::move(counted));
  const std::string_view head = raw->peek(8);
  for (const auto& [bytes, name] : kUnsupported) {
    if (head.starts_with(bytes)) {
      throw InputError(fmt::format("the file is compressed by {}", name),
                       "plain, gzip and zstd files can be read", "Decompress it first.");
    }
  }
  std::unique_ptr<ByteSource> unpacked;
  if (head.starts_with(kGzipMagic)) {
    unpacked = std::make_unique<GzipSource>(std::move(raw));
  } else if (head.starts_with(kZstdMagic)) {
    unpacked = std::make_unique<ZstdSource>(std::move(raw));
  } else {
    return {std::move(raw), false, raw_bytes};
  }
  auto limited = std::make_unique<LimitedSource>(std::move(unpacked), raw_bytes, limits);
  return {std::make_unique<PeekableSource>(std::move(limited)), true, raw_bytes};
}

}  // namespace hopveil::io
