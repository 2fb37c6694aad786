// SPDX-License-Identifier: Apache-2.0
#include "base/huge_buffer.h"

#include <cerrno>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>

#include <hopveil/errors.h>

namespace hopveil {

void prefer_huge_pages(void* begin, std::size_t size) {
  constexpr std::uintptr_t kPage = 4096;
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + kPage - 1) / kPage * kPage;
  const std::uintptr_t last = (address + size) / kPage * kPage;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

HugeBytes::HugeBytes(std::size_t size) : size_(size) {
  if (size == 0) return;
  data_ = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data_ == MAP_FAILED) {
    data_ = nullptr;
    throw SystemError("allocate", fmt::format("{} bytes", size), errno,
                      "Counting needs less under a smaller memory limit.");
  }
  prefer_huge_pages(data_, size);
}

HugeBytes::~HugeBytes() {
  if (data_ != nullptr) munmap(data_, size_);
}

HugeBytes::HugeBytes(HugeBytes&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

HugeBytes& HugeBytes::operator=(HugeBytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace hopveil
