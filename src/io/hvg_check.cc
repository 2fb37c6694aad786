// SPDX-License-Identifier: Apache-2.0
#include "io/hvg_check.h"

#include <atomic>
#include <cstring>
#include <random>

#include <fmt/format.h>

#include "base/parallel.h"
#include "io/id_text.h"

namespace hopveil::io {
namespace {

constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 60;
constexpr std::size_t kGrain = std::size_t{1} << 14;

/// A hash of an edge, keyed so that no one can make a file whose missing halves cancel out.
class EdgeHash {
 public:
  EdgeHash() {
    std::random_device device;
    key_ = (std::uint64_t{device()} << 32) | device();
  }
  std::uint64_t operator()(NodeId smaller, NodeId larger) const {
    std::uint64_t x = ((std::uint64_t{smaller} << 32) | larger) ^ key_;
    x = (x ^ (x >> 32)) * 0xD6E8FEB86659FD93;
    x = (x ^ (x >> 32)) * 0xD6E8FEB86659FD93;
    return x ^ (x >> 32);
  }

 private:
  std::uint64_t key_;
};

/// The sum over the row's edges, those to larger nodes counted positive and the others negative: over a whole
/// graph it is 0.
std::uint64_t check_row(NodeId node, std::span<const NodeId> row, std::size_t num_nodes,
                        const EdgeHash& hash) {
  std::uint64_t sum = 0;
  std::uint64_t least = 0;  // what the next entry must not be below
  for (const NodeId other : row) {
    if (other < least || other >= num_nodes || other == node)
      throw damaged_hvg(fmt::format("the neighbours of node {} are not in order", node));
    least = std::uint64_t{other} + 1;
    sum += other > node ? hash(node, other) : ~hash(other, node) + 1;
  }
  return sum;
}

}  // namespace

InputError damaged_hvg(const std::string& problem) {
  return InputError(fmt::format("the .hvg file is damaged ({})", problem), "an intact file is needed",
                    "Make it again with \"hopveil convert\".");
}

HvgHeader checked_hvg_header(std::string_view file) {
  HvgHeader header;
  if (file.size() < sizeof(header)) throw damaged_hvg("its header is cut short");
  std::memcpy(&header, file.data(), sizeof(header));
  if (header.magic != kHvgMagic) {
    throw InputError("the file does not begin as an .hvg file does", "an .hvg file is expected",
                     "Was it transferred in text mode?");
  }
  if (header.byte_order != kHvgByteOrder)
    throw InputError("the .hvg file was written on a machine of the other byte order",
                     "a little-endian file is expected");
  if (header.version < kHvgOldestVersion || header.version > kHvgVersion) {
    throw InputError(fmt::format("the .hvg file has version {}", header.version),
                     fmt::format("this hopveil reads versions {} to {}", kHvgOldestVersion, kHvgVersion),
                     "Make it again with \"hopveil convert\".");
  }
  if (header.header_checksum != hvg_header_checksum(header))
    throw damaged_hvg("its header's checksum is wrong");
  const std::uint64_t known_flags =
      header.version == 1 ? kHvgNamesAreText : kHvgNamesAreText | kHvgListsEverybody;
  const bool sizes_fit = header.num_nodes < kNoNode && header.num_targets < kLargestSize &&
                         header.blob_size < kLargestSize && header.num_targets % 2 == 0 &&
                         (header.flags & ~known_flags) == 0 &&
                         (header.has(kHvgNamesAreText) || header.blob_size == 0);
  if (!sizes_fit) throw damaged_hvg("its header is not possible");
  const std::uint64_t promised = HvgSections(header).file_size;
  if (promised != file.size())
    throw damaged_hvg(fmt::format("it has {} bytes, its header promises {}", file.size(), promised));
  return header;
}

void check_hvg_rows(std::span<const std::uint64_t> offsets, std::span<const NodeId> targets,
                    unsigned threads) {
  const std::size_t num_nodes = offsets.size() - 1;
  if (offsets.front() != 0 || offsets.back() != targets.size()) throw damaged_hvg("its rows do not fill it");
  const EdgeHash hash;
  std::atomic<std::uint64_t> sum = 0;
  parallel_chunks(num_nodes, kGrain, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    std::uint64_t chunk_sum = 0;
    for (std::size_t node = begin; node < end; ++node) {
      if (offsets[node] > offsets[node + 1] || offsets[node + 1] > targets.size())
        throw damaged_hvg(fmt::format("the row of node {} is outside of it", node));
      const auto row = targets.subspan(offsets[node], offsets[node + 1] - offsets[node]);
      chunk_sum += check_row(static_cast<NodeId>(node), row, num_nodes, hash);
    }
    sum += chunk_sum;
  });
  if (sum != 0) throw damaged_hvg("an edge stands in the row of one end only");
}

void check_hvg_names(std::string_view blob, std::span<const std::uint64_t> ends, std::size_t longest_id,
                     unsigned threads) {
  if ((ends.empty() ? 0 : ends.back()) != blob.size()) throw damaged_hvg("its names do not fill it");
  parallel_chunks(ends.size(), kGrain, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t node = begin; node < end; ++node) {
      const std::uint64_t from = node == 0 ? 0 : ends[node - 1];
      if (from >= ends[node] || ends[node] > blob.size())
        throw damaged_hvg(fmt::format("the name of node {} is outside of it", node));
      const std::string problem = unusable_name(blob.substr(from, ends[node] - from), longest_id);
      if (!problem.empty())
        throw damaged_hvg(fmt::format("the name of node {} is refused: {}", node, problem));
    }
  });
}

}  // namespace hopveil::io
