// SPDX-License-Identifier: Apache-2.0
#pragma once

// F.csv.meta.json: what a table holds, what was promised with it, and to whom. The format is documented in
// docs/formats/metadata.md and as a JSON Schema in docs/formats/release-metadata.schema.json.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "release/protection.h"
#include "release/release_plan.h"

namespace hopveil::release {

inline constexpr unsigned kMetadataVersion = 1;

/// What the ledger says about a release that it was charged for.
struct LedgerFacts {
  std::string path;
  std::string id;            ///< the ledger's own; empty for a ledger that has none (version 1)
  std::int64_t release = 0;  ///< the number of this release in it
  /// The largest part of their budget that users of this release have spent, it included, in billionths.
  std::uint64_t most_spent_nanos = 0;
  /// Numbers of releases before this one whose promise is refuted: what they gave away, no proof bounds.
  std::vector<std::int64_t> refuted_releases;
};

/// The table of public users' reach.
struct ReachFacts {
  std::string file;  ///< its name, without folders; empty: default_reach_path of its table
  std::string sha256;
};

/// What is known about a release beside its counts: what metadata, page and terminal say, from one place.
struct ReleaseFacts {
  std::string release_id;  ///< random: two releases differ also when their tables and times are equal
  std::string started;     ///< UTC, when the command began: before it looked at the network
  ReleaseTableFormat table;
  std::string table_sha256;
  std::optional<ReachFacts> reach;
  ReleaseStatus status;
  Promise promise;  ///< of this release
  std::optional<LedgerFacts> ledger;
  /// Of all releases of the ledger together, for whoever has spent most.
  std::optional<Promise> total_promise;

  /// Proved without exceptions, and protecting also together with the earlier releases.
  bool is_proved_and_protects() const;
};

/// The text of F.csv.meta.json. Nothing in it depends on a protected edge but through `counts` and what the
/// status lists as an exception.
std::string release_metadata(const ReleasePlan& plan, const ReleasedCounts& counts,
                             const ReleaseFacts& facts);

}  // namespace hopveil::release
