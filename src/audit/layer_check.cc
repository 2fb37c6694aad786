// SPDX-License-Identifier: Apache-2.0
#include "audit/layer_check.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "audit/neighbouring_pair.h"
#include "base/secure_rng.h"
#include "base/seeded_rng.h"
#include "dp/budget.h"
#include "query/query_layer.h"

namespace hopveil::audit {
namespace {

// The layer works in pieces of 1024 rows and 2^14 entries: both are exceeded.
constexpr NodeId kPublic = 2100;
constexpr NodeId kPrivate = 1500;
constexpr NodeId kUsers = kPublic + kPrivate;
constexpr std::uint32_t kCells = 16;
/// Of one count question: noise that is 5% too narrow is found with more than 99% (a test).
constexpr int kTimesAsked = 16;
/// Public users beside the private ones in a question for pairs.
constexpr NodeId kPublicMembers = 60;

constexpr NodeId kHub = kPublic;  // knows every public user
constexpr NodeId kStrict = kPublic + 2;
constexpr NodeId kLiberal = kPublic + 1;

/// The hub knows all public users, everybody knows the next two; every second private user is liberal.
Graph large_network() {
  std::vector<Edge> edges;
  for (NodeId user = 0; user < kPublic; ++user) edges.push_back({user, kHub});
  for (NodeId user = kPublic; user < kUsers; ++user) {
    for (const NodeId step : {1U, 2U}) edges.push_back({user, kPublic + (user - kPublic + step) % kPrivate});
  }
  return graph_from_edges(kUsers, std::move(edges));
}

/// With a public user, among strict users, and from a strict to a liberal one.
constexpr std::array<Edge, 3> kRemoved = {Edge{0, kHub}, Edge{kHub, kStrict}, Edge{kHub, kLiberal}};

UserRoles large_roles() {
  std::vector<NodeId> public_users(kPublic);
  for (NodeId user = 0; user < kPublic; ++user) public_users[user] = user;
  return {kUsers, public_users};
}

Preferences large_preferences(Epsilon level) {
  std::vector<Epsilon> by_row;
  for (NodeId row = 0; row < kPrivate; ++row) {
    const std::uint64_t factor = row % 2 == 0 ? 1 : 2;
    by_row.push_back(Epsilon::from_nanos(std::min(level.nanos() * factor, Epsilon::kMaxNanos)));
  }
  return Preferences(std::move(by_row));
}

/// Half of the users share cell 0, so that the hub's count there exceeds 1000.
std::uint32_t cell_of(NodeId user) {
  return user % 2 == 0 ? 0 : 1 + user / 2 % (kCells - 1);
}

query::CountQuestion count_question(dp::Rational share) {
  query::CountQuestion question;
  question.num_pools = kPrivate;
  question.num_cells = kCells;
  question.share = share;
  for (NodeId user = 0; user < kUsers; ++user) {
    question.pool_of_owner.push_back(user < kPublic ? query::kNobody : user - kPublic);
    question.cell_of_partner.push_back(cell_of(user));
  }
  return question;
}

query::PairQuestion pair_question(dp::Rational share) {
  query::PairQuestion question{std::vector<bool>(kUsers, true), share};
  for (NodeId user = kPublicMembers; user < kPublic; ++user) question.is_member[user] = false;
  return question;
}

bool are_members(Edge edge) {
  const auto member = [](NodeId user) { return user < kPublicMembers || user >= kPublic; };
  return member(edge.from) && member(edge.to);
}

/// One network with what is known of it.
struct Known {
  Known(Graph network, Epsilon level)
      : graph(std::move(network)), knowledge(graph, large_roles(), large_preferences(level)) {}
  Graph graph;
  query::PublicKnowledge knowledge;
};

/// Every edge once, to its owner's pool.
std::vector<std::int64_t> true_counts(const Known& known) {
  std::vector<std::int64_t> counts(std::size_t{kPrivate} * kCells);
  for (const Edge& edge : edges_of(known.graph)) {
    if (edge.to < kPublic) continue;
    const NodeId owner = known.knowledge.owner(edge.from, edge.to);
    const NodeId partner = owner == edge.from ? edge.to : edge.from;
    ++counts[std::size_t{owner - kPublic} * kCells + cell_of(partner)];
  }
  return counts;
}

/// How far two answers are apart, in all numbers together.
std::uint64_t distance(const query::NoisyCounts& a, const query::NoisyCounts& b) {
  std::uint64_t sum = 0;
  for (std::uint32_t pool = 0; pool < a.num_pools(); ++pool) {
    for (std::uint32_t cell = 0; cell < a.num_cells(); ++cell) {
      sum += static_cast<std::uint64_t>(std::abs(a(pool, cell) - b(pool, cell)));
    }
  }
  return sum;
}

std::uint64_t distance(const query::NoisyEdges& a, const query::NoisyEdges& b) {
  query::NoisyEdges different;
  std::ranges::set_symmetric_difference(a, b, std::back_inserter(different));
  return different.size();
}

/// One layer and one network at one share; questions of their own for each of the two kinds.
class Checker {
 public:
  Checker(const LayerMaker& make, Epsilon level, std::uint64_t seed)
      : make_(make), seed_(seed), with_(large_network(), level) {
    for (const Edge& edge : kRemoved) {
      without_.push_back(std::make_unique<Known>(
          pair_of(with_.graph, edge, large_roles(), large_preferences(level)).without, level));
    }
    true_counts_ = true_counts(with_);
  }

