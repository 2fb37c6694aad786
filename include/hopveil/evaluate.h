// SPDX-License-Identifier: Apache-2.0
#pragma once

// How large a mechanism's errors would be on a network: seeded, repeatable runs against the exact counts. The
// results are NOT private; nothing is charged, and nothing here makes a Release.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <hopveil/api.h>
#include <hopveil/count.h>
#include <hopveil/epsilon.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

namespace hopveil {

/// What is measured. Nothing here changes the network.
///
///     EvaluationOptions options{.mechanisms = {"eli", "uniform"}, .hops = 2, .runs = 3};
///     options.groups = {Epsilon::from_text("1"), Epsilon::from_text("4")};
struct EvaluationOptions {
  std::vector<std::string> mechanisms = {"eli"};
  unsigned hops = 4;
  /// Equal random groups of users with these epsilons, drawn again for each run; empty: `preferences`.
  std::vector<Epsilon> groups = {};
  std::optional<Preferences> preferences = {};
  std::optional<unsigned> intervals = {};  ///< percent: measures how often intervals hold the true count
  /// Values of the mechanisms' options, texts as on the command line (see mechanism_summaries): each is
  /// compared with every other, {"optimise", {"absolute", "relative"}}.
  std::map<std::string, std::vector<std::string>> options = {};
  std::uint64_t runs = 10;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  NetworkCounter network_counter = {};  ///< as PlanOptions::network_counter
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};
  std::stop_token stop = {};  ///< asked to stop, throws Cancelled within a second
};

/// Mean errors over the runs: |published - true| (mae), and that divided by max(true, 1) (mre).
///
///     EvaluationLine line;  // 2 published where 4 is true, and 3 where 0 is:
///     line.mae = (2 + 3) / 2.0;
///     line.mre = (2 / 4.0 + 3 / 1.0) / 2;
struct EvaluationLine {
  std::string mechanism;  ///< also "zeros" and "hop-median": the same number for every user, for orientation
  std::string part;       ///< "all", "hop 2", "epsilon 4"
  double mae = 0, mae_sd = 0;
  double mre = 0, mre_sd = 0;
  std::map<std::string, std::string> options = {};  ///< the mechanism's, with their values
};

/// A line for each mechanism and part, and for zeros and hop-median. The same options and seed give the same
/// lines, for any number of threads. Throws InputError for wrong options, Cancelled when asked to stop.
/// Several threads may call it at once.
///
///     const EvaluationOptions one{.hops = 2, .preferences = preferences, .runs = 1};
///     for (const EvaluationLine& line : evaluate(graph, roles, one))
///       if (line.part == "all") std::cout << line.mechanism << ' ' << line.mae << '\n';
HOPVEIL_API std::vector<EvaluationLine> evaluate(const Graph& graph, const UserRoles& roles,
                                                 const EvaluationOptions& options);

}  // namespace hopveil
