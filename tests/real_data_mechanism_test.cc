// SPDX-License-Identifier: Apache-2.0
// The mechanisms' errors on the paper's data sets against an independent implementation's.
//
// MAE at t = 16 without clamping, P = 1, 4, 16 in equal random groups, continuous Laplace noise, as in the
// paper. The reference values are given to three digits; ours is a mean over kRuns runs, each with its own
// groups. A check passes when the two differ by less than 1% (the reference's rounding and its own 100 runs)
// plus 4.5 standard errors of our mean (false-alarm rate below 1e-5 per check).

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <hopveil/read_graph.h>

#include "base/seeded_rng.h"
#include "graph/components.h"
#include "mechanism/registry.h"
#include "support/data_files.h"

namespace hopveil {
namespace {

constexpr unsigned kRuns = 12;

struct Reference {
  const char* mechanism;
  mechanism::Reading reading;
  double mae;
};

double mean_absolute_error(const mechanism::NoisyTable& table, const ExactCounts& truth) {
  double sum = 0;
  for (unsigned hop = 1; hop <= table.hops(); ++hop) {
    for (std::size_t row = 0; row < table.rows(); ++row)
      sum += std::abs(table.value(row, hop) - truth.hop(hop)[row]);
  }
  return sum / static_cast<double>(table.rows() * table.hops());
}

void expect_errors(const Graph& graph, unsigned hops, const std::vector<Reference>& references) {
  const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%")));
  const ExactCounts truth = count_fingerprints(graph, roles, hops);
  const std::vector<Epsilon> levels = {Epsilon::from_text("1"), Epsilon::from_text("4"),
                                       Epsilon::from_text("16")};
  std::vector<double> sum(references.size(), 0);
  std::vector<double> squares(references.size(), 0);
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    const SeededRng seeded(run);
    SeededRng groups = seeded.stream("groups");
    const mechanism::Setting setting(graph, roles,
                                     dp::assign_equal_groups(roles.private_users().size(), levels, groups));
    mechanism::Workspace workspace(setting, {});
    for (std::size_t i = 0; i < references.size(); ++i) {
      mechanism::MechanismOptions options;
      options.hops = hops;
      options.reading = references[i].reading;
      options.noise = mechanism::Noise::kContinuousLaplace;
      SeededRng random = seeded.stream("noise", i);
      mechanism::NoisyTable table;
      mechanism::BudgetTrace trace;
      mechanism::find_mechanism(references[i].mechanism)
          .make(options)
          ->run(setting, workspace, random, table, trace);
      const double error = mean_absolute_error(table, truth);
      sum[i] += error;
      squares[i] += error * error;
    }
  }
  for (std::size_t i = 0; i < references.size(); ++i) {
    const double mean = sum[i] / kRuns;
    const double variance = (squares[i] - kRuns * mean * mean) / (kRuns - 1);
    const double allowed = 0.01 * references[i].mae + 4.5 * std::sqrt(variance / kRuns);
    EXPECT_NEAR(mean, references[i].mae, allowed) << references[i].mechanism << ", c = " << hops;
    EXPECT_LT(allowed, 0.1 * references[i].mae) << "the check would not notice an error of 10%";
  }
}

TEST(RealDataMechanisms, AgreeWithAnIndependentImplementationOnPolblogs) {
  HOPVEIL_NEED_DATA(path, "polblogs.gml");
  expect_errors(largest_component(read_graph(path).graph), 4,
                {{"uniform", mechanism::Reading::kConsistent, 18.3},
                 {"exponential", mechanism::Reading::kConsistent, 25.3},
                 {"deba", mechanism::Reading::kConsistent, 18.6},
                 {"duba-lf", mechanism::Reading::kConsistent, 17.6},
                 {"duba-lf", mechanism::Reading::kLiteral, 17.9}});
}

TEST(RealDataMechanisms, AgreeWithAnIndependentImplementationOnFacebook) {
  HOPVEIL_NEED_DATA(path, "facebook_combined.txt.gz");
  expect_errors(read_graph(path).graph, 7,
                {{"uniform", mechanism::Reading::kConsistent, 86.7},
                 {"exponential", mechanism::Reading::kConsistent, 344},
                 {"deba", mechanism::Reading::kConsistent, 36.0},
                 {"duba-lf", mechanism::Reading::kConsistent, 36.5},
                 {"duba-lf", mechanism::Reading::kLiteral, 36.9}});
}

TEST(RealDataMechanisms, AgreeWithAnIndependentImplementationOnCondMat) {
  HOPVEIL_NEED_DATA(path, "ca-CondMat.txt.gz");
  expect_errors(read_graph(path).graph, 4,
                {{"uniform", mechanism::Reading::kConsistent, 271},
                 {"exponential", mechanism::Reading::kConsistent, 394},
                 {"deba", mechanism::Reading::kConsistent, 168},
                 {"duba-lf", mechanism::Reading::kConsistent, 128},
                 {"duba-lf", mechanism::Reading::kLiteral, 126}});
}

}  // namespace
}  // namespace hopveil
