// SPDX-License-Identifier: Apache-2.0
// expect: (cannot convert|no viable conversion|no known conversion|no matching|too many arguments)
#include "base/seeded_rng.h"
#include "release/publish.h"

void draw(hopveil::release::ReleasePlan& plan, hopveil::SeededRng& seeded) {
  hopveil::release::publish(plan, {}, seeded);
}
