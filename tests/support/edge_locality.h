// SPDX-License-Identifier: Apache-2.0
#pragma once

// The two facts that ELI's proof (docs/mechanisms/eli.md) takes from the code, as checks on whoever answers
// questions:
//   locality     with the same random bits on two networks that differ in one edge, each question that sees
//                the pair answers with one number changed by 1, the others with nothing changed;
//   calibration  that number's noise is at least what the pair's level, times the question's share, asks for.

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <boost/math/distributions/binomial.hpp>
#include <fmt/format.h>

#include "base/seeded_rng.h"
#include "dp/budget.h"
#include "graph/builder.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::testing {

using Question = std::variant<query::CountQuestion, query::PairQuestion>;
using LayerFactory = std::function<std::unique_ptr<query::AnswerSource>(
    const Graph&, const query::PublicKnowledge&, RandomSource&)>;

/// Where a number stands in the answers: a pool and a cell, or the two users of a pair.
struct Place {
  std::size_t question;
  std::uint32_t first;
  std::uint32_t second;
  friend auto operator<=>(const Place&, const Place&) = default;
};
struct Entry {
  Place place;
  std::int64_t value;
};
/// Ascending by place; a place that is not there holds 0.
using Answers = std::vector<Entry>;

inline Answers ask_all(query::AnswerSource& source, const std::vector<Question>& questions) {
  Answers answers;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (const auto* counts = std::get_if<query::CountQuestion>(&questions[i])) {
      const query::NoisyCounts noisy = source.ask(*counts);
      for (std::uint32_t pool = 0; pool < noisy.num_pools(); ++pool) {
        for (std::uint32_t cell = 0; cell < noisy.num_cells(); ++cell) {
          answers.push_back({{i, pool, cell}, noisy(pool, cell)});
        }
      }
    } else {
      for (const auto& [a, b] : source.ask(std::get<query::PairQuestion>(questions[i]))) {
        answers.push_back({{i, a, b}, 1});
      }
    }
  }
  return answers;
}

/// `with` - `without`, where they differ.
inline Answers differences(const Answers& with, const Answers& without) {
  Answers result;
  auto a = with.begin();
  auto b = without.begin();
  while (a != with.end() || b != without.end()) {
    if (b == without.end() || (a != with.end() && a->place < b->place)) {
      if (a->value != 0) result.push_back(*a);
      ++a;
    } else if (a == with.end() || b->place < a->place) {
      if (b->value != 0) result.push_back({b->place, -b->value});
      ++b;
    } else {
      if (a->value != b->value) result.push_back({a->place, a->value - b->value});
      ++a;
      ++b;
    }
  }
  return result;
}

/// The private end, or the private end with the smaller preference; ties as the knowledge has them.
inline NodeId obvious_owner(const query::PublicKnowledge& knowledge, NodeId u, NodeId v) {
  if (knowledge.is_public(u)) return v;
  if (knowledge.is_public(v)) return u;
  if (knowledge.preference(u) == knowledge.preference(v)) return knowledge.owner(u, v);
  return knowledge.preference(u) < knowledge.preference(v) ? u : v;
}

/// The one number of the question's answer that the edge {u, v} touches, if any.
inline std::optional<Place> place_of_pair(const query::PublicKnowledge& knowledge,
                                          const std::vector<Question>& questions, std::size_t question,
                                          NodeId u, NodeId v) {
  if (const auto* counts = std::get_if<query::CountQuestion>(&questions[question])) {
    const NodeId owner = obvious_owner(knowledge, u, v);
    const std::uint32_t pool = counts->pool_of_owner[owner];
    const std::uint32_t cell = counts->cell_of_partner[owner == u ? v : u];
    if (pool == query::kNobody || cell == query::kNobody) return std::nullopt;
    return Place{question, pool, cell};
  }
  const auto& pairs = std::get<query::PairQuestion>(questions[question]);
  if (!pairs.is_member[u] || !pairs.is_member[v]) return std::nullopt;
  return Place{question, std::min(u, v), std::max(u, v)};
}

