#include "infer/estimator/cross_validation.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "dp/preferences.h"
#include "graph/generators.h"
#include "query/query_layer.h"

namespace hopveil {
namespace {

/// What is learnt from a network of which a third is liberal.
struct Classroom {
  explicit Classroom(const Graph& network) : graph(network), roles(public_roles(graph)) {
    SeededRng groups(1);
    const std::array levels{Epsilon::from_text("1"), Epsilon::from_text("4"), Epsilon::from_text("30")};
    const Preferences preferences = assign_equal_groups(roles.private_users().size(), levels, groups);
    knowledge = std::make_unique<PublicKnowledge>(graph, roles, preferences);
    SeededRng noise(2);
    QueryLayer layer(graph, *knowledge, noise);
    std::vector<NodeId> liberal;
    for (const NodeId user : roles.private_users()) {
      if (knowledge->preference(user) == levels[2]) liberal.push_back(user);
    }
    anchors = ask_anchors(*knowledge, layer, std::move(liberal));
    teacher = make_teacher(*knowledge, anchors, {.hops = 5}, SeededRng(3), Meter(silent));
  }
  static UserRoles public_roles(const Graph& graph) {
    return {graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("5%"))};
  }
  Partners partners() const {
    return {*knowledge, anchors, teacher.counts, std::vector<bool>(graph.num_nodes(), false)};
  }
  double error(const Questionnaire& questionnaire, double preference) const {
    const Lesson lesson{teacher.networks, teacher.counts, anchors.liberal};
    return examine(questionnaire, lesson, std::array{preference}, SeededRng(4), 1);
  }
  Questionnaire chosen(const Partners& about, double preference) const {
    const Lesson lesson{teacher.networks, teacher.counts, anchors.liberal};
    return choose_questionnaire(about, lesson, std::array{preference}, SeededRng(4), 1);
  }

  const Progress silent;
  Graph graph;
  UserRoles roles;
  std::unique_ptr<PublicKnowledge> knowledge;
  Anchors anchors;
  Teacher teacher;
};

TEST(ChooseQuestionnaire, IsNoWorseInTheExamThanThePlainOnesApartAndTogether) {
  for (const char* kind : {"powerlaw", "community"}) {
    const Classroom room(find_generator(kind).make({900, 5400, 5, 1}));
    const Partners partners = room.partners();
    for (const double preference : {1.0, 4.0}) {
      const double chosen = room.error(room.chosen(partners, preference), preference);
      EXPECT_LE(chosen, room.error({partners, 4, 4}, preference)) << kind << preference;
      EXPECT_LE(chosen, room.error({partners, 0, 4}, preference)) << kind << preference;
    }
  }
}

}  // namespace
}  // namespace hopveil
