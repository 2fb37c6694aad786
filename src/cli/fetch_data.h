// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "evaluate/paper.h"

namespace hopveil::cli {

struct FetchOptions {
  std::string folder;  ///< to put it into; it is made
  /// Another address than the publisher's; one that ends in / gets the publisher's file name.
  std::string from;
  bool quiet = false;
};

/// Downloads the data set, unless it is there, and verifies its checksum. Throws InputError when something
/// else came (nothing is written then), SystemError when nothing came.
void fetch_data_set(const evaluation::PaperDataSet& data, const FetchOptions& options);

}  // namespace hopveil::cli
