#pragma once

// ELI's second half: from noisy answers to counts. Post-processing: it sees public knowledge and answers, and
// what it does with them costs no privacy.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/progress.h"
#include "base/random_source.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil {

/// What an estimate should be close in: the difference (MAE), or the difference relative to the true count
/// (MRE). One table cannot serve both.
enum class Objective { kAbsolute, kRelative };

struct InferenceOptions {
  unsigned hops = 1;
  Objective objective = Objective::kAbsolute;
  /// Percent; when set, low and high ends are inferred as well.
  std::optional<unsigned> intervals = {};
  unsigned threads = 1;
  /// At most so many public users are counted in synthetic networks, and the counts scaled up.
  std::size_t counted_public = kCountedPublic;
  /// Bytes for counting in synthetic networks, besides their edges. 0: half of the machine's memory.
  std::uint64_t memory_limit = 0;
  Progress progress = {};

  static constexpr std::size_t kCountedPublic = 4096;
};

/// Whole numbers in 0 .. m_p for every private user (row) and hop; a user's hops sum to at most m_p.
class InferredCounts {
 public:
  InferredCounts(std::size_t rows, unsigned hops, bool with_intervals)
      : rows_(rows), hops_(hops), counts_(rows * hops) {
    if (with_intervals) low_ = high_ = counts_;
  }

  std::size_t rows() const { return rows_; }
  unsigned hops() const { return hops_; }
  bool with_intervals() const { return !low_.empty(); }
  std::span<std::uint32_t> hop(unsigned hop) { return part(counts_, hop); }
  std::span<std::uint32_t> low(unsigned hop) { return part(low_, hop); }
  std::span<std::uint32_t> high(unsigned hop) { return part(high_, hop); }

 private:
  std::span<std::uint32_t> part(std::vector<std::uint32_t>& values, unsigned hop) const {
    return {values.data() + (hop - 1) * rows_, rows_};
  }
  std::size_t rows_;
  unsigned hops_;
  std::vector<std::uint32_t> counts_, low_, high_;
};

/// Asks, and infers. Which questions are asked depends on public knowledge and earlier answers.
InferredCounts infer_counts(const PublicKnowledge& knowledge, AnswerSource& answers, RandomSource& random,
                            const InferenceOptions& options);

/// The tables of several objectives from the same answers, each as it would be alone; options.objective is
/// not looked at. For experiments: a release is one of them.
std::vector<InferredCounts> infer_for_objectives(const PublicKnowledge& knowledge, AnswerSource& answers,
                                                 RandomSource& random, const InferenceOptions& options,
                                                 std::span<const Objective> objectives);

}  // namespace hopveil
