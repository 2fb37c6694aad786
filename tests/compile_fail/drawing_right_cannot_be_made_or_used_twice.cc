// expect: deleted
#include "release/release_plan.h"

void draw_twice(hopveil::ReleasePlan& plan, const hopveil::DrawingRight& right) {
  plan.draw(right);
  plan.draw(right);
}
