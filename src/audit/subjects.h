// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mechanism/mechanism.h"

namespace hopveil::audit {

/// What is audited: a mechanism of the registry with one choice of its options, or a part of one.
struct AuditSubject {
  std::string label;                    ///< "duba-lf, literal"
  std::string mechanism;                ///< its name in the registry
  mechanism::MechanismOptions options;  ///< a pair sets the hops; the threshold is the default
  /// It samples edges by a threshold, so that play-back needs one that keeps them all.
  bool has_threshold = false;
  /// A part (the noisy questions) whose result does not depend on the hops.
  bool is_part = false;
  std::function<std::unique_ptr<mechanism::Mechanism>(const mechanism::MechanismOptions&)> make;

  std::unique_ptr<mechanism::Mechanism> with_hops(unsigned hops) const;
  std::unique_ptr<mechanism::Mechanism> with_hops_and_threshold(unsigned hops, dp::Threshold threshold) const;
};

/// Every mechanism of the registry, or the one of that name ("all": every one), each in all its readings, and
/// the noisy questions behind those that infer. Throws InputError for an unknown name.
std::vector<AuditSubject> audit_subjects(std::string_view mechanism);

}  // namespace hopveil::audit
