#include "release/release_plan.h"

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "graph/builder.h"

namespace hopveil {
namespace {

/// 0 is public; 1 and 2 are its friends.
ReleaseRequest small_request() {
  ReleaseRequest request;
  request.graph = graph_from_edges(3, {{0, 1}, {0, 2}});
  request.roles = UserRoles(3, {0});
  request.preferences = Preferences({Epsilon::from_text("1"), Epsilon::from_text("1")});
  request.mechanism = "uniform";
  return request;
}

TEST(ReleasePlan, ARightToDrawIsUsedOnce) {
  ReleasePlan plan(small_request());
  DrawingRight right = plan.without_ledger();
  EXPECT_EQ(plan.draw(std::move(right)).rows(), 2U);
  EXPECT_THROW(plan.draw(std::move(right)), BugError);
}

TEST(ReleasePlan, ARightThatWasHandedOnStaysARightOnlyThere) {
  ReleasePlan plan(small_request());
  DrawingRight first = plan.without_ledger();
  DrawingRight second = plan.without_ledger();
  second = std::move(first);
  EXPECT_THROW(plan.draw(std::move(first)), BugError);
  EXPECT_EQ(plan.draw(std::move(second)).rows(), 2U);
}

TEST(ReleasePlan, ARightBelongsToThePlanThatWasCharged) {
  ReleasePlan charged(small_request());
  ReleasePlan other(small_request());
  EXPECT_THROW(other.draw(charged.without_ledger()), BugError);
}

}  // namespace
}  // namespace hopveil
