// expect: observer_
#include "release/release_plan.h"

void watch(hopveil::Workspace& workspace, hopveil::StepObserver& observer) {
  workspace.observer_ = &observer;
}
