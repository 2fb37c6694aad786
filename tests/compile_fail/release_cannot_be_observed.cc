// SPDX-License-Identifier: Apache-2.0
// expect: observer_
#include "release/release_plan.h"

void watch(hopveil::mechanism::Workspace& workspace, hopveil::dp::StepObserver& observer) {
  workspace.observer_ = &observer;
}
