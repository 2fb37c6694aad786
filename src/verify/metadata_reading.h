// SPDX-License-Identifier: Apache-2.0
#pragma once

// F.csv.meta.json, read without trusting it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "release/protection.h"
#include "verify/table_check.h"

namespace hopveil::verify {

struct MetadataReading {
  /// What is wrong with it, a sentence each. When there is anything, nothing below is set.
  std::vector<std::string> problems;

  nlohmann::ordered_json json;
  std::string table_sha256;
  TableTerms terms;
  /// The table of public users' reach, if there is one.
  struct Reach {
    std::string file;  ///< beside the table; empty: default_reach_path
    std::string sha256;
    TableTerms terms;
  };
  std::optional<Reach> reach;
  release::Promise promise;
};

/// The text must be exactly as `release` writes it, conform to the documented schema, and agree with itself:
/// every number that follows from others is computed again. Never throws for what the text says.
MetadataReading read_metadata(std::string_view text);

}  // namespace hopveil::verify
