// SPDX-License-Identifier: Apache-2.0
#include "base/secure_rng.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>
#include <sys/random.h>

#include "base/stop.h"

namespace hopveil {
namespace {

[[noreturn]] void end_without_randomness(int error_number) {
  std::fprintf(stderr,
               "hopveil: the system's random generator failed (getrandom: %s); "
               "ending at once, nothing weaker may stand in for it\n",
               std::strerror(error_number));
  std::abort();
}

void fill_from_kernel(void* destination, std::size_t bytes) {
  auto* next = static_cast<unsigned char*>(destination);
  while (bytes > 0) {
    const ssize_t got = ::getrandom(next, bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) end_without_randomness(got < 0 ? errno : EIO);
    next += got;
    bytes -= static_cast<std::size_t>(got);
  }
}

}  // namespace

SecureRng::SecureRng(Buffering buffering) {
  if (buffering == Buffering::kNone) return;
  void* memory = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  if (::madvise(memory, sizeof(Page), MADV_WIPEONFORK) != 0) {
    ::munmap(memory, sizeof(Page));
    return;
  }
  // Only a further precaution: a kernel that does not know it changes nothing of the promise on forks.
  (void)::madvise(memory, sizeof(Page), MADV_DONTDUMP);
  page_ = static_cast<Page*>(memory);
}

SecureRng::~SecureRng() {
  if (page_ == nullptr) return;
  ::explicit_bzero(page_, sizeof(Page));
  ::munmap(page_, sizeof(Page));
}

void SecureRng::refill() {
  stop_if_asked();
  fill_from_kernel(page_->words, sizeof(page_->words));
  page_->available = sizeof(page_->words) / sizeof(page_->words[0]);
}

std::uint64_t SecureRng::unbuffered() {
  std::uint64_t word = 0;
  fill_from_kernel(&word, sizeof(word));
  return word;
}

std::unique_ptr<RandomSource> SecureRng::split(std::string_view /*purpose*/, std::uint64_t /*index*/) const {
  return std::make_unique<SecureRng>(buffered() ? Buffering::kWipedOnFork : Buffering::kNone);
}

}  // namespace hopveil
