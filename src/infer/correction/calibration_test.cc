#include "infer/correction/calibration.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dp/preferences.h"
#include "graph/generators.h"
#include "query/query_layer.h"

namespace hopveil::infer {
namespace {

using ::testing::Each;

/// A network of communities whose edges every second, or every, private user releases.
struct Released {
  explicit Released(std::size_t every) {
    const Graph graph = find_generator("community").make({600, 4000, 5, 1});
    const UserRoles roles(graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%")));
    const Preferences preferences(
        std::vector<Epsilon>(roles.private_users().size(), Epsilon::from_text("30")));
    knowledge = std::make_unique<query::PublicKnowledge>(graph, roles, preferences);
    SeededRng noise(1);
    query::QueryLayer layer(graph, *knowledge, noise);
    std::vector<NodeId> liberal;
    for (std::size_t row = 0; row < roles.private_users().size(); row += every) {
      liberal.push_back(roles.private_users()[row]);
    }
    anchors = ask_anchors(*knowledge, layer, std::move(liberal));
  }
  Calibration calibrated(unsigned percent) const {
    return calibrate(*knowledge, anchors, {.hops = 5, .intervals = percent}, SeededRng(2));
  }
  std::unique_ptr<query::PublicKnowledge> knowledge;
  Anchors anchors;
};

double total(const Margins& margins) {
  return std::accumulate(margins.low.begin(), margins.low.end(), 0.0) +
         std::accumulate(margins.high.begin(), margins.high.end(), 0.0);
}

TEST(Calibration, NothingIsWidenedWhenNoUserIsUnobserved) {
  const Calibration calibration = Released(1).calibrated(90);
  for (const Margins* margins : {&calibration.spreads, &calibration.beyond}) {
    EXPECT_THAT(margins->low, Each(0));
    EXPECT_THAT(margins->high, Each(0));
  }
}

TEST(Calibration, TheTruthCanBeBeyondAllImputedNetworks) {
  const Calibration calibration = Released(2).calibrated(90);
  EXPECT_GT(total(calibration.spreads), 0);
  EXPECT_GT(total(calibration.beyond), 0);
}

TEST(Calibration, MoreConfidenceNeedsMoreRoom) {
  const Released network(2);
  EXPECT_GT(total(network.calibrated(98).spreads), total(network.calibrated(80).spreads));
}

TEST(Calibration, TheFirstHopIsKnown) {
  const Calibration calibration = Released(2).calibrated(90);
  EXPECT_EQ(calibration.spreads.high.front(), 0);
  EXPECT_EQ(calibration.beyond.high.front(), 0);
}

TEST(SpreadOfRoots, IsTheirDeviationAndOneMore) {
  EXPECT_FLOAT_EQ(spread_of_roots(std::vector<float>{9, 9, 9}), 1);
  EXPECT_FLOAT_EQ(spread_of_roots(std::vector<float>{0, 4}), 2);
}

}  // namespace
}  // namespace hopveil::infer
