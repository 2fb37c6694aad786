#include "query/query_layer.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "base/check.h"
#include "base/parallel.h"
#include "dp/budget.h"
#include "dp/discrete_laplace.h"
#include "query/flip_rate.h"
#include "query/pair_flips.h"

namespace hopveil {
namespace {

// Pieces of work that have random streams of their own: fixed, so that the number of threads changes nothing.
constexpr std::size_t kEntriesPerChunk = std::size_t{1} << 14;
constexpr std::size_t kRowsPerChunk = 1024;

/// The owners of each pool, and the pools' smallest preferences.
struct Pools {
  std::vector<std::size_t> begin;  // by pool, and an end
  std::vector<NodeId> owners;
  std::vector<std::uint64_t> smallest_preference;
};

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
  NoiseByPreference(const Pools& pools, Rational share) {
    for (std::size_t pool = 0; pool < pools.smallest_preference.size(); ++pool) {
      if (pools.begin[pool] != pools.begin[pool + 1]) nanos_.push_back(pools.smallest_preference[pool]);
    }
    std::sort(nanos_.begin(), nanos_.end());
    nanos_.erase(std::unique(nanos_.begin(), nanos_.end()), nanos_.end());
    noise_.reserve(nanos_.size());
    for (const std::uint64_t nanos : nanos_) noise_.emplace_back(times(Epsilon::from_nanos(nanos), share), 1);
  }
  const DiscreteLaplace& of(std::uint64_t nanos) const {
    return noise_[static_cast<std::size_t>(std::lower_bound(nanos_.begin(), nanos_.end(), nanos) -
                                           nanos_.begin())];
  }

