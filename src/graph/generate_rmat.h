// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "graph/network_spec.h"

namespace hopveil {

/// An R-MAT (stochastic Kronecker) network: heavy-tailed degrees, little clustering, many users without any
/// connection; the usual stand-in for very large networks.
///
/// Exactly spec.edges distinct edges: what a draw repeats is drawn again. Where the network is so dense that
/// the model's popular pairs run out, the rest is uniform among the pairs that are left. Throws InputError
/// when no simple graph has that size.
Graph generate_rmat(const NetworkSpec& spec);

}  // namespace hopveil
