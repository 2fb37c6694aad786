// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>
#include <vector>

// The header is plain C and does not say so to C++; it includes nothing that the lines above do not.
#include <complex>
extern "C" {
#include <GraphBLAS.h>
}

#include "base/check.h"
#include "base/parallel.h"
#include "peers.h"

namespace hopveil::bench {
namespace {

void must(GrB_Info info) {
  check(info == GrB_SUCCESS, "GraphBLAS refuses");
}

/// The adjacency matrix with all bits set at every edge: band with it is the identity. `one_value`: stored
/// once for all edges, which GraphBLAS makes use of.
std::shared_ptr<GrB_Matrix> adjacency_of(const Graph& graph, bool one_value) {
  const GrB_Index n = graph.num_nodes();
  const std::size_t slots = graph.targets().size();
  auto* offsets = static_cast<GrB_Index*>(std::malloc((n + 1) * sizeof(GrB_Index)));
  auto* columns = static_cast<GrB_Index*>(std::malloc(std::max<std::size_t>(slots, 1) * sizeof(GrB_Index)));
  const std::size_t num_values = one_value ? 1 : std::max<std::size_t>(slots, 1);
  auto* value = static_cast<std::uint64_t*>(std::malloc(num_values * sizeof(std::uint64_t)));
  std::copy(graph.offsets().begin(), graph.offsets().end(), offsets);
  std::copy(graph.targets().begin(), graph.targets().end(), columns);
  std::fill_n(value, num_values, ~std::uint64_t{0});
  auto matrix = std::shared_ptr<GrB_Matrix>(new GrB_Matrix(nullptr), [](GrB_Matrix* owned) {
    GrB_Matrix_free(owned);
    delete owned;
  });
  auto* values = static_cast<void*>(value);
  must(GxB_Matrix_import_CSR(matrix.get(), GrB_UINT64, n, n, &offsets, &columns, &values,
                             (n + 1) * sizeof(GrB_Index), std::max<std::size_t>(slots, 1) * sizeof(GrB_Index),
                             num_values * sizeof(std::uint64_t), one_value, false, nullptr));
  return matrix;
}

/// Lends the words of a full matrix to `use` without copying them.
template <class Use>
void with_words(GrB_Matrix matrix, const Use& use) {
  void* words = nullptr;
  GrB_Index bytes = 0;
  bool iso = false;
  must(GxB_Matrix_unpack_FullR(matrix, &words, &bytes, &iso, nullptr));
  use(static_cast<const std::uint64_t*>(words));
  must(GxB_Matrix_pack_FullR(matrix, &words, bytes, iso, nullptr));
}

GrB_Matrix first_rows(const UserRoles& roles, GrB_Index n, GrB_Index row_words) {
  const std::size_t bytes = n * row_words * sizeof(std::uint64_t);
  auto* words = static_cast<std::uint64_t*>(std::calloc(n * row_words, sizeof(std::uint64_t)));
  for (std::size_t i = 0; i < roles.public_users().size(); ++i) {
    words[roles.public_users()[i] * row_words + i / 64] |= std::uint64_t{1} << (i % 64);
  }
  GrB_Matrix rows = nullptr;
  auto* untyped = static_cast<void*>(words);
  must(GxB_Matrix_import_FullR(&rows, GrB_UINT64, n, row_words, &untyped, bytes, false, nullptr));
  return rows;
}

/// Fills one hop's column from the popcounts of the new rows; whether anybody gained.
bool count_gains(const std::uint64_t* words, GrB_Index row_words, const UserRoles& roles, unsigned threads,
                 std::vector<std::uint32_t>& reached, std::span<std::uint32_t> gained) {
  std::atomic<bool> any = false;
  parallel_chunks(gained.size(), 4096, threads, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint64_t* const own = words + roles.private_users()[row] * row_words;
      std::uint32_t bits = 0;
      for (GrB_Index i = 0; i < row_words; ++i) bits += static_cast<std::uint32_t>(std::popcount(own[i]));
      gained[row] = bits - std::exchange(reached[row], bits);
      if (gained[row] != 0) any.store(true, std::memory_order_relaxed);
    }
  });
  return any;
}

/// `until_nothing_gained`: stops as soon as a hop brings nothing.
ExactCounts count_by_products(GrB_Matrix adjacency, const UserRoles& roles, unsigned hops, unsigned threads,
                              bool until_nothing_gained) {
  GrB_Index n = 0;
  must(GrB_Matrix_nrows(&n, adjacency));
  const GrB_Index row_words = (roles.public_users().size() + 63) / 64;
  GrB_Matrix rows = first_rows(roles, n, row_words);
  ExactCounts counts(roles.private_users().size(), hops);
  std::vector<std::uint32_t> reached(counts.rows(), 0);
  bool any = true;
  for (unsigned hop = 1; hop <= hops && (any || !until_nothing_gained); ++hop) {
    GrB_Matrix next = nullptr;
    must(GrB_Matrix_dup(&next, rows));
    must(GrB_mxm(next, nullptr, GrB_BOR_UINT64, GxB_BOR_BAND_UINT64, adjacency, rows, nullptr));
    must(GrB_Matrix_wait(next, GrB_MATERIALIZE));
    with_words(next, [&](const std::uint64_t* words) {
      any = count_gains(words, row_words, roles, threads, reached, counts.hop(hop));
    });
    must(GrB_Matrix_free(&rows));
    rows = next;
  }
  must(GrB_Matrix_free(&rows));
  return counts;
}

}  // namespace

Peer make_graphblas_peer(const Graph& graph, unsigned threads, GraphBlasUse use) {
  static const bool started = [] {
    must(GrB_init(GrB_NONBLOCKING));
    return true;
  }();
  check(started, "GraphBLAS did not start");
  must(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, static_cast<int>(threads)));
  must(GxB_Global_Option_set(GxB_FORMAT, GxB_BY_ROW));
  const bool tuned = use == GraphBlasUse::kTuned;
  return {
      tuned ? "GraphBLAS, tuned: one value for all edges, stops when no row gains" : "GraphBLAS, bit-packed",
      0, [adjacency = adjacency_of(graph, tuned), threads, tuned](const UserRoles& roles, unsigned hops) {
        return count_by_products(*adjacency, roles, hops, threads, tuned);
      }};
}

}  // namespace hopveil::bench
