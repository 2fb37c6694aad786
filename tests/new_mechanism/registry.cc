// SPDX-License-Identifier: Apache-2.0
// src/mechanism/registry.cc with one more line; linked in its place.

#include "mechanism/registry.h"

#include <array>

namespace hopveil::mechanism {

MechanismInfo constant_mechanism();

std::span<const MechanismInfo> mechanisms() {
  static const std::array all = {eli_mechanism(),  uniform_mechanism(), exponential_mechanism(),
                                 deba_mechanism(), duba_lf_mechanism(), constant_mechanism()};
  return all;
}

}  // namespace hopveil::mechanism
