// SPDX-License-Identifier: Apache-2.0
#pragma once

// "Did you mean ..?"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hopveil {

/// How many letters must be inserted, deleted or changed, or neighbours swapped, to make one name of the
/// other (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name that was probably meant by `text`: the nearest one, or, when a third of the letters or more
/// differ, the shortest that begins with `text`. None when no name is near.
std::optional<std::string> nearest_name(std::string_view text, std::span<const std::string> names);

}  // namespace hopveil
