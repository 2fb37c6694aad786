// SPDX-License-Identifier: Apache-2.0
#include "io/user_numbering.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "graph/plain_number.h"

namespace hopveil::io {
namespace {

// The table of small numbers may have this many entries per user, and always the smallest size.
constexpr std::uint64_t kDirectPerUser = 4;
constexpr std::uint64_t kSmallestDirect = std::uint64_t{1} << 16;

NodeId next_node(std::size_t size) {
  if (size >= kNoNode)
    throw InputError(fmt::format("the graph has more than {} users", kNoNode), "at most that many fit");
  return static_cast<NodeId>(size);
}

class NumberText {
 public:
  explicit NumberText(std::uint64_t number)
      : end_(std::to_chars(digits_.data(), digits_.data() + digits_.size(), number).ptr) {}
  std::string_view view() const { return {digits_.data(), end_}; }

 private:
  std::array<char, 20> digits_;
  char* end_;
};

}  // namespace

NodeId UserNumbering::add_number(std::uint64_t name) {
  const NodeId node = next_node(numbers_.size());
  numbers_.push_back(name);
  return node;
}

NodeId UserNumbering::of_far_number(std::uint64_t name) {
  if (is_text_) return find_or_add_text(NumberText(name).view());
  if (name < std::max(kSmallestDirect, kDirectPerUser * numbers_.size())) {
    widen_direct(name);
    return of_number(name);
  }
  const NodeId fresh = next_node(numbers_.size());
  const NodeId node =
      far_.find_or_insert(far_.hash(name), fresh, [&](NodeId other) { return numbers_[other] == name; });
  if (node == fresh) numbers_.push_back(name);
  return node;
}

NodeId UserNumbering::find_far_number(std::uint64_t name) const {
  if (is_text_) return find_in_texts(NumberText(name).view());
  return far_.find(far_.hash(name), [&](NodeId other) { return numbers_[other] == name; });
}

/// Makes the table reach `name`, and moves in the hashed users that it now reaches.
void UserNumbering::widen_direct(std::uint64_t name) {
  direct_.resize(std::max(std::bit_ceil(name + 1), kSmallestDirect), kNoNode);
  if (far_.size() == 0) return;
  NodeTable still_far;
  for (NodeId node = 0; node < numbers_.size(); ++node) {
    const std::uint64_t number = numbers_[node];
    if (number < direct_.size()) {
      direct_[number] = node;
    } else {
      still_far.find_or_insert(still_far.hash(number), node, [](NodeId) { return false; });
    }
  }
  far_ = std::move(still_far);
}

NodeId UserNumbering::of_text(std::string_view name) {
  if (!is_text_) {
    if (const auto number = plain_number(name)) return of_number(*number);
    turn_to_text();
  }
  return find_or_add_text(name);
}

NodeId UserNumbering::find_text(std::string_view name) const {
  if (is_text_) return find_in_texts(name);
  const auto number = plain_number(name);
  return number ? find_number(*number) : kNoNode;
}

NodeId UserNumbering::find_in_texts(std::string_view name) const {
  return texts_.find(texts_.hash(name), [&](NodeId other) { return text_of(other) == name; });
}

NodeId UserNumbering::find_or_add_text(std::string_view name) {
  const NodeId fresh = next_node(ends_.size());
  const NodeId node =
      texts_.find_or_insert(texts_.hash(name), fresh, [&](NodeId other) { return text_of(other) == name; });
  if (node == fresh) {
    blob_.append(name);
    ends_.push_back(blob_.size());
  }
  return node;
}

std::string_view UserNumbering::text_of(NodeId node) const {
  const std::uint64_t begin = node == 0 ? 0 : ends_[node - 1];
  return std::string_view(blob_).substr(begin, ends_[node] - begin);
}

void UserNumbering::turn_to_text() {
  is_text_ = true;
  const std::vector<std::uint64_t> numbers = std::exchange(numbers_, {});
  direct_ = {};
  far_ = {};
  for (const std::uint64_t number : numbers) find_or_add_text(NumberText(number).view());
}

UserIds UserNumbering::finish() {
  UserNumbering done;
  std::swap(*this, done);
  if (!done.is_text_) {
    done.numbers_.shrink_to_fit();
    return UserIds::from_numbers(std::move(done.numbers_));
  }
  return UserIds::from_text(std::move(done.blob_), std::move(done.ends_));
}

}  // namespace hopveil::io
