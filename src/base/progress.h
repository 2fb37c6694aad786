// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace hopveil {

/// How long work says how far it is: `done` of `total` units (bytes, hops, runs). Called now and then, from
/// one thread at a time. Empty: no progress is reported. What is shown must not depend on protected edges in
/// a release.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace hopveil
