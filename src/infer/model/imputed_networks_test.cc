// SPDX-License-Identifier: Apache-2.0
#include "infer/model/imputed_networks.h"

#include <gtest/gtest.h>

#include "infer/model/imputed_networks_testing.h"

namespace hopveil::infer {
namespace {

TEST(ImputedNetworks, AreMoreForSmallNetworks) {
  for (const auto& [users, kept] : {std::pair{100U, 16U}, {4000U, 8U}, {9000U, 4U}}) {
    const ImputedNetworks imputed = PartlyReleased(users, 3).impute();
    EXPECT_EQ(imputed.networks.size(), kept) << users;
    EXPECT_EQ(imputed.samples.size(), 4 * kept - 1) << users;
  }
}

TEST(ImputedNetworks, IsTheReleasedOneWhenNoUserIsUnobserved) {
  const ImputedNetworks imputed = PartlyReleased(100, 1).impute();
  EXPECT_EQ(imputed.networks.size(), 1U);
  EXPECT_EQ(imputed.samples.size(), 1U);
}

}  // namespace
}  // namespace hopveil::infer
