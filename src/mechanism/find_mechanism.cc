// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hopveil/errors.h>

#include "base/nearest_name.h"
#include "mechanism/registry.h"

namespace hopveil::mechanism {

const MechanismInfo& find_mechanism(std::string_view name) {
  const auto found = std::ranges::find(mechanisms(), name, &MechanismInfo::name);
  if (found != mechanisms().end()) return *found;
  const auto nearest = std::ranges::min_element(
      mechanisms(), {}, [name](const MechanismInfo& info) { return edit_distance(name, info.name); });
  throw InputError(fmt::format("there is no mechanism \"{}\"", name),
                   "the mechanisms are " + mechanism_names(), fmt::format("Did you mean {}?", nearest->name));
}

std::string mechanism_names() {
  std::vector<std::string_view> names;
  for (const MechanismInfo& info : mechanisms()) names.push_back(info.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace hopveil::mechanism
