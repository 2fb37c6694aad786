#include "mechanism/registry.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hopveil/errors.h>

namespace hopveil {
namespace {

/// The number of letters to insert, delete or change to make one name of the other (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row.back();
}

}  // namespace

std::span<const MechanismInfo> mechanisms() {
  static const std::array all = {eli_mechanism(), uniform_mechanism(), exponential_mechanism(),
                                 deba_mechanism(), duba_lf_mechanism()};
  return all;
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
