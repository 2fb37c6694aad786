// expect: private
#include "release/released_counts.h"

hopveil::ReleasedCounts make(hopveil::NoisyTable seeded) {
  return hopveil::ReleasedCounts(seeded);
}
