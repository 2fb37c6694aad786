#pragma once

#include <string>
#include <vector>

#include "release/release_plan.h"

namespace hopveil {

/// What the command knows beside the plan.
struct ReleaseContext {
  std::string started;    ///< UTC, when the command began: before it looked at the network
  std::string row_order;  ///< by what the table's rows are ordered
  std::vector<std::string>
      not_covered;  ///< choices of the user that look at protected edges outside the guarantee
};

/// The text of F.csv.meta.json: version, mechanism, parameters, guarantee and its status, which hops were
/// published and which repeat an earlier one. Nothing in it depends on a protected edge but through `counts`.
std::string release_metadata(const ReleasePlan& plan, const ReleasedCounts& counts,
                             const ReleaseContext& context);

}  // namespace hopveil
