#include "infer/infer_counts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/parallel.h"
#include "infer/basics/canonical_users.h"
#include "infer/counts_only/counts_only_inference.h"
#include "infer/counts_only/regions.h"
#include "infer/design/liberal_users.h"
#include "infer/design/pooled_counts.h"
#include "infer/design/preference_groups.h"
#include "infer/design/reserved_answers.h"
#include "infer/estimator/cross_validation.h"
#include "infer/estimator/isolation.h"
#include "infer/loss/estimates.h"
#include "infer/model/imputed_networks.h"
#include "infer/pairs/noisy_network.h"
#include "infer/pairs/pair_inference.h"
#include "infer/reach/released_reach.h"

namespace hopveil {
namespace {

/// About the share of the time that the teacher takes.
constexpr double kTeachersWork = 0.4;

/// Users whose answers are noisier are not placed well enough for others to be asked about them, or for them
/// to be witnesses.
bool is_placed(const PreferenceGroup& group, const InferenceOptions& options) {
  return group.preferences.front() >= options.parameters.design.placed_preference;
}

ForestOptions estimating_forest(const InferenceOptions& options) {
  const EstimatorParameters& estimator = options.parameters.estimator;
  return {.trees = estimator.trees,
          .smallest_leaf = estimator.smallest_leaf,
          .examples_per_tree = estimator.examples_per_tree,
          .noise_draws = estimator.noise_draws,
          .threads = options.threads};
}

/// The first round's estimates only put the group's users into strata: half the effort is enough.
ForestOptions first_round_forest(const InferenceOptions& options) {
  ForestOptions forest = estimating_forest(options);
  forest.trees = (forest.trees + 1) / 2;
  forest.examples_per_tree = (forest.examples_per_tree + 1) / 2;
  return forest;
}

/// Everybody who is asked for numbers of neighbours, by rising preference.
std::vector<PreferenceGroup> asked_groups(const PublicKnowledge& knowledge, const Anchors& anchors,
                                          const InferenceOptions& options) {
  std::vector<NodeId> asked;
  for (const NodeId user : knowledge.roles().private_users()) {
    if (!anchors.is_liberal[user]) asked.push_back(user);
  }
  return group_by_preference(knowledge, asked, options.parameters.design);
}

/// The liberal users that witnesses are asked about, and whom to learn from what is told of them.
struct Inquired {
  std::vector<NodeId> users;
  std::vector<bool> is_inquired;  ///< by user
  std::vector<NodeId> examples;
};

/// Those who are cut off. They would be like liberal users from whom a released way leads to public users
/// through others. Nobody if there are no such examples, or no witnesses.
Inquired find_inquired(const PublicKnowledge& knowledge, const Anchors& anchors, const Teacher& teacher,
                       const std::vector<PreferenceGroup>& groups, const InferenceOptions& options) {
  Inquired inquired;
  for (const NodeId user : anchors.liberal) {
    if (teacher.cut_off.is_member[user]) {
      inquired.users.push_back(user);
    } else if (teacher.counts.of(user)[0] == 0) {
      inquired.examples.push_back(user);
    }
  }
  const bool witnesses = !groups.empty() && is_placed(groups.back(), options);
  if (!witnesses || inquired.examples.empty()) inquired.users.clear();
  inquired.is_inquired.assign(knowledge.num_users(), false);
  for (const NodeId user : inquired.users) inquired.is_inquired[user] = true;
  return inquired;
}

/// Makes a count of 0 so likely, at every hop.
void add_zeros(double probability, std::vector<WeightedCounts>& by_hop) {
  for (WeightedCounts& counts : by_hop) {
    double total = 0;
    for (auto& [count, weight] : counts) {
      total += weight;
      weight *= static_cast<float>(1 - probability);
    }
    if (counts.empty() || counts.front().first > 0) counts.insert(counts.begin(), {0.0F, 0.0F});
    counts.front().second += static_cast<float>(probability * total);
  }
}

class Inference {
 public:
  Inference(const PublicKnowledge& knowledge, const Anchors& anchors, const InferenceOptions& options,
            std::span<const Objective> objectives, const SeededRng& rng)
      : meter_(options.progress),
        knowledge_(knowledge),
        anchors_(anchors),
        options_(options),
        rng_(rng),
        teacher_(
            make_teacher(knowledge, anchors, options, rng.stream("teacher"), meter_.part(0, kTeachersWork))),
        groups_(asked_groups(knowledge, anchors, options)),
        inquired_(find_inquired(knowledge, anchors, teacher_, groups_, options)),
        partners_(knowledge, anchors, teacher_.counts, inquired_.is_inquired),
        lesson_{teacher_.networks, teacher_.counts, anchors.liberal},
        calibration_(calibrate(knowledge, anchors, options, rng.stream("calibration"))) {
    for (const Objective objective : objectives)
      estimates_.emplace_back(knowledge, options, objective, calibration_, teacher_.detours);
  }

