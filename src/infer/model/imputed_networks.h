#pragma once

#include "base/seeded_rng.h"
#include "infer/basics/hop_rows.h"
#include "infer/basics/meter.h"
#include "infer/correction/path_length.h"
#include "infer/design/anchors.h"
#include "infer/inference.h"
#include "infer/model/disconnected.h"

namespace hopveil {

/// A network that could be the true one, and everybody's counts in it.
struct Network {
  Graph graph;
  HopRows counts;  ///< by user
};

/// Counts of every anchor, from networks completed by synthetic users. Everybody else learns from it.
struct Teacher {
  std::vector<HopRows> samples;   ///< by user, in each completed network; only anchors' rows mean something
  HopRows counts;                 ///< by user: the median of the samples
  std::vector<Network> networks;  ///< the first few networks
  CutOff cut_off = {};            ///< liberal users without a released way to public users
  /// By user: the chance of these to know nobody in truth, as Completion has it.
  std::vector<double> alone_chances = {};
  Detours detours = {};  ///< what the samples lack
};

/// Counts one hop more than the options ask for.
Teacher make_teacher(const PublicKnowledge& knowledge, const Anchors& anchors,
                     const InferenceOptions& options, const SeededRng& rng, const Meter& meter);

}  // namespace hopveil
