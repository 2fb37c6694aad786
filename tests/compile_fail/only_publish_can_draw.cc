// expect: draw.* private
#include "release/publish.h"

hopveil::ReleasedCounts draw(hopveil::ReleasePlan& plan) {
  return plan.draw({});
}
