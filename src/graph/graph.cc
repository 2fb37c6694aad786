// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>
#include <hopveil/graph.h>

namespace hopveil {

UserIds UserIds::from_numbers(std::vector<std::uint64_t> numbers) {
  const auto owned = std::make_shared<const std::vector<std::uint64_t>>(std::move(numbers));
  return view_numbers(*owned, owned);
}

UserIds UserIds::from_text(std::string blob, std::vector<std::uint64_t> ends) {
  using Owned = std::pair<std::string, std::vector<std::uint64_t>>;
  if (!std::is_sorted(ends.begin(), ends.end()) || (!ends.empty() && ends.back() > blob.size())) {
    throw InputError("the ends of the names do not fit the text that holds them",
                     fmt::format("they must ascend up to its length, {}", blob.size()));
  }
  const auto owned = std::make_shared<const Owned>(std::move(blob), std::move(ends));
  return view_text(owned->first, owned->second, owned);
}

UserIds UserIds::view_numbers(std::span<const std::uint64_t> numbers, std::shared_ptr<const void> storage) {
  UserIds ids;
  ids.numbers_ = numbers;
  ids.storage_ = std::move(storage);
  return ids;
}

UserIds UserIds::view_text(std::string_view blob, std::span<const std::uint64_t> ends,
                           std::shared_ptr<const void> storage) {
  UserIds ids;
  ids.numeric_ = false;
  ids.blob_ = blob;
  ids.ends_ = ends;
  ids.storage_ = std::move(storage);
  return ids;
}

void UserIds::append_text(NodeId node, std::string& out) const {
  if (numeric_) {
    std::array<char, 20> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), numbers_[node]).ptr;
    out.append(digits.data(), end);
  } else {
    const std::uint64_t begin = node == 0 ? 0 : ends_[node - 1];
    out.append(blob_.substr(begin, ends_[node] - begin));
  }
}

std::string UserIds::text(NodeId node) const {
  if (node >= size()) throw InputError(fmt::format("user {} does not exist; there are {}", node, size()));
  std::string out;
  append_text(node, out);
  return out;
}

Graph::Graph() : Graph(std::vector<std::uint64_t>{0}, {}, UserIds()) {}

namespace {

void check_arrays(std::span<const std::uint64_t> offsets, std::span<const NodeId> targets,
                  const UserIds& ids) {
  if (!offsets.empty() && offsets.back() == targets.size() && ids.size() == offsets.size() - 1) return;
  throw InputError(fmt::format("a network's arrays do not fit together: {} offsets, {} targets, {} names",
                               offsets.size(), targets.size(), ids.size()),
                   "there is an offset per user and a last one, the number of targets");
}

}  // namespace

Graph::Graph(std::vector<std::uint64_t> offsets, std::vector<NodeId> targets, UserIds ids)
    : ids_(std::move(ids)) {
  using Owned = std::pair<std::vector<std::uint64_t>, std::vector<NodeId>>;
  const auto owned = std::make_shared<const Owned>(std::move(offsets), std::move(targets));
  offsets_ = owned->first;
  targets_ = owned->second;
  storage_ = owned;
  check_arrays(offsets_, targets_, ids_);
}

Graph::Graph(std::span<const std::uint64_t> offsets, std::span<const NodeId> targets, UserIds ids,
             std::shared_ptr<const void> storage)
    : offsets_(offsets), targets_(targets), ids_(std::move(ids)), storage_(std::move(storage)) {
  check_arrays(offsets_, targets_, ids_);
}

}  // namespace hopveil
