// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace hopveil {

/// "1 user", "4039 users"; nouns whose plural is not made with s name it: plural(2, "pass", "passes").
std::string plural(std::unsigned_integral auto number, std::string_view noun, std::string_view many = "") {
  std::string text = std::to_string(number) + " ";
  if (number == 1) return text.append(noun);
  return many.empty() ? text.append(noun).append("s") : text.append(many);
}

}  // namespace hopveil
