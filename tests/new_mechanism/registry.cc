// src/mechanism/registry.cc with one more line; linked in its place.

#include "mechanism/registry.h"

#include <array>

namespace hopveil {

mechanism::MechanismInfo constant_mechanism();

std::span<const mechanism::MechanismInfo> mechanisms() {
  static const std::array all = {mechanism::eli_mechanism(),         mechanism::uniform_mechanism(),
                                 mechanism::exponential_mechanism(), mechanism::deba_mechanism(),
                                 mechanism::duba_lf_mechanism(),     constant_mechanism()};
  return all;
}

}  // namespace hopveil
