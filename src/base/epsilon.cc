// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include <fmt/format.h>

#include <hopveil/epsilon.h>
#include <hopveil/errors.h>

#include "base/decimal.h"

namespace hopveil {
namespace {

/// The text in quotes; a message need not show all of a long one.
std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  return fmt::format("\"{}{}\"", text.substr(0, kShown), text.size() > kShown ? ".." : "");
}

}  // namespace

Epsilon Epsilon::from_text(std::string_view text) {
  const auto number = parse_decimal(text);
  if (!number || number->negative || number->digits.empty()) {
    throw InputError(fmt::format("epsilon {} is not a positive number", quoted(text)),
                     "every preference must be > 0");
  }
  const auto nanos = scaled_floor(*number, 9, kMaxNanos);
  if (!nanos) {
    throw InputError(fmt::format("epsilon {} is too large", quoted(text)),
                     "a preference is at most 1000000, which is no protection at all");
  }
  if (*nanos == 0) {
    throw InputError(fmt::format("epsilon {} is too small", quoted(text)),
                     "the smallest preference is 0.000000001 (a billionth)");
  }
  return Epsilon(*nanos);
}

Epsilon Epsilon::from_nanos(std::uint64_t nanos) {
  if (nanos < 1 || nanos > kMaxNanos) {
    throw InputError(fmt::format("an epsilon of {} billionths is out of its range", nanos),
                     "it is from 0.000000001 to 1000000");
  }
  return Epsilon(nanos);
}

std::string Epsilon::text() const {
  return decimal_text(nanos_, 9);
}

}  // namespace hopveil
