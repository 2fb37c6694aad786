// SPDX-License-Identifier: Apache-2.0
// expect: private
#include "release/released_counts.h"

hopveil::release::ReleasedCounts make(hopveil::mechanism::NoisyTable seeded) {
  return hopveil::release::ReleasedCounts(seeded);
}