  /// A table per objective.
  std::vector<InferredCounts> run(AnswerSource& answers) {
    parallel_chunks(anchors_.liberal.size(), 64, options_.threads,
                    [&](std::size_t begin, std::size_t end, unsigned) {
                      for (std::size_t i = begin; i < end; ++i) write_liberal(anchors_.liberal[i]);
                    });
    const auto first_placed = std::ranges::find_if(
        groups_, [&](const PreferenceGroup& group) { return is_placed(group, options_); });
    std::size_t asked = 0;
    for (auto group = groups_.end(); group != groups_.begin();) {
      if (group == first_placed) inquire(answers, {first_placed, groups_.end()});
      --group;
      const double begin = done(asked);
      asked += group->users.size();
      infer_group(answers, *group, meter_.part(begin, done(asked)));
    }
    if (first_placed == groups_.begin()) inquire(answers, groups_);
    std::vector<InferredCounts> tables;
    for (auto& estimates : estimates_) tables.push_back(estimates.take());
    return tables;
  }

 private:
  /// The share of the work that is done when so many users have been asked.
  double done(std::size_t asked) const {
    std::size_t all = 0;
    for (const auto& group : groups_) all += group.users.size();
    return kTeachersWork + (1 - kTeachersWork) * static_cast<double>(asked) / static_cast<double>(all);
  }

  void write_liberal(NodeId user) {
    std::vector<WeightedCounts> by_hop(teacher_.counts.hops());
    for (const HopRows& sample : teacher_.samples) {
      for (unsigned hop = 0; hop < by_hop.size(); ++hop) by_hop[hop].emplace_back(sample.of(user)[hop], 1.0F);
    }
    for (auto& counts : by_hop) std::ranges::sort(counts);
    for (auto& estimates : estimates_) estimates.write(user, by_hop, Estimates::From::kNetworks);
  }

  void infer_group(AnswerSource& answers, const PreferenceGroup& group, const Meter& meter) {
    const SeededRng rng = rng_.stream("group", group.users.front());
    Questionnaire questionnaire = choose_questionnaire(
        partners_, lesson_, group.preferences, rng.stream("choice"), options_.threads, options_.parameters);
    meter.reach(0.4);
    Questionnaire::Answers given;
    questionnaire.ask(answers, group.users, given);
    infer_from(questionnaire, lesson_, group, given, rng.stream("first round"), first_round_forest(options_));
    meter.reach(0.7);
    questionnaire.add_round(group.users);
    questionnaire.ask(answers, group.users, given);
    infer_from(questionnaire, lesson_, group, given, rng.stream("second round"), estimating_forest(options_));
    if (is_placed(group, options_)) partners_.add(group.users);
    meter.reach(1);
  }

