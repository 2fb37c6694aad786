// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/graph_format.h"

namespace hopveil::io {

/// GML (Himsolt 1997): `graph [ node [ id 1 label "a" ] .. edge [ source 1 target 2 ] .. ]`; all other keys
/// are skipped.
///
/// Users are named by their labels when every node has one and no two are the same, otherwise by their ids.
/// They are numbered in the order of the node entries. In quoted text, &quot; &amp; &lt; &gt; &apos; and &#N;
/// stand for the character they name.
extern const GraphFormat kGmlFormat;

}  // namespace hopveil::io
