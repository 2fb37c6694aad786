#include "count/count_plan.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "count/row_kernel.h"

namespace hopveil {
namespace {

constexpr std::uint64_t kBitsPerWord = 64;

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

/// Two rows, two states, the bits reached, the gains, the first hop's pair and the component's parent per
/// user.
std::uint64_t bytes_of_rows(const Graph& graph, unsigned row_words) {
  const std::uint64_t per_user = 2 * sizeof(std::uint64_t) * row_words + 2 * sizeof(std::uint8_t) +
                                 (1 + kGainSlots) * sizeof(BitCount) + 2 * sizeof(std::uint32_t);
  return graph.num_nodes() * per_user;
}

/// The narrowest row that needs as few batches as the widest that fits; 0 when none fits.
unsigned choose_row_words(const Graph& graph, std::uint64_t num_public, std::uint64_t bytes_left) {
  const std::uint64_t words_needed =
      std::max<std::uint64_t>(1, (num_public + kBitsPerWord - 1) / kBitsPerWord);
  unsigned widest = 0;
  for (const unsigned width : kRowWidths) {
    if (bytes_of_rows(graph, width) <= bytes_left) widest = width;
  }
  if (widest == 0) return 0;
  const std::uint64_t batches = (words_needed + widest - 1) / widest;
  return *std::find_if(kRowWidths.begin(), kRowWidths.end(),
                       [&](unsigned width) { return width * batches >= words_needed; });
}

[[noreturn]] void refuse(std::uint64_t needed, std::uint64_t limit) {
  constexpr double kMiB = 1024.0 * 1024.0;
  throw InputError(
      fmt::format("counting on this graph needs at least {:.1f} MiB of memory, but the limit is {:.1f} MiB",
                  static_cast<double>(needed) / kMiB, static_cast<double>(limit) / kMiB),
      "raise the memory limit or take a smaller graph");
}

}  // namespace

CountPlan plan_count(const Graph& graph, const UserRoles& roles, const CountOptions& options,
                     bool with_subsets) {
  const std::uint64_t limit =
      options.memory_limit != 0 ? options.memory_limit : machine_memory() / 2 / options.counters_at_once;
  const std::uint64_t num_public = roles.public_users().size();
  CountPlan plan;
  plan.bytes_for_graph = PullGraph::bytes_needed(graph);
  if (with_subsets) plan.bytes_for_subsets = PullGraph::bytes_needed_for_subsets(graph);
  const std::uint64_t fixed = plan.bytes();
  if (options.row_words != 0) {
    check(std::find(kRowWidths.begin(), kRowWidths.end(), options.row_words) != kRowWidths.end(),
          "a row width that the kernel is not built for");
    plan.row_words = options.row_words;
  } else {
    plan.row_words = choose_row_words(graph, num_public, limit > fixed ? limit - fixed : 0);
  }
  plan.bytes_for_rows = bytes_of_rows(graph, std::max(plan.row_words, kRowWidths.front()));
  if (plan.row_words == 0 || plan.bytes() > limit) refuse(plan.bytes(), limit);
  const std::uint64_t batch_size = plan.row_words * kBitsPerWord;
  plan.batches = (num_public + batch_size - 1) / batch_size;
  return plan;
}

SourceBatch source_batch(const CountPlan& plan, Rank num_public, std::size_t index) {
  const auto border = [&](std::size_t i) {
    return static_cast<Rank>(std::uint64_t{num_public} * i / plan.batches);
  };
  return {border(index), border(index + 1)};
}

}  // namespace hopveil
