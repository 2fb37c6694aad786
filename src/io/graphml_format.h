// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/graph_format.h"

namespace hopveil::io {

/// GraphML (graphml.graphdrawing.org): `<node id="a"/>` and `<edge source="a" target="b"/>`, also in nested
/// graphs; all other elements are skipped. Users are named by the nodes' ids and numbered by their first
/// appearance in either. Read as a stream.
extern const GraphFormat kGraphmlFormat;

}  // namespace hopveil::io
