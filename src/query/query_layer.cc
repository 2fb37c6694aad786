// SPDX-License-Identifier: Apache-2.0
#include "query/query_layer.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "base/check.h"
#include "base/parallel.h"
#include "dp/budget.h"
#include "dp/discrete_laplace.h"
#include "query/flip_rate.h"
#include "query/pair_flips.h"

namespace hopveil::query {
namespace {

// Pieces of work that have random streams of their own: fixed, so that the number of threads changes nothing.
constexpr std::size_t kEntriesPerChunk = std::size_t{1} << 14;
constexpr std::size_t kRowsPerChunk = 1024;

Pools gather_pools(const PublicKnowledge& knowledge, const CountQuestion& question) {
  constexpr auto kNone = std::numeric_limits<std::uint64_t>::max();
  const auto private_users = knowledge.roles().private_users();
  Pools pools{std::vector<std::size_t>(question.num_pools + std::size_t{1}, 0),
              {},
              std::vector<std::uint64_t>(question.num_pools, kNone)};
  for (const NodeId user : private_users) {
    const std::uint32_t pool = question.pool_of_owner[user];
    if (pool == kNobody) continue;
    ++pools.begin[pool + std::size_t{1}];
    auto& smallest = pools.smallest_preference[pool];
    smallest = std::min(smallest, knowledge.preference(user).nanos());
  }
  for (std::size_t pool = 0; pool < question.num_pools; ++pool) pools.begin[pool + 1] += pools.begin[pool];
  pools.owners.resize(pools.begin.back());
  std::vector<std::size_t> next(pools.begin.begin(), pools.begin.end() - 1);
  for (const NodeId user : private_users) {
    const std::uint32_t pool = question.pool_of_owner[user];
    if (pool != kNobody) pools.owners[next[pool]++] = user;
  }
  return pools;
}

/// The noise of every distinct preference among the pools.
class NoiseByPreference {
 public:
  NoiseByPreference(const Pools& pools, dp::Rational share) {
    for (std::size_t pool = 0; pool < pools.smallest_preference.size(); ++pool) {
      if (pools.begin[pool] != pools.begin[pool + 1]) nanos_.push_back(pools.smallest_preference[pool]);
    }
    std::sort(nanos_.begin(), nanos_.end());
    nanos_.erase(std::unique(nanos_.begin(), nanos_.end()), nanos_.end());
    noise_.reserve(nanos_.size());
    for (const std::uint64_t nanos : nanos_)
      noise_.emplace_back(dp::times(Epsilon::from_nanos(nanos), share), 1);
  }
  const dp::DiscreteLaplace& of(std::uint64_t nanos) const {
    return noise_[static_cast<std::size_t>(std::lower_bound(nanos_.begin(), nanos_.end(), nanos) -
                                           nanos_.begin())];
  }

 private:
  std::vector<std::uint64_t> nanos_;
  std::vector<dp::DiscreteLaplace> noise_;
};

void check_question(const PublicKnowledge& knowledge, const CountQuestion& question) {
  check(question.pool_of_owner.size() == knowledge.num_users() &&
            question.cell_of_partner.size() == knowledge.num_users(),
        "a question is not about these users");
  for (NodeId user = 0; user < knowledge.num_users(); ++user) {
    const std::uint32_t pool = question.pool_of_owner[user];
    const std::uint32_t cell = question.cell_of_partner[user];
    check(pool == kNobody || (pool < question.num_pools && !knowledge.is_public(user)),
          "a question has no such pool, or asks a public user");
    check(cell == kNobody || cell < question.num_cells, "a question has no such cell");
  }
}

/// The answers of the rows [begin, end): the true edges but for the flipped pairs, and the flipped pairs that
/// are no edges. An audit also wants the true edges, as used here.
NoisyEdges answer_rows(const TruePairs& truth, const MemberOrder& members,
                       const std::vector<FlippedPair>& flips, std::size_t begin, std::size_t end,
                       NoisyEdges* used_edges) {
  NoisyEdges answers;
  std::vector<std::uint32_t> edges;
  std::vector<std::uint32_t> flipped;
  std::vector<std::uint32_t> linked;
  auto flip = flips.begin();
  for (auto row = static_cast<std::uint32_t>(begin); row < end; ++row) {
    flipped.clear();
    for (; flip != flips.end() && flip->row == row; ++flip) flipped.push_back(flip->column);
    truth.of_row(row, edges);
    linked.clear();
    std::set_symmetric_difference(edges.begin(), edges.end(), flipped.begin(), flipped.end(),
                                  std::back_inserter(linked));
    for (const std::uint32_t column : linked) {
      answers.push_back(std::minmax(members.user(row), members.user(column)));
    }
    if (used_edges == nullptr) continue;
    for (const std::uint32_t column : edges) {
      used_edges->push_back(std::minmax(members.user(row), members.user(column)));
    }
  }
  return answers;
}

/// What an audit sees of a count question, before its pools are answered.
dp::NoisyStep unanswered(const CountQuestion& question, std::uint64_t number) {
  const std::size_t entries = std::size_t{question.num_pools} * question.num_cells;
  return {.name = fmt::format("question {}: counts", number + 1),
          .noise = dp::NoisyStep::Noise::kLaplace,
          .input = std::vector<std::int64_t>(entries),
          .sensitivity = 1,
          .epsilon = std::vector<dp::Rational>(entries, question.share),
          .published = false,
          .drawn = std::vector<bool>(entries, false)};
}

/// What every pool's noise was added to, and the noise's parameter, while the pools are answered.
class UsedCounts {
 public:
  UsedCounts(const CountQuestion& question, bool observed)
      : counts_(observed ? std::size_t{question.num_pools} * question.num_cells : 0),
        rates_(observed ? question.num_pools : 0) {}
  void add(std::size_t pool, std::span<const std::uint32_t> counts, dp::Rational rate) {
    if (rates_.empty()) return;
    std::ranges::copy(counts, counts_.begin() + static_cast<std::ptrdiff_t>(pool * counts.size()));
    rates_[pool] = rate;
  }
  void move_to(dp::NoisyStep& step) const {
    const std::size_t cells = counts_.size() / std::max<std::size_t>(rates_.size(), 1);
    for (std::size_t entry = 0; entry < counts_.size(); ++entry) {
      const auto& rate = rates_[entry / cells];
      if (!rate) continue;  // no user was asked
      step.input[entry] = counts_[entry];
      step.epsilon[entry] = *rate;
      step.drawn[entry] = true;
    }
  }

