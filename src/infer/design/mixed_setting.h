// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "infer/design/anchors.h"
#include "infer/inference.h"

namespace hopveil::infer {

/// What every stage of the mixed design works with. All outlive it.
struct MixedSetting {
  const query::PublicKnowledge& knowledge;
  const Anchors& anchors;
  const InferenceOptions& options;
  std::size_t most_networks = 63;  ///< that are imputed, at most
  std::size_t kept_whole = 0;  ///< of the networks to train with: not only the neighbours of liberal users

  /// Private users of whom no edge is known.
  std::size_t num_unobserved() const {
    return knowledge.roles().private_users().size() - anchors.liberal.size();
  }
  /// These, of the private users.
  double unobserved_share() const {
    return static_cast<double>(num_unobserved()) /
           static_cast<double>(knowledge.roles().private_users().size());
  }
  std::size_t num_public() const { return knowledge.roles().public_users().size(); }
  /// Counts are inferred for one hop more than is released: the loss looks at what may be one hop nearer.
  unsigned counted_hops() const { return options.hops + 1; }
};

}  // namespace hopveil::infer
