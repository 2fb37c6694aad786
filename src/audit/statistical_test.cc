#include "audit/statistical.h"

#include <chrono>
#include <cstdio>

#include <gtest/gtest.h>

#include "audit/asked_questions.h"
#include "audit/named_pairs.h"
#include "audit/play_back.h"
#include "audit/sweep.h"
#include "dp/preferences.h"
#include "mechanism/registry.h"

namespace hopveil {
namespace {
TEST(Scratch, Look) {
  for (const MechanismInfo& info : mechanisms()) {
    for (int literal = 0; literal < (info.name == "duba-lf" ? 2 : 1); ++literal)
      for (const NamedPair& named : named_pairs()) {
        const NeighbouringPair pair = named.make(named, Epsilon::from_text("1"), named.size);
        MechanismOptions options;
        options.hops = pair.hops;
        options.reading = literal ? Reading::kLiteral : Reading::kConsistent;
        const auto mechanism = info.make(options);
        const auto start = std::chrono::steady_clock::now();
        const auto result = audit_statistically(*mechanism, pair, {.runs = 20000});
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        options.threshold = Threshold::number(smallest_preference(pair.preferences));
        const auto played = play_back(*info.make(options), pair, 1);
        const auto* worst = played.worst();
        std::printf(
            "%-11s %d %-14s bound %.3f of max %.2f  %.2fs  playback loss %.3f exact %d leak %d worst %s "
            "%g/%g | %s (%lu %lu)\n",
            info.name.c_str(), literal, pair.name.c_str(), result.bound, result.largest_possible, seconds,
            played.loss, played.exact, played.leaks_past_noise, worst ? worst->name.c_str() : "",
            worst ? worst->change : 0, worst ? worst->declared : 0, result.event.c_str(), result.likely.hits,
            result.unlikely.hits);
      }
  }
}
TEST(Scratch, Asked) {
  for (const char* level : {"0.5", "1", "2"})
    for (const char* name : {"leaf", "strict-liberal", "bridge"})
      for (int k = 0; k < 2; ++k) {
        const NeighbouringPair pair = make_named_pair(name, Epsilon::from_text(level));
        const auto mechanism = k ? ask_for_counts() : ask_for_pairs();
        const auto start = std::chrono::steady_clock::now();
        const auto result = audit_statistically(*mechanism, pair, {.runs = 20000});
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const auto played = play_back(*mechanism, pair, 1);
        std::printf("%d %s %s bound %.3f %.2fs loss %.3f %s\n", k, name, level, result.bound, seconds,
                    played.loss, result.event.c_str());
      }
}
TEST(Scratch, Sweep) {
  for (const MechanismInfo& info : mechanisms())
    for (unsigned hops : {1U, 2U, 4U}) {
      MechanismOptions options;
      options.hops = hops;
      options.threshold = certain_threshold_of_sweeps();
      const auto mechanism = info.make(options);
      const auto start = std::chrono::steady_clock::now();
      const auto r = sweep_small_networks(*mechanism, 4, 1);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      std::printf(
          "%s %u: %lu pairs, exceeding %lu leaking %lu overspending %lu worst %s %g/%g loss %g  %.2fs\n",
          info.name.c_str(), hops, r.pairs, r.exceeding, r.leaking, r.overspending, r.worst_step.name.c_str(),
          r.worst_step.change, r.worst_step.declared, r.worst_loss, seconds);
    }
}
}  // namespace
}  // namespace hopveil
