// SPDX-License-Identifier: Apache-2.0
#include "oracle_answers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/seeded_rng.h"
#include "dp/preferences.h"
#include "infer/basics/count_everyone.h"
#include "infer/counts_only/counts_only_inference.h"
#include "infer/design/liberal_users.h"
#include "infer/design/reserved_answers.h"
#include "infer/infer_counts.h"
#include "infer/mixed/posteriors.h"
#include "query/query_layer.h"

namespace hopveil::bench {
namespace {

using infer::HopRows;

constexpr unsigned kHops = 7;

/// Medians of the possible counts, by user; of whom none were written, nothing.
class Medians final : public infer::PosteriorSink {
 public:
  explicit Medians(NodeId num_users) : rows_(num_users, kHops), written_(num_users, false) {}

  void write(std::span<const NodeId> users, const std::vector<infer::WeightedCounts>& by_hop,
             std::size_t) override {
    for (const NodeId user : users) {
      written_[user] = true;
      for (unsigned hop = 0; hop < kHops; ++hop)
        rows_.of(user)[hop] = infer::best_count(by_hop[hop], infer::Objective::kAbsolute);
    }
  }
  const HopRows& rows() const { return rows_; }
  bool has(NodeId user) const { return written_[user]; }

 private:
  HopRows rows_;
  std::vector<bool> written_;  // one thread writes
};

/// Mean absolute errors over the private users and the first four hops, and over all.
struct Errors {
  double of_four = 0, of_all = 0;
};

/// Of the users for whom there are estimates; `is_exact`: these have none.
template <class Estimate, class IsAsked, class IsExact>
Errors errors_of(const UserRoles& roles, const HopRows& truth, const Estimate& estimate,
                 const IsAsked& is_asked, const IsExact& is_exact) {
  Errors errors;
  double users = 0;
  for (const NodeId user : roles.private_users()) {
    if (!is_asked(user)) continue;
    ++users;
    if (is_exact(user)) continue;
    for (unsigned hop = 0; hop < kHops; ++hop) {
      const double off = std::abs(static_cast<double>(estimate(user, hop) - truth.of(user)[hop]));
      errors.of_all += off / kHops;
      if (hop < 4) errors.of_four += off / 4;
    }
  }
  return {errors.of_four / users, errors.of_all / users};
}

/// One draw of preferences and noise.
class Draw {
 public:
  Draw(const Graph& graph, const std::string& groups, std::uint64_t seed)
      : graph_(graph),
        rng_(seed),
        roles_(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%"))),
        knowledge_(graph, roles_, preferences(groups)),
        truth_(infer::count_everyone(graph, roles_.public_users(), 1, kHops + 1, options_)) {}

  /// Zeros, what is inferred, and what oracles make of it.
  std::vector<Errors> errors() {
    std::vector<Errors> found;
    const auto everybody = [](NodeId) { return true; };
    const auto nobody = [](NodeId) { return false; };
    found.push_back(errors_of(
        roles_, truth_, [](NodeId, unsigned) { return 0.0F; }, everybody, nobody));
    SeededRng noise = rng_.stream("noise"), inference = rng_.stream("inference");
    query::QueryLayer layer(graph_, knowledge_, noise);
    infer::InferredCounts table = infer::infer_counts(knowledge_, layer, inference, options_);
    found.push_back(errors_of(
        roles_, truth_,
        [&](NodeId user, unsigned hop) { return static_cast<float>(table.hop(hop + 1)[roles_.row(user)]); },
        everybody, nobody));
    SeededRng other_noise = rng_.stream("noise");
    query::QueryLayer answers(graph_, knowledge_, other_noise);
    infer::LiberalUsers liberal = infer::find_liberal_users(knowledge_, answers);
    infer::ReservedAnswers reserved(answers);
    query::AnswerSource& left = liberal.looked ? static_cast<query::AnswerSource&>(reserved) : answers;
    Medians medians(graph_.num_nodes());
    std::vector<bool> is_liberal(graph_.num_nodes(), false);
    for (const NodeId user : liberal.users) is_liberal[user] = true;
    if (liberal.users.empty()) {
      infer_by_true_templates(left, medians);
    } else {
      infer_by_true_training(left, std::move(liberal.users), medians);
    }
    const auto estimate = [&](NodeId user, unsigned hop) { return medians.rows().of(user)[hop]; };
    const auto has = [&](NodeId user) { return medians.has(user); };
    found.push_back(errors_of(roles_, truth_, estimate, has, nobody));
    found.push_back(errors_of(roles_, truth_, estimate, has, [&](NodeId user) { return is_liberal[user]; }));
    return found;
  }

 private:
  Preferences preferences(const std::string& groups) const {
    std::vector<Epsilon> levels;
    for (std::size_t begin = 0; begin <= groups.size();) {
      const std::size_t end = std::min(groups.find(',', begin), groups.size());
      levels.push_back(Epsilon::from_text(groups.substr(begin, end - begin)));
      begin = end + 1;
    }
    SeededRng assignment = rng_.stream("groups");
    return dp::assign_equal_groups(roles_.private_users().size(), levels, assignment);
  }

  /// The estimator of the mixed design, trained on the true network.
  void infer_by_true_training(query::AnswerSource& answers, std::vector<NodeId> liberal, Medians& medians) {
    const infer::Anchors anchors = infer::ask_anchors(knowledge_, answers, std::move(liberal));
    const infer::MixedSetting setting{knowledge_, anchors, options_};
    const infer::Meter meter(options_.progress);
    infer::ImputedNetworks imputed = infer::impute_networks(setting, rng_.stream("teacher"), meter);
    imputed.networks = {{infer::ListPerUser(graph_, anchors.is_liberal), truth_}};
    imputed.counts = truth_;
    infer::infer_posteriors(setting, imputed, answers, rng_, meter, medians);
  }

  /// Every second user, like the others with their true profiles and counts.
  void infer_by_true_templates(query::AnswerSource& answers, Medians& medians) {
    const infer::Meter meter(options_.progress);
    SeededRng random = rng_.stream("inference");
    const infer::LocalModel model = infer::learn_locally(knowledge_, answers, random, options_, meter);
    const infer::PublicNetwork network = infer::public_network(knowledge_);
    infer::Templates templates;
    templates.counts.resize(kHops + 1);
    const auto users = roles_.private_users();
    const std::size_t step = 2 * (users.size() / (2 * kMostTemplates) + 1);
    for (std::size_t row = 1; row < users.size(); row += step) {
      templates.profiles.push_back(profile_of(users[row], network, model));
      for (unsigned hop = 0; hop <= kHops; ++hop)
        templates.counts[hop].push_back(static_cast<std::uint32_t>(truth_.of(users[row])[hop]));
    }
    infer::weigh_templates(model.population, model.answers.bands, templates, users, 2, 1, meter, medians);
  }

  infer::Profile profile_of(NodeId user, const infer::PublicNetwork& network,
                            const infer::LocalModel& model) const {
    std::vector<std::uint32_t> counts(model.population.num_cells(), 0);
    for (const NodeId other : graph_.neighbours(user)) {
      if (roles_.is_public(other)) {
        const auto place = std::ranges::lower_bound(roles_.public_users(), other);
        ++counts[network.region_of[static_cast<std::size_t>(place - roles_.public_users().begin())]];
      } else {
        ++counts[network.num_regions + model.answers.label_of_row[roles_.row(other)]];
      }
    }
    for (std::uint32_t cell = 0; cell < counts.size(); ++cell) {
      const auto& grid = model.population.grid(cell);  // the largest count of it that is no larger
      counts[cell] =
          static_cast<std::uint32_t>(std::ranges::upper_bound(grid, counts[cell]) - grid.begin() - 1);
    }
    return counts;
  }

  static constexpr std::size_t kMostTemplates = 4096;
  const Graph& graph_;
  const SeededRng rng_;
  const infer::InferenceOptions options_{.hops = kHops, .threads = 1};
  const UserRoles roles_;
  const query::PublicKnowledge knowledge_;
  const HopRows truth_;
};

}  // namespace

bool print_answer_oracles(const std::string& name, const Graph& graph, const std::string& groups,
                          std::uint64_t seeds) {
  std::vector<Errors> sums(4);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::vector<Errors> found = Draw(graph, groups, seed).errors();
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i].of_four += found[i].of_four / static_cast<double>(seeds);
      sums[i].of_all += found[i].of_all / static_cast<double>(seeds);
    }
  }
  fmt::print("| {} | {} |", name, groups);
  for (const Errors& errors : sums) fmt::print(" {:.3g} / {:.3g} |", errors.of_four, errors.of_all);
  fmt::print("\n");
  std::fflush(stdout);  // the next one takes a while
  return sums[2].of_all <= sums[1].of_all && sums[3].of_all <= sums[2].of_all;
}

}  // namespace hopveil::bench
