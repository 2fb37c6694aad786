// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/seeded_rng.h"
#include "infer/basics/counted_network.h"
#include "infer/basics/hop_rows.h"
#include "infer/basics/meter.h"
#include "infer/design/mixed_setting.h"
#include "infer/model/disconnected.h"

namespace hopveil::infer {

/// Multiple imputation: counts of every anchor in several imputed networks. The training set of the
/// conditional estimator comes from them.
struct ImputedNetworks {
  std::vector<NodeId> anchors;           ///< public and liberal users
  std::vector<HopRows> samples;          ///< in each imputed network, by place among the anchors
  HopRows counts;                        ///< by user, of anchors: the median over the networks
  std::vector<CountedNetwork> networks;  ///< the first few networks, with the neighbours of liberal users
  std::vector<Graph> whole;              ///< `setting.kept_whole` of these
  Disconnected disconnected = {};        ///< liberal users without a released path to public users
  /// By user: their probability to have no neighbour in truth (Imputation).
  std::vector<double> isolation_probabilities = {};
};

/// Counts `setting.counted_hops()` hops.
ImputedNetworks impute_networks(const MixedSetting& setting, const SeededRng& rng, const Meter& meter);

}  // namespace hopveil::infer
