// SPDX-License-Identifier: Apache-2.0
#include "graph/plain_number.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"

namespace hopveil {
namespace {

TEST(PlainNumber, IsDigitsWithoutALeadingZero) {
  EXPECT_EQ(plain_number("0"), 0U);
  EXPECT_EQ(plain_number("7"), 7U);
  EXPECT_EQ(plain_number("1234567"), 1234567U);
  EXPECT_EQ(plain_number("12345678"), 12345678U);
  EXPECT_EQ(plain_number("9876543210123456"), 9876543210123456U);
  EXPECT_EQ(plain_number("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  for (const char* other :
       {"", "00", "01", "0123456789", "-1", "+1", " 1", "1 ", "1.0", "18446744073709551616",
        "99999999999999999999", "111111111111111111111", "12a", "12:", "12/", "\xB1"})
    EXPECT_EQ(plain_number(other), std::nullopt) << other;
}

TEST(PlainNumber, IsThatOfTheObviousVersion) {
  SeededRng random(1);
  for (int i = 0; i < 200000; ++i) {
    std::string text;
    const std::size_t size = random.next_u64() % 21;
    for (std::size_t j = 0; j < size; ++j) text.push_back(static_cast<char>('0' + random.next_u64() % 10));
    EXPECT_EQ(plain_number(text), plain_number_by_digit(text)) << text;
    if (text.empty()) continue;
    text[random.next_u64() % size] = static_cast<char>(random.next_u64() % 256);
    EXPECT_EQ(plain_number(text), plain_number_by_digit(text)) << text;
  }
}

}  // namespace
}  // namespace hopveil
