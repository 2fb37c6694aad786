// SPDX-License-Identifier: Apache-2.0
// What exact noise costs: nanoseconds per value, and beside it continuous Laplace noise in floating point,
// which no release may use. Seeded generator, one thread.

#include <vector>

#include <fmt/format.h>

#include "base/seeded_rng.h"
#include "dp/discrete_laplace.h"
#include "dp/experiment_noise.h"
#include "dp/ladder_noise.h"
#include "stopwatch.h"

namespace hopveil::bench {
namespace {

constexpr std::size_t kValues = 1'000'000;
constexpr int kRepeats = 5;

template <class Work>
double nanoseconds_per_value(const Work& work) {
  return best_seconds_of(kRepeats, 10, work) * 1e9 / static_cast<double>(kValues);
}

void row(const std::string& name, double nanoseconds, double yardstick) {
  fmt::print("| {} | {:.1f} | {:.2f} x |\n", name, nanoseconds, nanoseconds / yardstick);
}

void run() {
  SeededRng random(1);
  const std::vector<std::uint32_t> counts(kValues, 7);
  std::vector<std::int64_t> noisy(kValues);
  double sum = 0;
  const double continuous = nanoseconds_per_value([&] {
    for (std::size_t i = 0; i < kValues; ++i) sum += dp::continuous_laplace_for_experiments(random, 0.1, 1);
  });
  fmt::print("| noise | ns per value | of continuous Laplace |\n|---|---:|---:|\n");
  row("continuous Laplace (not for releases)", continuous, continuous);
  for (const dp::Rational epsilon : {dp::Rational(1, 10), dp::Rational(1, 1), dp::Rational(4, 1),
                                     dp::Rational(123'456'789, 1'000'000'000)}) {
    const dp::DiscreteLaplace laplace(epsilon, 1);
    row(fmt::format("discrete Laplace, epsilon {}", epsilon.value()),
        nanoseconds_per_value([&] { laplace.add_to(random, counts, noisy); }), continuous);
  }
  const dp::LadderNoise ladder(1156, 40, dp::Rational(1, 2));
  row("ladder, m_p 1156, LS 40, epsilon 0.5",
      nanoseconds_per_value([&] { ladder.add_to(random, counts, noisy); }), continuous);
  if (sum == 0) fmt::print("impossible\n");  // keeps the loop above
}

}  // namespace
}  // namespace hopveil::bench

int main() {
  hopveil::bench::run();
}
