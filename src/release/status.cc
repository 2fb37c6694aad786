// SPDX-License-Identifier: Apache-2.0
#include "release/status.h"

#include <utility>

#include <hopveil/errors.h>

namespace hopveil::release {

std::string ReleaseStatus::text() const {
  switch (kind) {
    case StatusKind::kProved:
      return "proved";
    case StatusKind::kProvedWithExceptions:
      return "proved with exceptions";
    case StatusKind::kRefuted:
      return "refuted";
  }
  throw BugError("a release has no status");
}

ReleaseStatus release_status(const mechanism::Guarantee& guarantee, std::vector<std::string> exceptions) {
  StatusKind kind = StatusKind::kRefuted;
  if (guarantee.status == mechanism::GuaranteeStatus::kProved) {
    kind = exceptions.empty() ? StatusKind::kProved : StatusKind::kProvedWithExceptions;
  }
  return {kind, guarantee.statement, guarantee.reason, std::move(exceptions)};
}

}  // namespace hopveil::release
