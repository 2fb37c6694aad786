#pragma once

#include <cstdint>
#include <vector>

#include <hopveil/users.h>

#include "evaluate/summary.h"
#include "mechanism/mechanism.h"

namespace hopveil {

/// What is known about a network without asking it.
struct PublicSize {
  std::size_t private_users = 0;
  std::size_t public_users = 0;
};

struct ExpectedAccuracy {
  std::size_t users = 0;  ///< of the stand-in network
  std::size_t public_users = 0;
  std::vector<ErrorSummary> lines;  ///< the mechanism's, then those of zeros and hop-median
};

/// The errors that a mechanism with these options makes on a generated network with as many users (at most
/// some thousands, for speed), the same share of public users and preferences of the same kind. Uses public
/// knowledge only, so it may be shown beside a release; how well the generated network stands in for the real
/// one cannot be told.
ExpectedAccuracy expected_accuracy(const MechanismInfo& mechanism, const MechanismOptions& options,
                                   const PublicSize& size, const Preferences& preferences);

}  // namespace hopveil
