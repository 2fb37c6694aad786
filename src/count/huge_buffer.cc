#include "count/huge_buffer.h"

#include <cerrno>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>

#include <hopveil/errors.h>

namespace hopveil {

HugeBytes::HugeBytes(std::size_t size) : size_(size) {
  if (size == 0) return;
  data_ = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data_ == MAP_FAILED) {
    data_ = nullptr;
    throw SystemError("allocate", fmt::format("{} bytes for counting", size), errno,
                      "A smaller memory limit counts in more batches.");
  }
  madvise(data_, size, MADV_HUGEPAGE);  // a wish; without it everything is right, only slower
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
