// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/graph_format.h"

namespace hopveil::io {

/// Matrix Market (NIST), coordinate format: a square matrix whose stored entries are the edges, whatever
/// their values. The users are 1 .. n, also those without an entry.
extern const GraphFormat kMatrixMarketFormat;

}  // namespace hopveil::io