  /// Asks the users of these groups, whose counts are believed by now, about liberal users who are cut off.
  void inquire(AnswerSource& answers, std::span<const PreferenceGroup> groups) {
    if (inquired_.users.empty()) return;
    std::vector<NodeId> witnesses;
    for (const auto& group : groups) {
      witnesses.insert(witnesses.end(), group.users.begin(), group.users.end());
    }
    const auto users = static_cast<double>(knowledge_.roles().private_users().size());
    const double missing = users - static_cast<double>(anchors_.liberal.size());
    const Inquiry inquiry(partners_, witnesses, static_cast<double>(witnesses.size()) / missing);
    const std::vector<double> noise(inquired_.users.size(), groups.front().preferences.front());
    const Lesson lesson{teacher_.networks, teacher_.counts, inquired_.examples};
    const auto given = inquiry.ask(answers, inquired_.users);
    const AloneOrNot alone_or_not(inquiry, lesson, noise.front(), rng_.stream("alone or not"));
    const std::vector<double> alone = chances_alone(alone_or_not, given);
    const double cut_off = cut_off_in_truth(missing / users, options_.parameters.imputation);
    std::vector<double> reach_nobody;
    for (const NodeId user : inquired_.users) {
      reach_nobody.push_back(alone[user] + (1 - alone[user]) * cut_off);
    }
    infer_from(inquiry, lesson, {inquired_.users, noise}, given, rng_.stream("inquiry"),
               estimating_forest(options_), reach_nobody);
    partners_.add(inquired_.users);
  }

  /// By user, after the answers about the inquired ones. Who reaches each other is alone together: a single
  /// answer that one of them is known tells it of all.
  std::vector<double> chances_alone(const AloneOrNot& alone_or_not,
                                    const std::vector<std::vector<std::int64_t>>& given) const {
    std::vector<double> chances = teacher_.alone_chances;
    std::map<std::pair<double, std::vector<std::int64_t>>, double> told;  // most users have like answers
    for (std::size_t i = 0; i < given.size(); ++i) {
      double& chance = chances[inquired_.users[i]];
      if (chance == 0) continue;
      const auto [place, is_new] = told.try_emplace({chance, given[i]}, 0);
      if (is_new) place->second = alone_or_not.chance(chance, given[i]);
      chance = place->second;
    }
    for (const auto& part : teacher_.cut_off.parts) {
      double least = 1;
      for (const NodeId user : part) least = std::min(least, chances[user]);
      for (const NodeId user : part) chances[user] = least;
    }
    return chances;
  }

  /// Writes the users' estimates, and believes the medians. `reach_nobody`: the chances of the group's users
  /// to do so; none if it is empty.
  void infer_from(const Interview& interview, const Lesson& lesson, const PreferenceGroup& group,
                  const std::vector<std::vector<std::int64_t>>& given, const SeededRng& rng,
                  const ForestOptions& forest, std::span<const double> reach_nobody = {}) {
    const Apprentice apprentice(interview, lesson, group.preferences, forest, rng);
    // Equal answers get equal estimates: infer each kind once.
    struct Kind {
      double preference, reach_nobody;
      std::vector<std::int64_t> answers;
      auto operator<=>(const Kind&) const = default;
    };
    std::map<Kind, std::vector<NodeId>> kinds;
    for (std::size_t i = 0; i < group.users.size(); ++i) {
      const double chance = reach_nobody.empty() ? 0 : reach_nobody[i];
      kinds[{group.preferences[i], chance, given[i]}].push_back(group.users[i]);
    }
    std::vector<decltype(kinds)::const_iterator> places;
    for (auto kind = kinds.cbegin(); kind != kinds.cend(); ++kind) places.push_back(kind);
    parallel_chunks(places.size(), 64, options_.threads, [&](std::size_t begin, std::size_t end, unsigned) {
      std::vector<WeightedCounts> by_hop;
      for (std::size_t i = begin; i < end; ++i) {
        const auto& [kind, users] = *places[i];
        apprentice.weigh(kind.answers, kind.preference, by_hop);
        if (kind.reach_nobody > 0) add_zeros(kind.reach_nobody, by_hop);
        for (const NodeId user : users) {
          for (auto& estimates : estimates_) estimates.write(user, by_hop, Estimates::From::kTemplates);
          for (unsigned hop = 0; hop < by_hop.size(); ++hop) {
            partners_.counts.of(user)[hop] = best_count(by_hop[hop], Objective::kAbsolute);
          }
        }
      }
    });
  }

