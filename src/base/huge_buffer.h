// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hopveil {

/// Asks for huge pages where the memory holds whole ones, before it is first used: a wish, without effect on
/// what is computed.
void prefer_huge_pages(void* begin, std::size_t size);

/// Uninitialised memory for large arrays that are read in no order: aligned to, and asking for, huge pages,
/// without which every row read would miss the address cache as well.
template <class Element>
class HugeBuffer;

/// The bytes behind a HugeBuffer. Throws SystemError when there is no such memory.
class HugeBytes {
 public:
  HugeBytes() = default;
  explicit HugeBytes(std::size_t size);
  ~HugeBytes();
  HugeBytes(HugeBytes&& other) noexcept;
  HugeBytes& operator=(HugeBytes&& other) noexcept;

  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class Element>
class HugeBuffer {
 public:
  HugeBuffer() = default;
  explicit HugeBuffer(std::size_t size) : bytes_(size * sizeof(Element)), size_(size) {}

  Element* data() { return static_cast<Element*>(bytes_.data()); }
  const Element* data() const { return static_cast<const Element*>(bytes_.data()); }
  std::size_t size() const { return size_; }
  Element& operator[](std::size_t index) { return data()[index]; }
  const Element& operator[](std::size_t index) const { return data()[index]; }

 private:
  HugeBytes bytes_;
  std::size_t size_ = 0;
};

}  // namespace hopveil
