// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bytes of an .hvg file; docs/formats/hvg.md.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hopveil/graph.h>

namespace hopveil::io {

static_assert(std::endian::native == std::endian::little, "an .hvg file is the machine's own memory");

/// As in PNG, the line ends show what a transfer in text mode has changed.
inline constexpr std::array<char, 8> kHvgMagic = {'H', 'V', 'G', '\r', '\n', '\x1A', '\n', '\0'};
/// Version 1 had no flag kHvgListsEverybody; it is read as if the flag were not set.
inline constexpr std::uint32_t kHvgVersion = 2;
inline constexpr std::uint32_t kHvgOldestVersion = 1;
inline constexpr std::uint32_t kHvgByteOrder = 0x01020304;

/// Flags of a file.
inline constexpr std::uint64_t kHvgNamesAreText = 1;
inline constexpr std::uint64_t kHvgListsEverybody = 2;

struct HvgHeader {
  std::array<char, 8> magic = kHvgMagic;
  std::uint32_t version = kHvgVersion;
  std::uint32_t byte_order = kHvgByteOrder;
  std::uint64_t num_nodes = 0;
  std::uint64_t num_targets = 0;  ///< twice the number of edges
  std::uint64_t flags = 0;
  std::uint64_t blob_size = 0;  ///< bytes of all names together; 0 when they are numbers
  std::uint64_t body_checksum = 0;
  std::uint64_t header_checksum = 0;  ///< of the 56 bytes before it

  bool has(std::uint64_t flag) const { return (flags & flag) != 0; }
};
static_assert(sizeof(HvgHeader) == 64);

/// Where the sections stand, from the beginning of the file.
struct HvgSections {
  std::uint64_t offsets = sizeof(HvgHeader);
  std::uint64_t names = 0;
  std::uint64_t targets = 0;
  std::uint64_t blob = 0;
  std::uint64_t file_size = 0;

  /// The header's sizes must be below 2^60.
  explicit HvgSections(const HvgHeader& header) {
    names = offsets + 8 * (header.num_nodes + 1);
    targets = names + 8 * header.num_nodes;
    blob = targets + padded(4 * header.num_targets);
    file_size = blob + padded(header.blob_size);
  }

  static std::uint64_t padded(std::uint64_t size) { return (size + 7) / 8 * 8; }
};

/// A checksum that finds accidents, not forgeries: four lanes of xor and multiply over little-endian words of
/// eight bytes. `size` is a multiple of 8.
std::uint64_t hvg_chunk_checksum(const char* bytes, std::size_t size);

/// The checksum of a body: the checksum of its chunks' checksums, so that threads can share the work.
std::uint64_t hvg_body_checksum(std::string_view body, unsigned threads);

/// The same of a body that comes in pieces.
class HvgBodyChecksum {
 public:
  void add(std::string_view piece);
  /// Of all that was added, a multiple of 8 bytes.
  std::uint64_t finish();

 private:
  std::string chunk_;
  std::vector<std::uint64_t> chunks_;
};

std::uint64_t hvg_header_checksum(const HvgHeader& header);

}  // namespace hopveil::io