 private:
  std::vector<std::uint64_t> nanos_;
  std::vector<DiscreteLaplace> noise_;
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

/// Adds to `counts` the pairs that `user` owns, each to the one cell of its partner. A sum that would not fit
/// 32 bits stays at the largest number that does, which keeps one edge's effect at 1 or less.
void count_owned(const Graph& graph, const PublicKnowledge& knowledge, const CountQuestion& question,
                 NodeId user, std::vector<std::uint32_t>& counts) {
  for (const NodeId partner : graph.neighbours(user)) {
    const std::uint32_t cell = question.cell_of_partner[partner];
    if (cell == kNobody || knowledge.owner(user, partner) != user) continue;
    if (counts[cell] != std::numeric_limits<std::uint32_t>::max()) ++counts[cell];
  }
}

/// The true edges of one row of a PairQuestion, as ascending columns.
void true_columns(const Graph& graph, const MemberOrder& members, std::uint32_t row,
                  std::vector<std::uint32_t>& columns) {
  columns.clear();
  for (const NodeId partner : graph.neighbours(members.user(row))) {
    const std::uint32_t place = members.place(partner);
    if (place != MemberOrder::kNotMember && place > row) columns.push_back(place);
  }
  std::sort(columns.begin(), columns.end());
}

/// The answers of the rows [begin, end): the true edges but for the flipped pairs, and the flipped pairs that
/// are no edges.
NoisyEdges answer_rows(const Graph& graph, const MemberOrder& members, const std::vector<FlippedPair>& flips,
                       std::size_t begin, std::size_t end) {
  NoisyEdges answers;
  std::vector<std::uint32_t> edges;
  std::vector<std::uint32_t> flipped;
  std::vector<std::uint32_t> linked;
  auto flip = flips.begin();
  for (auto row = static_cast<std::uint32_t>(begin); row < end; ++row) {
    flipped.clear();
    for (; flip != flips.end() && flip->row == row; ++flip) flipped.push_back(flip->column);
    true_columns(graph, members, row, edges);
    linked.clear();
    std::set_symmetric_difference(edges.begin(), edges.end(), flipped.begin(), flipped.end(),
                                  std::back_inserter(linked));
    for (const std::uint32_t column : linked) {
      answers.push_back(std::minmax(members.user(row), members.user(column)));
    }
  }
  return answers;
}

/// What an audit sees of a question: the exact counts, and what each entry spends.
NoisyStep observed_counts(const Graph& graph, const PublicKnowledge& knowledge, const CountQuestion& question,
                          const Pools& pools, std::uint64_t number) {
  NoisyStep step{.name = fmt::format("question {}: counts", number + 1),
                 .noise = NoisyStep::Noise::kLaplace,
                 .input = {},
                 .sensitivity = 1,
                 .epsilon = {},
                 .published = false};
  for (std::size_t pool = 0; pool < question.num_pools; ++pool) {
    const bool anybody = pools.begin[pool] != pools.begin[pool + 1];
    std::vector<std::uint32_t> counts(question.num_cells);
    for (std::size_t i = pools.begin[pool]; i < pools.begin[pool + 1]; ++i) {
      count_owned(graph, knowledge, question, pools.owners[i], counts);
    }
    step.input.insert(step.input.end(), counts.begin(), counts.end());
    const Rational epsilon = anybody
                                 ? times(Epsilon::from_nanos(pools.smallest_preference[pool]), question.share)
                                 : question.share;
    step.epsilon.insert(step.epsilon.end(), question.num_cells, epsilon);
  }
  return step;
}

PairStep observed_pairs(const Graph& graph, const MemberOrder& members, const PairQuestion& question,
                        std::uint64_t number) {
  PairStep step{.name = fmt::format("question {}: pairs", number + 1), .linked = {}, .share = question.share};
  step.linked = answer_rows(graph, members, {}, 0, members.num_rows());
  std::sort(step.linked.begin(), step.linked.end());
  return step;
}

}  // namespace

QueryLayer::QueryLayer(const Graph& graph, const PublicKnowledge& knowledge, RandomSource& random,
                       unsigned threads, StepObserver* observer)
    : graph_(graph),
      knowledge_(knowledge),
      random_(random),
      threads_(threads),
      observer_(observer),
      accounts_(knowledge) {
  check(graph.num_nodes() == knowledge.num_users(), "public knowledge is not about this network");
}

NoisyCounts QueryLayer::ask(const CountQuestion& question) {
  check_question(knowledge_, question);
  const Pools pools = gather_pools(knowledge_, question);
  const NoiseByPreference noise(pools, question.share);
  accounts_.charge(question);
  const auto random = random_.split("count question", questions_++);
  NoisyCounts answers(question.num_pools, question.num_cells);
  if (question.num_cells == 0) return answers;
  const std::size_t pools_per_chunk = std::max<std::size_t>(1, kEntriesPerChunk / question.num_cells);
  parallel_chunks(question.num_pools, pools_per_chunk, threads_,
                  [&](std::size_t begin, std::size_t end, unsigned) {
                    const auto stream = random->split("pools", begin);
                    std::vector<std::uint32_t> counts(question.num_cells);
                    for (std::size_t pool = begin; pool < end; ++pool) {
                      if (pools.begin[pool] == pools.begin[pool + 1])
                        continue;  // nobody is asked: known to all
                      std::fill(counts.begin(), counts.end(), 0);
                      for (std::size_t i = pools.begin[pool]; i < pools.begin[pool + 1]; ++i) {
                        count_owned(graph_, knowledge_, question, pools.owners[i], counts);
                      }
                      noise.of(pools.smallest_preference[pool])
                          .add_to(*stream, counts, answers.pool(static_cast<std::uint32_t>(pool)));
                    }
                  });
  if (observer_ != nullptr && question.num_pools > 0) {
    const NoisyStep step = observed_counts(graph_, knowledge_, question, pools, questions_ - 1);
    observer_->after_noise(step, {answers.pool(0).data(), step.input.size()});
  }
  return answers;
}

NoisyEdges QueryLayer::ask(const PairQuestion& question) {
  check(question.is_member.size() == knowledge_.num_users(), "a question is not about these users");
  const MemberOrder members(knowledge_, question);
  if (members.num_rows() > 0) {  // the smallest level decides whether randomized response can be asked at all
    static_cast<void>(flip_rate(times(knowledge_.preference(members.user(0)), question.share)));
  }
  accounts_.charge(question);
  const auto random = random_.split("pair question", questions_++);
  std::vector<NoisyEdges> pieces((members.num_rows() + kRowsPerChunk - 1) / kRowsPerChunk);
  parallel_chunks(members.num_rows(), kRowsPerChunk, threads_,
                  [&](std::size_t begin, std::size_t end, unsigned) {
                    const auto stream = random->split("rows", begin);
                    const auto flips = draw_flips(*stream, knowledge_, members, question.share, begin, end);
                    pieces[begin / kRowsPerChunk] = answer_rows(graph_, members, flips, begin, end);
                  });
  NoisyEdges answers;
  for (NoisyEdges& piece : pieces) {
    answers.insert(answers.end(), piece.begin(), piece.end());
    piece = {};
  }
  std::sort(answers.begin(), answers.end());
  if (observer_ != nullptr) {
    observer_->after_response(observed_pairs(graph_, members, question, questions_ - 1), answers);
  }
  return answers;
}

}  // namespace hopveil
