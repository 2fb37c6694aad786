// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/random_source.h"

namespace hopveil {

/// Random bits for a release: the operating system's generator (getrandom(2), the kernel's ChaCha20).
///
/// Defends against
/// - repeated noise after fork(2): the buffer and the number of words in it live on one page that the kernel
///   hands to a child zeroed (MADV_WIPEONFORK), so a child begins with an empty buffer. Where the kernel
///   refuses that, nothing is buffered;
/// - noise read back from memory: each word is erased as it is handed out, the page is erased at the end and
///   left out of core dumps;
/// - weaker noise: when getrandom fails the program ends (std::abort with a message). Not an Error: nobody
///   may catch it and publish with other bits.
///
/// There is no seed and no way to get one in. Not for use by two threads at once; `split` one for each.
class SecureRng final : public RandomSource {
 public:
  enum class Buffering { kWipedOnFork, kNone };

  /// kNone asks the kernel for every word (about 20 times slower); for tests of the way without a page.
  explicit SecureRng(Buffering buffering = Buffering::kWipedOnFork);
  ~SecureRng() override;

  std::uint64_t next_u64() override {
    if (page_ == nullptr) return unbuffered();
    if (page_->available == 0) refill();
    std::uint64_t& slot = page_->words[--page_->available];
    const std::uint64_t word = slot;
    slot = 0;
    return word;
  }
  /// Another source over the same generator; purpose and index are of no concern to it.
  std::unique_ptr<RandomSource> split(std::string_view purpose, std::uint64_t index) const override;

  bool buffered() const { return page_ != nullptr; }

 private:
  static constexpr std::size_t kPageBytes = 4096;
  struct Page {
    std::uint64_t available;  // 0 on a page that was wiped
    std::uint64_t words[kPageBytes / sizeof(std::uint64_t) - 1];
  };
  static_assert(sizeof(Page) == kPageBytes);

  void refill();
  static std::uint64_t unbuffered();

  Page* page_ = nullptr;
};

}  // namespace hopveil
