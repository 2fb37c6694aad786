// SPDX-License-Identifier: Apache-2.0
#pragma once

// Looking nodes up by their names, for the readers and UserIndex.

#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include <hopveil/graph.h>

#include "base/uint128.h"

namespace hopveil {

/// A hash table of node numbers; the names stay with the caller, who says which name a number stands for. The
/// hash is keyed by a random number per table, so that no file can be made whose names all collide. Nothing
/// that callers see depends on the key.
class NodeTable {
 public:
  NodeTable() : slots_(kSmallest) {
    std::random_device device;
    key_ = (std::uint64_t{device()} << 32) | device();
  }

  std::uint64_t hash(std::uint64_t number) const { return mix(number ^ key_, kOdd); }
  std::uint64_t hash(std::string_view text) const {
    std::uint64_t state = key_ ^ text.size();
    while (text.size() >= 8) {
      state = mix(state ^ load(text.data(), 8), kOdd);
      text.remove_prefix(8);
    }
    return mix(state ^ load(text.data(), text.size()), kOdd);
  }

  /// The node with this hash for which is_same(node) holds; kNoNode when there is none.
  template <class IsSame>
  NodeId find(std::uint64_t hash, IsSame&& is_same) const {
    return slots_[find_slot(static_cast<std::uint32_t>(hash), is_same)].node;
  }

  /// As find; when there is none, puts `fresh` in its place and returns it.
  template <class IsSame>
  NodeId find_or_insert(std::uint64_t hash, NodeId fresh, IsSame&& is_same) {
    const auto tag = static_cast<std::uint32_t>(hash);
    Slot& slot = slots_[find_slot(tag, is_same)];
    if (slot.node != kNoNode) return slot.node;
    slot = {tag, fresh};
    if (++size_ * 2 > slots_.size()) grow();
    return fresh;
  }

  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    NodeId node = kNoNode;
  };
  static constexpr std::size_t kSmallest = 64;
  static constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;

  static std::uint64_t load(const char* bytes, std::size_t size) {
    std::uint64_t word = 0;
    if (size != 0) std::memcpy(&word, bytes, size);
    return word;
  }
  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    const Uint128 product = static_cast<Uint128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  template <class IsSame>
  std::size_t find_slot(std::uint32_t tag, IsSame&& is_same) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t index = tag & mask;
    while (slots_[index].node != kNoNode && !(slots_[index].tag == tag && is_same(slots_[index].node)))
      index = (index + 1) & mask;
    return index;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot slot : old) {
      if (slot.node == kNoNode) continue;
      std::size_t index = slot.tag & mask;
      while (slots_[index].node != kNoNode) index = (index + 1) & mask;
      slots_[index] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
  std::uint64_t key_;
};

}  // namespace hopveil