  const Meter meter_;
  const PublicKnowledge& knowledge_;
  const Anchors& anchors_;
  const InferenceOptions& options_;
  const SeededRng& rng_;
  const Teacher teacher_;
  const std::vector<PreferenceGroup> groups_;  // by rising preference
  const Inquired inquired_;
  Partners partners_;
  const Lesson lesson_;
  const Calibration calibration_;
  std::vector<Estimates> estimates_;  // by objective
};

/// Whether everybody is asked for pairs: when everybody is liberal; and, where public users are one region,
/// as long as noise makes no more edges than there are. Between regions a few false edges spoil every
/// distance, and counts by region tell more.
bool all_pairs_are_worth_it(const PublicKnowledge& knowledge, const LiberalUsers& liberal) {
  constexpr double kFalsePerTrue = 1;
  const auto num_private = knowledge.roles().private_users().size();
  if (liberal.users.size() == num_private) return true;
  if (!liberal.users.empty() || liberal.edges_of_everybody == 0) return false;
  const PairQuestion all{std::vector<bool>(knowledge.num_users(), true)};
  return expected_false_edges(knowledge, all) <= kFalsePerTrue * liberal.edges_of_everybody &&
         public_network(knowledge).num_regions == 1;
}

}  // namespace

std::vector<InferredCounts> infer_with_eli(const PublicKnowledge& knowledge, AnswerSource& answers,
                                           RandomSource& random, const InferenceOptions& options,
                                           std::span<const Objective> objectives) {
  LiberalUsers liberal = find_liberal_users(knowledge, answers);
  // Inference is post-processing: its own coins protect nobody and may come from a fast generator.
  const SeededRng coins(random.next_u64());
  if (all_pairs_are_worth_it(knowledge, liberal)) {
    const Rational share = liberal.looked ? ReservedAnswers::left() : Rational(1, 1);
    return infer_from_pairs(knowledge, answers, share, coins, options, objectives);
  }
  ReservedAnswers reserved(answers);
  AnswerSource& left = liberal.looked ? reserved : answers;
  if (liberal.users.empty()) return infer_without_liberals(knowledge, left, random, options, objectives);
  const Anchors anchors = ask_anchors(knowledge, left, std::move(liberal.users));
  std::vector<InferredCounts> tables = Inference(knowledge, anchors, options, objectives, coins).run(left);
  if (options.reach) add_released_reach(knowledge, anchors, options, coins.stream("reach"), tables);
  return tables;
}

std::vector<InferredCounts> infer_for_objectives(const PublicKnowledge& knowledge, AnswerSource& answers,
                                                 RandomSource& random, const InferenceOptions& options,
                                                 std::span<const Objective> objectives, Infer& infer) {
  const std::size_t rows = knowledge.roles().private_users().size();
  if (rows == 0 || knowledge.roles().public_users().empty()) {  // nothing to count
    InferredCounts zeros(rows, options.hops, options.intervals.has_value());
    if (options.reach)
      zeros.set_reach({knowledge.roles().public_users().size(), options.hops, options.intervals.has_value()});
    return std::vector(objectives.size(), zeros);
  }
  const CanonicalUsers users(knowledge);
  CanonicalAnswers canonical_answers(users, answers);
  std::vector<InferredCounts> tables =
      infer(users.knowledge(), canonical_answers, random, options, objectives);
  for (InferredCounts& table : tables) table = users.in_own_order(std::move(table));
  return tables;
}

InferredCounts infer_counts(const PublicKnowledge& knowledge, AnswerSource& answers, RandomSource& random,
                            const InferenceOptions& options) {
  return std::move(
      infer_for_objectives(knowledge, answers, random, options, {&options.objective, 1}).front());
}

}  // namespace hopveil