  LayerCheck counts(dp::Rational share, bool secure, double alpha) const {
    const query::CountQuestion question = count_question(share);
    NoiseTally tally;
    for (int time = 0; time < kTimesAsked; ++time) {
      const query::NoisyCounts answers = ask(with_, question, secure, static_cast<std::uint64_t>(time));
      for (std::uint32_t pool = 0; pool < kPrivate; ++pool) {
        const double promised = dp::times(with_.knowledge.preference(kPublic + pool), share).value();
        for (std::uint32_t cell = 0; cell < kCells; ++cell) {
          const std::int64_t truth = true_counts_[std::size_t{pool} * kCells + cell];
          tally.add_draw(promised, answers(pool, cell) - truth);
        }
      }
    }
    return finish("counts", question, share, secure, tally, alpha);
  }

  LayerCheck pairs(dp::Rational share, bool secure, double alpha) const {
    const query::PairQuestion question = pair_question(share);
    query::NoisyEdges linked;
    for (const Edge& edge : edges_of(with_.graph)) {
      if (are_members(edge)) linked.emplace_back(edge.from, edge.to);
    }
    const query::NoisyEdges answers = ask(with_, question, secure, 0);
    query::NoisyEdges flipped;
    std::ranges::set_symmetric_difference(linked, answers, std::back_inserter(flipped));
    std::map<double, std::uint64_t> flips;  // by what is promised to the pair
    for (const auto& [a, b] : flipped) ++flips[promised_to_pair(a, b, share)];
    NoiseTally tally;
    for (const auto& [promised, pairs] : pairs_by_promise(share)) {
      tally.add_bits(promised, pairs - flips[promised], flips[promised]);
    }
    return finish("pairs", question, share, secure, tally, alpha);
  }

 private:
  template <class Question>
  auto ask(const Known& known, const Question& question, bool secure, std::uint64_t time) const
      -> decltype(std::declval<query::AnswerSource&>().ask(question)) {
    SeededRng seeded = SeededRng(seed_).stream("layer check", time);
    SecureRng operating_system;
    RandomSource& random = secure ? static_cast<RandomSource&>(operating_system) : seeded;
    return make_(known.graph, known.knowledge, random)->ask(question);
  }

  double promised_to_pair(NodeId a, NodeId b, dp::Rational share) const {
    const query::PublicKnowledge& knowledge = with_.knowledge;
    if (knowledge.is_public(a)) return dp::times(knowledge.preference(b), share).value();
    return dp::times(std::min(knowledge.preference(a), knowledge.preference(b)), share).value();
  }

  std::map<double, std::uint64_t> pairs_by_promise(dp::Rational share) const {
    std::map<double, std::uint64_t> pairs;
    for (NodeId b = kPublic; b < kUsers; ++b) {
      for (NodeId a = 0; a < b; ++a) {
        if (are_members({a, b})) ++pairs[promised_to_pair(a, b, share)];
      }
    }
    return pairs;
  }

  /// What the noise comes to, and what single edges move: once, with the whole budget and bits that can be
  /// repeated.
  template <class Question>
  LayerCheck finish(const char* kind, const Question& question, dp::Rational share, bool secure,
                    const NoiseTally& tally, double alpha) const {
    LayerCheck check;
    check.what = fmt::format("{}, {}/{} of the budget, {} generator", kind, share.numerator(),
                             share.denominator(), secure ? "secure" : "seeded");
    check.secure = secure;
    const std::vector<NoiseBound> bounds = tally.bounds(alpha);
    check.noise = *narrowest(bounds);
    if (secure || share != dp::Rational(1, 1)) return check;
    const auto with = ask(with_, question, secure, 0);
    for (const auto& without : without_) {
      ++check.edges;
      check.strays += distance(with, ask(*without, question, secure, 0)) == 1 ? 0U : 1U;
    }
    return check;
  }

  const LayerMaker& make_;
  std::uint64_t seed_;
  Known with_;
  std::vector<std::unique_ptr<Known>> without_;
  std::vector<std::int64_t> true_counts_;
};

}  // namespace

LayerMaker query_layer_maker() {
  return [](const Graph& graph, const query::PublicKnowledge& knowledge, RandomSource& random) {
    return std::make_unique<query::QueryLayer>(graph, knowledge, random);
  };
}

std::vector<LayerCheck> check_layer(const LayerMaker& make, Epsilon level, std::uint64_t seed, double alpha) {
  const std::array<dp::Rational, 3> shares = {dp::Rational(1, 1), dp::Rational(1, 2), dp::Rational(1, 10)};
  const double alpha_each = alpha / (4 * shares.size());
  const Checker checker(make, level, seed);
  std::vector<LayerCheck> checks;
  for (const dp::Rational share : shares) {
    for (const bool secure : {false, true}) {
      checks.push_back(checker.counts(share, secure, alpha_each));
      checks.push_back(checker.pairs(share, secure, alpha_each));
    }
  }
  return checks;
}

}  // namespace hopveil::audit
