// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace hopveil::ledger {

/// The first few of possibly many names, for a message.
struct NameList {
  static constexpr std::size_t kMaxNamed = 5;

  std::vector<std::string> first;
  std::size_t num_all = 0;

  void add(std::string name) {
    if (first.size() < kMaxNamed) first.push_back(std::move(name));
    ++num_all;
  }
  /// `"a", "b", "c" and 4 more`
  std::string text() const {
    std::string list = fmt::format("{}", fmt::join(first, ", "));
    if (num_all > first.size()) list += fmt::format(" and {} more", num_all - first.size());
    return list;
  }
};

}  // namespace hopveil::ledger
