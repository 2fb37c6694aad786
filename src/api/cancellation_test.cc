// SPDX-License-Identifier: Apache-2.0
// Every long call ends within about a second of being asked to. The networks are generated, so nothing is
// skipped; work runs on one thread, and a second is one of the processor, which a busy machine does not
// stretch.

#include <atomic>
#include <chrono>
#include <ctime>
#include <fstream>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hopveil/audit.h>
#include <hopveil/build_users.h>
#include <hopveil/count.h>
#include <hopveil/errors.h>
#include <hopveil/evaluate.h>
#include <hopveil/ledger.h>
#include <hopveil/read_graph.h>
#include <hopveil/release.h>

#include "graph/generators.h"
#include "support/temporary_folder.h"

namespace hopveil {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr double kSlowness = 20;
#else
constexpr double kSlowness = 1;
#endif
/// "Within a second", and a little for whoever measures.
constexpr double kSoon = 1.1 * kSlowness;

double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// A call that was asked to stop.
struct Stopped {
  bool cancelled = false;  ///< it threw Cancelled
  std::string message;
  double seconds = 0;  ///< of the processor, from the request to the end
};

using Work = std::function<void(std::stop_token)>;

/// Runs `work` and asks it to stop when it has used this many seconds of the processor.
Stopped stop_after(double seconds, const Work& work) {
  std::stop_source source;
  std::atomic<bool> over = false;
  std::atomic<double> asked_at = 0;
  const double start = processor_seconds();
  std::thread asker([&] {
    while (!over && processor_seconds() - start < seconds * kSlowness)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    asked_at = processor_seconds();
    source.request_stop();
  });
  Stopped stopped;
  try {
    work(source.get_token());
  } catch (const Cancelled& cancelled) {
    stopped.cancelled = true;
    stopped.message = cancelled.what();
  }
  const double end = processor_seconds();
  over = true;
  asker.join();
  stopped.seconds = end - asked_at;
  return stopped;
}

void expect_soon(double after, const Work& work) {
  const Stopped stopped = stop_after(after, work);
  EXPECT_TRUE(stopped.cancelled) << "was over before " << after
                                 << " s: the network is too small for this test";
  EXPECT_LT(stopped.seconds, kSoon) << "asked after " << after << " s";
}

Graph generated(const char* generator, std::uint64_t nodes, std::uint64_t edges) {
  return find_generator(generator).make({.nodes = nodes, .edges = edges, .seed = 1, .threads = 0});
}

UserRoles top_tenth(const Graph& graph) {
  return {graph.num_nodes(), highest_degree_users(graph, TopShare::from_text("10%"))};
}

TEST(CancellationTest, ReadingAnEdgeListEndsSoon) {
  const TemporaryFolder folder;
  const std::string path = folder.path("edges.txt");
  {
    std::ofstream file(path);
    for (std::uint64_t i = 0; i < 4'000'000; ++i)
      file << i * 7919 % 300'007 << ' ' << i * 104729 % 300'007 << '\n';
  }
  for (const double after : {0.02, 0.1}) {
    expect_soon(after, [&](std::stop_token stop) {
      read_graph(path, {.format = "", .threads = 1, .stop = std::move(stop)});
    });
  }
}

TEST(CancellationTest, ReadingFromASilentPipeEndsSoon) {
  const TemporaryFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int writer = ::open(path.c_str(), O_RDWR);  // its reader never sees an end
  ASSERT_GE(writer, 0);
  std::stop_source source;
  const auto start = std::chrono::steady_clock::now();
  std::thread asker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    source.request_stop();
  });
  EXPECT_THROW(read_graph(path, {.format = "", .stop = source.get_token()}), Cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  asker.join();
  ::close(writer);
}