/// Empty when `with` and `without`, answers on the same random bits of networks that differ in the edge
/// {u, v}, differ as they should; otherwise what is wrong.
inline std::string locality_failure(const query::PublicKnowledge& knowledge,
                                    const std::vector<Question>& questions, NodeId u, NodeId v,
                                    const Answers& with, const Answers& without) {
  const Answers changed = differences(with, without);
  std::vector<Place> expected;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (const auto place = place_of_pair(knowledge, questions, i, u, v)) expected.push_back(*place);
  }
  if (changed.size() != expected.size()) {
    return fmt::format("edge {}-{} changes {} numbers, not {}", u, v, changed.size(), expected.size());
  }
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const bool is_pair = std::holds_alternative<query::PairQuestion>(questions[changed[i].place.question]);
    if (changed[i].place != expected[i]) return fmt::format("edge {}-{} changes another number", u, v);
    // A pair's bit that was flipped is 0 with the edge and 1 without it.
    if (changed[i].value != 1 && !(is_pair && changed[i].value == -1)) {
      return fmt::format("edge {}-{} changes a count by {}", u, v, changed[i].value);
    }
  }
  return "";
}

/// Of one check; a table of checks multiplies it by its length.
inline constexpr double kCalibrationFalseAlarm = 1e-10;

/// Empty when on a network without edges, asked `runs` times, every pair's numbers stay as they are no more
/// often than discrete Laplace noise and randomized response at its level allow; otherwise what is wrong.
/// More noise than needed (a pool's smallest preference) passes.
inline std::string calibration_failure(const LayerFactory& factory, const Graph& no_edges,
                                       const query::PublicKnowledge& knowledge,
                                       const std::vector<Question>& questions, unsigned runs) {
  std::vector<Answers> samples;
  for (unsigned run = 0; run < runs; ++run) {
    SeededRng random(run);
    const auto source = factory(no_edges, knowledge, random);
    samples.push_back(ask_all(*source, questions));
  }
  const auto value_at = [](const Answers& answers, const Place& place) {
    const auto found = std::ranges::lower_bound(answers, place, {}, &Entry::place);
    return found != answers.end() && found->place == place ? found->value : 0;
  };
  for (NodeId u = 0; u < knowledge.num_users(); ++u) {
    for (NodeId v = u + 1; v < knowledge.num_users(); ++v) {
      if (knowledge.is_public(u) && knowledge.is_public(v)) continue;
      for (std::size_t i = 0; i < questions.size(); ++i) {
        const auto place = place_of_pair(knowledge, questions, i, u, v);
        if (!place) continue;
        const bool is_pair = std::holds_alternative<query::PairQuestion>(questions[i]);
        const dp::Rational share =
            std::visit([](const auto& question) { return question.share; }, questions[i]);
        const double level = dp::times(knowledge.preference(obvious_owner(knowledge, u, v)), share).value();
        // P(noise = 0) of discrete Laplace noise is tanh(level / 2); P(no flip) is 1 / (1 + exp(-level)).
        const double unchanged = is_pair ? 1 / (1 + std::exp(-level)) : std::tanh(level / 2);
        const auto seen = std::ranges::count_if(
            samples, [&](const Answers& answers) { return value_at(answers, *place) == 0; });
        if (seen == 0) continue;
        const boost::math::binomial distribution(runs, unchanged);
        const double chance =
            boost::math::cdf(boost::math::complement(distribution, static_cast<double>(seen - 1)));
        if (chance < kCalibrationFalseAlarm) {
          return fmt::format(
              "pair {}-{}: question {} left its number as it was in {} of {} runs; its level "
              "allows {:.3f}",
              u, v, i, seen, runs, unchanged);
        }
      }
    }
  }
  return "";
}

}  // namespace hopveil::testing
