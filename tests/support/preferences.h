// SPDX-License-Identifier: Apache-2.0
#pragma once

// Preferences from texts.

#include <initializer_list>
#include <utility>
#include <vector>

#include <hopveil/epsilon.h>
#include <hopveil/users.h>

namespace hopveil::testing {

inline Preferences preferences(std::initializer_list<const char*> by_row) {
  std::vector<Epsilon> epsilons;
  for (const char* text : by_row) epsilons.push_back(Epsilon::from_text(text));
  return Preferences(std::move(epsilons));
}

}  // namespace hopveil::testing
