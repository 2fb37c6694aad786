#pragma once

#include <string>
#include <vector>

#include "release/release_plan.h"

namespace hopveil {

/// What the command knows beside the plan.
struct ReleaseContext {
  /// UTC, when the command began: before it looked at the network.
  std::string started;
  /// By what the table's rows are ordered.
  std::string row_order;
  /// Of the table that this metadata belongs to.
  std::string table_sha256;
  /// Choices of the user that look at protected edges outside the guarantee.
  std::vector<std::string> not_covered;
};

/// The text of F.csv.meta.json: version, mechanism, parameters, guarantee and its status, which hops were
/// published and which repeat an earlier one. Nothing in it depends on a protected edge but through `counts`.
std::string release_metadata(const ReleasePlan& plan, const ReleasedCounts& counts,
                             const ReleaseContext& context);

}  // namespace hopveil
