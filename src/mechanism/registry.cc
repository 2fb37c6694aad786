#include "mechanism/registry.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "base/nearest_name.h"

namespace hopveil {

namespace {

std::vector<MechanismInfo>& registry() {
  static std::vector<MechanismInfo> all = [] {
    std::vector<MechanismInfo> made = {eli_mechanism(), uniform_mechanism(), exponential_mechanism(),
                                       deba_mechanism(), duba_lf_mechanism()};
    made.reserve(made.size() + 1);  // for a RegisteredMechanism: rows never move
    return made;
  }();
  return all;
}

}  // namespace

std::span<const MechanismInfo> mechanisms() {
  return registry();
}

RegisteredMechanism::RegisteredMechanism(MechanismInfo info) {
  check(registry().size() < registry().capacity(), "two mechanisms are added to the registry at once");
  registry().push_back(std::move(info));
}

RegisteredMechanism::~RegisteredMechanism() {
  registry().pop_back();
}

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

}  // namespace hopveil
