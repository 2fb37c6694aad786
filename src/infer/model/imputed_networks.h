#pragma once

#include <vector>

#include "base/seeded_rng.h"
#include "infer/basics/counted_network.h"
#include "infer/basics/hop_rows.h"
#include "infer/basics/meter.h"
#include "infer/design/mixed_setting.h"
#include "infer/model/disconnected.h"

namespace hopveil {

/// Multiple imputation: counts of every anchor in several imputed networks. The training set of the
/// conditional estimator comes from them.
struct ImputedNetworks {
  std::vector<HopRows> samples;  ///< by user, in each imputed network; only anchors' rows mean something
  HopRows counts;                ///< by user: the median of the samples
  std::vector<CountedNetwork> networks;  ///< the first few networks
  Disconnected disconnected = {};        ///< liberal users without a released path to public users
  /// By user: their probability to have no neighbour in truth (Imputation).
  std::vector<double> isolation_probabilities = {};
};

/// Counts `setting.counted_hops()` hops.
ImputedNetworks impute_networks(const MixedSetting& setting, const SeededRng& rng, const Meter& meter);

}  // namespace hopveil
