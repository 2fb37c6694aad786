// SPDX-License-Identifier: Apache-2.0
#include "row_limit.h"

#include <cstdint>

#include "base/check.h"
#include "base/huge_buffer.h"
#include "base/parallel.h"
#include "count/pull_graph.h"
#include "count/row_kernel.h"
#include "stopwatch.h"

namespace hopveil::bench {
namespace {

constexpr std::uint64_t kPrefetchDistance = 24;

// Plain C++ on the compiler's vectors, so that the limit does not come from the code it is the limit of.
// A width that is no multiple of 4 words (32 bytes) is not needed here.
__extension__ typedef std::uint64_t Vector __attribute__((vector_size(32), aligned(8)));

template <unsigned kVectors>
__attribute__((target_clones("avx2", "default"))) void unite_rows(const count::PullView& graph,
                                                                  std::uint64_t slots, count::Rank first,
                                                                  count::Rank last, const Vector* rows,
                                                                  Vector* out) {
  for (count::Rank v = first; v < last; ++v) {
    Vector sum[kVectors] = {};
    for (std::uint64_t slot = graph.begins[v]; slot < graph.ends[v]; ++slot) {
      if (slot + kPrefetchDistance < slots) {
        const Vector* const ahead = rows + std::size_t{graph.targets[slot + kPrefetchDistance]} * kVectors;
        for (unsigned i = 0; i < kVectors; i += 2) __builtin_prefetch(ahead + i);
      }
      const Vector* const row = rows + std::size_t{graph.targets[slot]} * kVectors;
#pragma GCC unroll 8
      for (unsigned i = 0; i < kVectors; ++i) sum[i] |= row[i];
    }
#pragma GCC unroll 8
    for (unsigned i = 0; i < kVectors; ++i) out[std::size_t{v} * kVectors + i] = sum[i];
  }
}

using UniteFunction = void (*)(const count::PullView&, std::uint64_t, count::Rank, count::Rank, const Vector*,
                               Vector*);

UniteFunction function_for(unsigned row_words) {
  switch (row_words) {
    case 16:
      return unite_rows<4>;
    case 20:
      return unite_rows<5>;
    case 32:
      return unite_rows<8>;
    default:
      check(false, "the limit is not measured for this row width");
      return nullptr;
  }
}

}  // namespace

double seconds_to_unite_all_rows(const Graph& graph, const UserRoles& roles, unsigned row_words,
                                 unsigned threads) {
  const count::PullGraph pull_graph(graph, roles, threads);
  const std::size_t words = std::size_t{pull_graph.num_linked()} * row_words;
  HugeBuffer<std::uint64_t> rows(words);
  HugeBuffer<std::uint64_t> sums(words);
  for (std::size_t i = 0; i < words; ++i) rows[i] = i;
  const auto chunks = pull_graph.chunk_begins();
  const UniteFunction unite = function_for(row_words);
  return best_seconds_of(6, 5, [&] {
    parallel_chunks(chunks.size() - 1, 1, threads, [&](std::size_t chunk, std::size_t, unsigned) {
      unite(pull_graph.whole(), graph.targets().size(), chunks[chunk], chunks[chunk + 1],
            reinterpret_cast<const Vector*>(rows.data()), reinterpret_cast<Vector*>(sums.data()));
    });
  });
}

}  // namespace hopveil::bench