TEST(CancellationTest, CountingEndsSoon) {
  const Graph graph = generated("powerlaw", 200'000, 2'000'000);
  const UserRoles roles = top_tenth(graph);
  for (const EdgeAccess access : {EdgeAccess::kInMemory, EdgeAccess::kStreamed}) {
    for (const double after : {0.02, 0.4}) {
      expect_soon(after, [&](std::stop_token stop) {
        CountOptions options;
        options.threads = 1;
        options.edges = access;
        options.stop = std::move(stop);
        count_fingerprints(graph, roles, 20, options);
      });
    }
  }
}

/// Large enough that each step of the inference takes more than a second, without anybody who asks.
TEST(CancellationTest, AReleaseEndsSoonAndSaysWhatStaysCharged) {
  const Graph graph = generated("rmat", 60'000, 1'000'000);
  const UserRoles roles = top_tenth(graph);
  const Preferences preferences = equal_preferences(roles, Epsilon::from_text("1"));
  const TemporaryFolder folder;
  const std::string ledger = folder.path("budget.db");
  create_ledger(ledger, graph, roles, preferences);
  for (const double after : {0.5, 1.5}) {
    Plan plan(graph, roles, preferences, {.hops = 4, .share = "0.3", .threads = 1});
    const Stopped stopped = stop_after(after, [&](std::stop_token stop) {
      plan.publish({.ledger = ledger, .output = folder.path("released.csv"), .stop = std::move(stop)});
    });
    EXPECT_TRUE(stopped.cancelled);
    EXPECT_LT(stopped.seconds, kSoon) << "asked after " << after << " s";
    EXPECT_THAT(stopped.message, HasSubstr("charged to 54000 users (a share of 0.3); no table was written"));
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"budget.db"});
}

TEST(CancellationTest, AReleaseThatIsStoppedBeforeItsChargeChargesNothing) {
  const Graph graph = generated("community", 100, 400);
  const UserRoles roles = top_tenth(graph);
  const Preferences preferences = equal_preferences(roles, Epsilon::from_text("1"));
  const TemporaryFolder folder;
  const std::string ledger = folder.path("budget.db");
  create_ledger(ledger, graph, roles, preferences);
  std::stop_source source;
  source.request_stop();
  Plan plan(graph, roles, preferences, {.hops = 2});
  try {
    plan.publish({.ledger = ledger, .stop = source.get_token()});
    FAIL() << "was not cancelled";
  } catch (const Cancelled& cancelled) {
    EXPECT_THAT(cancelled.what(), HasSubstr("nothing was charged"));
  }
  EXPECT_EQ(ledger_accounts(ledger, graph, roles)[0].spent, "0");
}

TEST(CancellationTest, MakingAPlanEndsSoon) {
  const Graph graph = generated("rmat", 1'000'000, 1'000'000);
  const UserRoles roles = top_tenth(graph);
  const Preferences preferences = equal_preferences(roles, Epsilon::from_text("1"));
  expect_soon(0.05, [&](std::stop_token stop) {
    for (int turn = 0; turn < 100; ++turn) Plan(graph, roles, preferences, {.hops = 2, .stop = stop});
  });
}

TEST(CancellationTest, APaperMechanismEndsSoon) {
  const Graph graph = generated("rmat", 100'000, 1'000'000);
  const UserRoles roles = top_tenth(graph);
  Plan plan(graph, roles, equal_preferences(roles, Epsilon::from_text("1")),
            {.hops = 60, .mechanism = "duba-lf", .threads = 1});
  expect_soon(0.2,
              [&](std::stop_token stop) { plan.publish({.accept_refuted = true, .stop = std::move(stop)}); });
}

TEST(CancellationTest, AnEvaluationEndsSoon) {
  const Graph graph = generated("community", 20'000, 100'000);
  const UserRoles roles = top_tenth(graph);
  for (const char* mechanism : {"eli", "deba"}) {
    expect_soon(0.5, [&](std::stop_token stop) {
      EvaluationOptions options;
      options.mechanisms = {mechanism};
      options.groups = {Epsilon::from_text("1"), Epsilon::from_text("4"), Epsilon::from_text("16")};
      options.runs = 1000;
      options.threads = 1;
      options.stop = std::move(stop);
      evaluate(graph, roles, options);
    });
  }
}

TEST(CancellationTest, AnAuditEndsSoon) {
  for (const char* mechanism : {"eli", "uniform"}) {
    expect_soon(0.5, [&](std::stop_token stop) {
      audit_mechanism({.mechanism = mechanism, .seconds = 600, .threads = 1, .stop = std::move(stop)});
    });
  }
}

}  // namespace
}  // namespace hopveil
