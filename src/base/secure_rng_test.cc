// SPDX-License-Identifier: Apache-2.0
#include "base/secure_rng.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <set>
#include <type_traits>

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/seeded_rng.h"

namespace hopveil {
namespace {

// A release cannot be given a seed: neither type turns into the other, and no number makes a SecureRng.
static_assert(!std::is_convertible_v<SeededRng&, SecureRng&>);
static_assert(!std::is_convertible_v<SecureRng&, SeededRng&>);
static_assert(!std::is_constructible_v<SecureRng, SeededRng&>);
static_assert(!std::is_constructible_v<SecureRng, SeededRng>);
static_assert(!std::is_constructible_v<SeededRng, SecureRng&>);
static_assert(!std::is_constructible_v<SecureRng, std::uint64_t>);
static_assert(!std::is_constructible_v<SecureRng, int>);
static_assert(!std::is_convertible_v<SecureRng::Buffering, SecureRng>);
static_assert(!std::is_copy_constructible_v<SecureRng> && !std::is_copy_assignable_v<SecureRng>);
static_assert(!std::is_move_constructible_v<SecureRng> && !std::is_move_assignable_v<SecureRng>);

using Words = std::array<std::uint64_t, 64>;

Words draw(RandomSource& source) {
  Words words;
  for (auto& word : words) word = source.next_u64();
  return words;
}

/// The words that a forked child draws from its copy of `source`.
Words draw_in_child(RandomSource& source) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const Words words = draw(source);
    const bool written = ::write(ends[1], words.data(), sizeof(words)) == ssize_t{sizeof(words)};
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  Words words{};
  EXPECT_EQ(::read(ends[0], words.data(), sizeof(words)), ssize_t{sizeof(words)});
  ::close(ends[0]);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  return words;
}

std::size_t words_in_common(const Words& a, const Words& b) {
  const std::set<std::uint64_t> seen(a.begin(), a.end());
  std::size_t common = 0;
  for (const auto word : b) common += seen.count(word);
  return common;
}

TEST(SecureRng, BuffersWhereThisKernelWipesPagesOnFork) {
  EXPECT_TRUE(SecureRng().buffered());
  EXPECT_FALSE(SecureRng(SecureRng::Buffering::kNone).buffered());
}

TEST(SecureRng, ParentAndChildDrawDifferentWordsAfterAFork) {
  for (const auto buffering : {SecureRng::Buffering::kWipedOnFork, SecureRng::Buffering::kNone}) {
    SecureRng source(buffering);
    source.next_u64();  // fills the buffer, which the child would inherit
    const Words child = draw_in_child(source);
    EXPECT_EQ(words_in_common(child, draw(source)), 0u);
  }
}

TEST(SecureRng, TheForkTestNoticesAnInheritedState) {
  SeededRng source(1);
  source.next_u64();
  const Words child = draw_in_child(source);
  EXPECT_EQ(words_in_common(child, draw(source)), child.size());
}

TEST(SecureRng, NeverRepeatsAWordAcrossRefillsSplitsAndSources) {
  SecureRng first;
  SecureRng second;
  const auto split = first.split("noise", 0);
  const auto same_split = first.split("noise", 0);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 2000; ++i) {
    for (RandomSource* source : {static_cast<RandomSource*>(&first), static_cast<RandomSource*>(&second),
                                 split.get(), same_split.get()}) {
      EXPECT_TRUE(seen.insert(source->next_u64()).second);
    }
  }
}

TEST(SecureRng, SetsEveryBitAboutHalfTheTime) {
  // 40000 words: each bit's count has standard deviation 100; 6 of them fail 64 bits at a rate of 1.3e-7.
  for (const auto buffering : {SecureRng::Buffering::kWipedOnFork, SecureRng::Buffering::kNone}) {
    SecureRng source(buffering);
    std::array<int, 64> ones{};
    for (int i = 0; i < 40000; ++i) {
      const std::uint64_t word = source.next_u64();
      for (unsigned bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>(word >> bit & 1);
    }
    for (const int count : ones) EXPECT_NEAR(count, 20000, 600);
  }
}

/// From here on getrandom fails in this process, as in a sandbox that forbids it.
void forbid_getrandom() {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getrandom, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{4, program};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
    ::_exit(3);
  }
}

TEST(SecureRngDeathTest, EndsTheProgramWhenTheGeneratorFails) {
  for (const auto buffering : {SecureRng::Buffering::kWipedOnFork, SecureRng::Buffering::kNone}) {
    const auto draw_without_generator = [&] {
      forbid_getrandom();
      try {
        SecureRng(buffering).next_u64();
      } catch (...) {
        ::_exit(0);  // swallowed: the test fails
      }
    };
    EXPECT_EXIT(draw_without_generator(), ::testing::KilledBySignal(SIGABRT), "random generator failed");
  }
}

}  // namespace
}  // namespace hopveil
