// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mechanism/setting.h"

namespace hopveil::audit {

/// While it lives, every noisy step of runs in `workspace` is reported to `observer`. The only way to do so;
/// src/modules.map keeps this header away from the release path.
class StepObservation {
 public:
  StepObservation(mechanism::Workspace& workspace, dp::StepObserver& observer) : workspace_(workspace) {
    workspace_.observer_ = &observer;
  }
  StepObservation(const StepObservation&) = delete;
  StepObservation& operator=(const StepObservation&) = delete;
  ~StepObservation() { workspace_.observer_ = nullptr; }

 private:
  mechanism::Workspace& workspace_;
};

}  // namespace hopveil::audit
