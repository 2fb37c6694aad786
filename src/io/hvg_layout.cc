// SPDX-License-Identifier: Apache-2.0
#include "io/hvg_layout.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/parallel.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kChecksumChunk = std::size_t{1} << 20;
constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;

}  // namespace

std::uint64_t hvg_chunk_checksum(const char* bytes, std::size_t size) {
  std::array<std::uint64_t, 4> lanes = {1, 2, 3, 4};
  const std::size_t words = size / 8;
  const auto step = [&](std::uint64_t& lane, std::size_t index) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + 8 * index, 8);
    lane = std::rotl((lane ^ word) * kFactor, 29);
  };
  std::size_t i = 0;
  for (; i + 4 <= words; i += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) step(lanes[lane], i + lane);
  for (; i < words; ++i) step(lanes[i % 4], i);
  std::uint64_t sum = words;
  for (const std::uint64_t lane : lanes) sum = std::rotl((sum ^ lane) * kFactor, 31);
  return sum ^ (sum >> 29);
}

std::uint64_t hvg_body_checksum(std::string_view body, unsigned threads) {
  std::vector<std::uint64_t> chunks((body.size() + kChecksumChunk - 1) / kChecksumChunk);
  parallel_chunks(body.size(), kChecksumChunk, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    chunks[begin / kChecksumChunk] = hvg_chunk_checksum(body.data() + begin, end - begin);
  });
  return hvg_chunk_checksum(reinterpret_cast<const char*>(chunks.data()), 8 * chunks.size());
}

void HvgBodyChecksum::add(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t size = std::min(piece.size(), kChecksumChunk - chunk_.size());
    chunk_ += piece.substr(0, size);
    piece.remove_prefix(size);
    if (chunk_.size() < kChecksumChunk) continue;
    chunks_.push_back(hvg_chunk_checksum(chunk_.data(), chunk_.size()));
    chunk_.clear();
  }
}

std::uint64_t HvgBodyChecksum::finish() {
  if (!chunk_.empty()) chunks_.push_back(hvg_chunk_checksum(chunk_.data(), chunk_.size()));
  chunk_.clear();
  return hvg_chunk_checksum(reinterpret_cast<const char*>(chunks_.data()), 8 * chunks_.size());
}

std::uint64_t hvg_header_checksum(const HvgHeader& header) {
  std::array<char, offsetof(HvgHeader, header_checksum)> bytes{};
  std::memcpy(bytes.data(), &header, bytes.size());
  return hvg_chunk_checksum(bytes.data(), bytes.size());
}

}  // namespace hopveil::io
