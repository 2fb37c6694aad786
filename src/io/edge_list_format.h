// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/graph_format.h"

namespace hopveil::io {

/// One edge a line: two ids, and further columns that are ignored.
///
/// The first data line decides what separates columns for the whole file: a tab if it has one; else the comma
/// or semicolon that follows its first id; else blanks. Lines that begin with # or % are comments. An id may
/// stand in double quotes.
///
/// The first data line is a header (and no edge) when its two ids are a known pair of column names, such as
/// `source,target` (see kColumnNames), or when neither is a number while both ids of the next data line are.
extern const GraphFormat kEdgeListFormat;

}  // namespace hopveil::io
