// SPDX-License-Identifier: Apache-2.0
#include "infer/correction/path_length_hold_outs.h"

#include <gtest/gtest.h>

#include "infer/model/imputed_networks_testing.h"

namespace hopveil::infer {
namespace {

PathLengthCorrection measured(const PartlyReleased& network) {
  return measure_path_length_bias(network.setting(), network.impute().counts, SeededRng(1),
                                  Meter(network.silent));
}

TEST(PathLengthHoldOuts, NothingIsMovedWhenNoUserIsUnobserved) {
  EXPECT_EQ(measured(PartlyReleased(100, 1)).to_four, 0);
}

// Communities, most of which are not joined: hold-outs show that what seems to be out of reach is.
TEST(PathLengthHoldOuts, MoveLittleWhereComponentsAreNotJoined) {
  EXPECT_LT(measured(PartlyReleased(3000, 3, "community")).to_five, 0.03) << "without them .065";
}

}  // namespace
}  // namespace hopveil::infer
