// expect: (cannot convert|no viable conversion|no known conversion|no matching)
#include "base/seeded_rng.h"
#include "release/release_plan.h"

void draw(hopveil::ReleasePlan& plan, hopveil::DrawingRight right, hopveil::SeededRng& seeded) {
  plan.draw(std::move(right), seeded);
}
