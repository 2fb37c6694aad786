// SPDX-License-Identifier: Apache-2.0
// The list of mechanisms alone: whoever adds one adds a line here.

#include "mechanism/registry.h"

#include <array>

namespace hopveil::mechanism {

std::span<const MechanismInfo> mechanisms() {
  static const std::array all = {
      eli_mechanism(),          //
      uniform_mechanism(),      //
      exponential_mechanism(),  //
      deba_mechanism(),         //
      duba_lf_mechanism(),
  };
  return all;
}

}  // namespace hopveil::mechanism
