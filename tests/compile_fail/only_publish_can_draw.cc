// SPDX-License-Identifier: Apache-2.0
// expect: draw.* private
#include "release/publish.h"

hopveil::release::ReleasedCounts draw(hopveil::release::ReleasePlan& plan) {
  return plan.draw({});
}
