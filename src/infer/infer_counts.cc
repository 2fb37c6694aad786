#include "infer/infer_counts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/parallel.h"
#include "infer/apprentice.h"
#include "infer/local_inference.h"
#include "infer/preference_groups.h"
#include "infer/teacher.h"

namespace hopveil {
namespace {

/// How many strata of public and of liberal users may be asked about.
constexpr std::uint32_t kStrata[] = {2, 4, 8, 16};

class Inference {
 public:
  Inference(const PublicKnowledge& knowledge, const Anchors& anchors, const InferenceOptions& options,
            const SeededRng& rng)
      : knowledge_(knowledge),
        anchors_(anchors),
        options_(options),
        rng_(rng),
        teacher_(make_teacher(knowledge, anchors, options.hops, rng.stream("teacher"), options.threads)),
        result_(knowledge.roles().private_users().size(), options.hops, options.intervals.has_value()) {}

  InferredCounts run(AnswerSource& answers) {
    for (const NodeId user : anchors_.liberal) {
      write(user, teacher_.counts.of(user), teacher_.low.of(user), teacher_.high.of(user));
    }
    std::vector<NodeId> others;
    for (const NodeId user : knowledge_.roles().private_users()) {
      if (!anchors_.is_liberal[user]) others.push_back(user);
    }
    for (const PreferenceGroup& group : group_by_preference(knowledge_, others)) infer_group(answers, group);
    return std::move(result_);
  }

 private:
  /// The questionnaire whose simulated answers tell counts best.
  Questionnaire choose_questionnaire(const PreferenceGroup& group, const SeededRng& rng) const {
    std::optional<Questionnaire> best;
    double least = 0;
    for (const std::uint32_t strata : kStrata) {
      Questionnaire candidate(knowledge_, anchors_, teacher_.counts, strata);
      const double error = examine(candidate, lesson(), group.preferences, rng, options_.threads);
      if (best && error >= least) continue;
      best = std::move(candidate);
      least = error;
    }
    return *std::move(best);
  }

  void infer_group(AnswerSource& answers, const PreferenceGroup& group) {
    const SeededRng rng = rng_.stream("group", group.users.front());
    const Questionnaire questionnaire = choose_questionnaire(group, rng.stream("choice"));
    const Apprentice apprentice(questionnaire, lesson(), group.preferences, {.threads = options_.threads},
                                rng.stream("lesson"));
    const NoisyCounts noisy = questionnaire.ask(answers, group.users);
    // Equal answers get equal estimates: infer each kind once.
    std::map<std::pair<double, std::vector<std::int64_t>>, std::vector<NodeId>> kinds;
    for (std::uint32_t i = 0; i < group.users.size(); ++i) {
      const auto pool = noisy.pool(i);
      kinds[{group.preferences[i], {pool.begin(), pool.end()}}].push_back(group.users[i]);
    }
    std::vector<decltype(kinds)::const_iterator> places;
    for (auto kind = kinds.cbegin(); kind != kinds.cend(); ++kind) places.push_back(kind);
    parallel_chunks(places.size(), 64, options_.threads, [&](std::size_t begin, std::size_t end, unsigned) {
      std::vector<WeightedCounts> by_hop;
      for (std::size_t i = begin; i < end; ++i) {
        const auto& [answer, users] = *places[i];
        apprentice.weigh(answer.second, answer.first, by_hop);
        write_weighted(users, by_hop);
      }
    });
  }

  void write_weighted(std::span<const NodeId> users, std::vector<WeightedCounts>& by_hop) {
    const double tail = (100 - static_cast<double>(options_.intervals.value_or(90))) / 200;
    std::vector<float> counts, low, high;
    for (WeightedCounts& possible : by_hop) {
      counts.push_back(best_count(possible, options_.objective));
      low.push_back(quantile(possible, tail));
      high.push_back(quantile(possible, 1 - tail));
    }
    for (const NodeId user : users) write(user, counts, low, high);
  }

  void write(NodeId user, std::span<const float> counts, std::span<const float> low,
             std::span<const float> high) {
    const std::size_t num_public = knowledge_.roles().public_users().size();
    const NodeId row = knowledge_.roles().row(user);
    std::vector<std::uint32_t> whole(options_.hops);
    fit_to_range(counts, num_public, whole);
    for (unsigned hop = 1; hop <= options_.hops; ++hop) {
      const std::uint32_t count = whole[hop - 1];
      result_.hop(hop)[row] = count;
      if (!options_.intervals) continue;
      const auto end = [&](float value) {
        return static_cast<std::uint32_t>(std::clamp(value, 0.0F, static_cast<float>(num_public)) + 0.5F);
      };
      result_.low(hop)[row] = std::min(count, end(low[hop - 1]));
      result_.high(hop)[row] = std::max(count, end(high[hop - 1]));
    }
  }

  Lesson lesson() const { return {anchors_.known, teacher_.counts, anchors_.liberal}; }

  const PublicKnowledge& knowledge_;
  const Anchors& anchors_;
  const InferenceOptions& options_;
  const SeededRng& rng_;
  Teacher teacher_;
  InferredCounts result_;
};

}  // namespace

InferredCounts infer_counts(const PublicKnowledge& knowledge, AnswerSource& answers, RandomSource& random,
                            const InferenceOptions& options) {
  const std::size_t rows = knowledge.roles().private_users().size();
  if (rows == 0 || knowledge.roles().public_users().empty()) {
    return InferredCounts(rows, options.hops, options.intervals.has_value());  // nothing to count
  }
  const Anchors anchors = find_anchors(knowledge, answers);
  if (anchors.liberal.empty()) return infer_without_liberals(knowledge, answers, random, options);
  // Inference is post-processing: its own coins protect nobody and may come from a fast generator.
  const SeededRng coins(random.next_u64());
  return Inference(knowledge, anchors, options, coins).run(answers);
}

}  // namespace hopveil