 private:
  std::vector<std::uint32_t> counts_;
  std::vector<std::optional<dp::Rational>> rates_;
};

}  // namespace

QueryLayer::QueryLayer(const Graph& graph, const PublicKnowledge& knowledge, RandomSource& random,
                       unsigned threads, dp::StepObserver* observer)
    : memory_(std::make_unique<GraphEdges>(graph, knowledge)),
      edges_(*memory_),
      knowledge_(knowledge),
      random_(random),
      threads_(threads),
      observer_(observer),
      accounts_(knowledge) {}

QueryLayer::QueryLayer(EdgeSource& edges, const PublicKnowledge& knowledge, RandomSource& random,
                       unsigned threads, dp::StepObserver* observer)
    : edges_(edges),
      knowledge_(knowledge),
      random_(random),
      threads_(threads),
      observer_(observer),
      accounts_(knowledge) {}

NoisyCounts QueryLayer::ask(const CountQuestion& question) {
  check_question(knowledge_, question);
  const Pools pools = gather_pools(knowledge_, question);
  const NoiseByPreference noise(pools, question.share);
  accounts_.charge(question);
  const auto random = random_.split("count question", questions_++);
  NoisyCounts answers(question.num_pools, question.num_cells);
  if (question.num_cells == 0 || question.num_pools == 0) return answers;
  const std::unique_ptr<TrueCounts> truth = edges_.counts(question, pools, threads_);
  UsedCounts used(question, observer_ != nullptr);
  const std::size_t pools_per_chunk = std::max<std::size_t>(1, kEntriesPerChunk / question.num_cells);
  parallel_chunks(question.num_pools, pools_per_chunk, threads_,
                  [&](std::size_t begin, std::size_t end, unsigned) {
                    const auto stream = random->split("pools", begin);
                    std::vector<std::uint32_t> counts(question.num_cells);
                    for (std::size_t pool = begin; pool < end; ++pool) {
                      if (pools.empty(pool)) continue;  // no user is asked: known to all
                      truth->of_pool(pool, counts);
                      const dp::DiscreteLaplace& laplace = noise.of(pools.smallest_preference[pool]);
                      laplace.add_to(*stream, counts, answers.pool(static_cast<std::uint32_t>(pool)));
                      used.add(pool, counts, laplace.rate());
                    }
                  });
  if (observer_ != nullptr) {
    dp::NoisyStep step = unanswered(question, questions_ - 1);
    used.move_to(step);
    observer_->after_noise(step, {answers.pool(0).data(), step.input.size()});
  }
  return answers;
}

NoisyEdges QueryLayer::ask(const PairQuestion& question) {
  check(question.is_member.size() == knowledge_.num_users(), "a question is not about these users");
  const MemberOrder members(knowledge_, question);
  if (members.num_rows() > 0) {  // the smallest level decides whether randomized response can be asked at all
    static_cast<void>(flip_rate(dp::times(knowledge_.preference(members.user(0)), question.share)));
  }
  accounts_.charge(question);
  const auto random = random_.split("pair question", questions_++);
  const std::size_t num_pieces = (members.num_rows() + kRowsPerChunk - 1) / kRowsPerChunk;
  const bool observed = observer_ != nullptr;
  const std::unique_ptr<TruePairs> truth = edges_.pairs(members, threads_);
  std::vector<NoisyEdges> pieces(num_pieces);
  std::vector<NoisyEdges> used_edges(observed ? num_pieces : 0);
  std::vector<std::uint64_t> used_rates(observed ? members.num_rows() : 0);
  parallel_chunks(
      members.num_rows(), kRowsPerChunk, threads_, [&](std::size_t begin, std::size_t end, unsigned) {
        const auto stream = random->split("rows", begin);
        const auto rates =
            observed ? std::span(used_rates).subspan(begin, end - begin) : std::span<std::uint64_t>{};
        const auto flips = draw_flips(*stream, knowledge_, members, question.share, begin, end, rates);
        const std::size_t piece = begin / kRowsPerChunk;
        pieces[piece] =
            answer_rows(*truth, members, flips, begin, end, observed ? &used_edges[piece] : nullptr);
      });
  NoisyEdges answers;
  for (NoisyEdges& piece : pieces) {
    answers.insert(answers.end(), piece.begin(), piece.end());
    piece = {};
  }
  std::sort(answers.begin(), answers.end());
  if (observed) {
    dp::PairStep step{.name = fmt::format("question {}: pairs", questions_),
                      .linked = {},
                      .members = {},
                      .stay_rates = std::move(used_rates)};
    for (const NoisyEdges& piece : used_edges) {
      step.linked.insert(step.linked.end(), piece.begin(), piece.end());
    }
    std::sort(step.linked.begin(), step.linked.end());
    for (std::size_t place = 0; place < members.size(); ++place) step.members.push_back(members.user(place));
    observer_->after_response(step, answers);
  }
  return answers;
}

}  // namespace hopveil::query
