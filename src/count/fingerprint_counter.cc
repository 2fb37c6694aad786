// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include <fmt/format.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>

#include "base/stop.h"
#include "count/count_plan.h"
#include "count/counter.h"
#include "count/in_memory_counter.h"
#include "count/streamed_counter.h"

namespace hopveil {
namespace {

void check_hops(unsigned hops) {
  if (hops >= 1 && hops <= kMaxHops) return;
  throw InputError(fmt::format("counts at {} hops are asked for", hops),
                   fmt::format("give a number from 1 to {}", kMaxHops));
}

void check_users_exist(const Graph& graph, std::span<const NodeId> users) {
  const auto missing =
      std::find_if(users.begin(), users.end(), [&](NodeId u) { return u >= graph.num_nodes(); });
  if (missing == users.end()) return;
  throw InputError(fmt::format("user {} does not exist; there are {}", *missing, graph.num_nodes()));
}

void check_no_repeats(const Graph& graph, std::span<const NodeId> sources) {
  std::vector<bool> seen(graph.num_nodes());
  for (const NodeId user : sources) {
    if (seen[user]) throw InputError(fmt::format("user {} is to be counted twice", user));
    seen[user] = true;
  }
}

CountOptions with_threads(CountOptions options, unsigned threads) {
  options.threads = threads;
  return options;
}

}  // namespace

void count::check_column(std::size_t entries, std::size_t rows) {
  if (entries == rows) return;
  throw InputError(fmt::format("there are {} entries for {} rows of counts", entries, rows));
}

void count::check_reach(bool everybody_else_has_a_row) {
  if (everybody_else_has_a_row) return;
  throw InputError("reach is asked for where not every user but the sources has a row",
                   "give every other user a row, as UserRoles do");
}

class FingerprintCounter::Impl {
 public:
  Impl(const Graph& graph, const CountTask& task, const CountOptions& asked, CounterUse use)
      : stop_(asked.stop), plan_(plan_count(graph, task.sources.size(), asked, use == CounterUse::kSubsets)) {
    const CountOptions options = with_threads(asked, count::useful_threads(graph, plan_, asked.threads));
    counter_ = plan_.streams_edges ? count::make_streamed_counter(graph, task, options, plan_)
                                   : count::make_in_memory_counter(graph, task, options, plan_, use);
  }

  const CountPlan& plan() const { return plan_; }
  count::Batches all() const { return {0, plan_.batches}; }
  const std::stop_token& stop() const { return stop_; }
  count::Counter& counter() const { return *counter_; }

 private:
  std::stop_token stop_;
  CountPlan plan_;
  std::unique_ptr<count::Counter> counter_;
};

FingerprintCounter::FingerprintCounter(const Graph& graph, const CountTask& task, const CountOptions& options,
                                       CounterUse use)
    : impl_([&] {
        check_users_exist(graph, task.sources);
        check_users_exist(graph, task.rows);
        check_no_repeats(graph, task.sources);
        const StopScope scope(options.stop);
        return std::make_unique<Impl>(graph, task, options, use);
      }()) {}
FingerprintCounter::~FingerprintCounter() = default;
FingerprintCounter::FingerprintCounter(FingerprintCounter&&) noexcept = default;
FingerprintCounter& FingerprintCounter::operator=(FingerprintCounter&&) noexcept = default;

void FingerprintCounter::count(unsigned hops, ExactCounts& out) {
  check_hops(hops);
  const StopScope scope(impl_->stop());
  impl_->counter().count(nullptr, impl_->all(), hops, out, nullptr);
}
void FingerprintCounter::count(const EdgeSubset& kept, unsigned hops, ExactCounts& out) {
  check_hops(hops);
  const StopScope scope(impl_->stop());
  impl_->counter().count(&kept, impl_->all(), hops, out, nullptr);
}
void FingerprintCounter::count_with_reach(unsigned hops, ExactCounts& out, ExactCounts& reach) {
  check_hops(hops);
  const StopScope scope(impl_->stop());
  impl_->counter().count(nullptr, impl_->all(), hops, out, &reach);
}
void FingerprintCounter::count_batches(std::size_t first, std::size_t last, unsigned hops, ExactCounts& out) {
  check_hops(hops);
  if (first > last || last > impl_->plan().batches) {
    throw InputError(fmt::format("the batches from {} to {} are asked for", first, last),
                     fmt::format("there are {}", impl_->plan().batches));
  }
  const StopScope scope(impl_->stop());
  impl_->counter().count(nullptr, {first, last}, hops, out, nullptr);
}
std::vector<NodeId> FingerprintCounter::sources_in_order() const {
  return impl_->counter().sources_in_order();
}
void FingerprintCounter::count_hop(unsigned hop, std::span<std::uint32_t> by_row) {
  check_hops(hop);
  const StopScope scope(impl_->stop());
  impl_->counter().count_hop(nullptr, hop, by_row);
}
void FingerprintCounter::count_hop(const EdgeSubset& kept, unsigned hop, std::span<std::uint32_t> by_row) {
  check_hops(hop);
  const StopScope scope(impl_->stop());
  impl_->counter().count_hop(&kept, hop, by_row);
}
const CountPlan& FingerprintCounter::plan() const {
  return impl_->plan();
}

ExactCounts count_fingerprints(const Graph& graph, const CountTask& task, unsigned hops,
                               const CountOptions& options) {
  ExactCounts counts;
  FingerprintCounter(graph, task, options, CounterUse::kWholeGraphOnce).count(hops, counts);
  return counts;
}

}  // namespace hopveil
