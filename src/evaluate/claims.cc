// SPDX-License-Identifier: Apache-2.0
#include "evaluate/claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"
#include "evaluate/paper_claims.h"

namespace hopveil::evaluation {
namespace {

/// A claimed number holds when ours is this close: five points, or a quarter of it.
constexpr double kCloseInPoints = 5;
constexpr double kCloseInShare = 0.25;
/// "One order of magnitude": the ratio's logarithm rounds to 1.
constexpr double kOrderLow = 3.1622776601683795;
constexpr double kOrderHigh = 31.622776601683793;

struct ErrorKind {
  const char* name;
  Spread ErrorPair::*value;
};
constexpr ErrorKind kMae{"MAE", &ErrorPair::mae};
constexpr ErrorKind kMre{"MRE", &ErrorPair::mre};

/// The paper's spelling.
std::string paper_name(std::string_view mechanism) {
  if (mechanism == "duba-lf") return "DUBA-LF";
  if (mechanism == "deba") return "DEBA";
  std::string name(mechanism);
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

std::string paper_names(const std::vector<std::string_view>& mechanisms) {
  std::string names;
  for (const std::string_view mechanism : mechanisms) {
    names.append(names.empty() ? "" : ", ").append(paper_name(mechanism));
  }
  return names;
}

/// The curves of one figure under one variant.
struct FigureCurves {
  Variant variant;
  std::uint64_t runs;
  std::vector<Curve> curves;

  const Curve& of(std::string_view mechanism) const {
    const Curve* curve = find_curve(curves, mechanism);
    check(curve != nullptr && !curve->thresholds.empty(), "a figure lacks a mechanism of the paper");
    return *curve;
  }
};

std::vector<double> means(const Curve& curve, const ErrorKind& kind) {
  std::vector<double> values;
  for (const ErrorPair& errors : curve.errors) values.push_back((errors.*kind.value).mean);
  return values;
}

/// The largest (err_worse - err_better) / err_better over t >= `from`, in percent.
double largest_gain(const Curve& better, const Curve& worse, const ErrorKind& kind, double from) {
  double gain = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < better.errors.size(); ++i) {
    if (better.thresholds[i] < from) continue;
    const double ours = (better.errors[i].*kind.value).mean;
    gain = std::max(gain, 100 * ((worse.errors[i].*kind.value).mean - ours) / ours);
  }
  return gain;
}

VariantFinding judge_gain(const Variant& variant, double gain, double claimed) {
  VariantFinding finding{variant, Verdict::kDoesNotHold, fmt::format("{:.1f}%", gain), 0};
  if (gain > 0) finding.verdict = Verdict::kDirectionOnly;
  if (claimed == kOrderOfMagnitude) {
    const double ratio = 1 + gain / 100;
    finding.found = fmt::format("{:.1f} times", ratio);
    if (ratio >= kOrderLow && ratio <= kOrderHigh) finding.verdict = Verdict::kHolds;
    finding.distance = std::abs(std::log10(std::max(ratio, 1e-9)) - 1);
    return finding;
  }
  if (std::abs(gain - claimed) <= std::max(kCloseInPoints, kCloseInShare * claimed)) {
    finding.verdict = Verdict::kHolds;
  }
  finding.distance = std::abs(std::log(std::max(1 + gain / 100, 1e-9) / (1 + claimed / 100)));
  return finding;
}

/// Whether `a` is at most `b`, or above it by less than two standard errors of the difference.
bool not_above(const Spread& a, const Spread& b, std::uint64_t runs) {
  const double standard_error = std::sqrt((a.sd * a.sd + b.sd * b.sd) / static_cast<double>(runs));
  return a.mean <= b.mean + 2 * standard_error;
}

VariantFinding judge_best(const FigureCurves& figure, const BestClaim& claim, const ErrorKind& kind) {
  const Curve& best = figure.of(claim.best);
  std::size_t asked = 0;
  std::size_t met = 0;
  for (std::size_t i = 0; i < best.errors.size(); ++i) {
    if (best.thresholds[i] < claim.from || best.thresholds[i] > claim.to) continue;
    ++asked;
    bool is_best = true;
    for (const Curve& other : figure.curves) {
      const bool compared = claim.other.empty() ? !other.thresholds.empty() : other.mechanism == claim.other;
      if (compared)
        is_best &= not_above(best.errors[i].*kind.value, other.errors[i].*kind.value, figure.runs);
    }
    met += is_best ? 1 : 0;
  }
  const double share = asked == 0 ? 0 : static_cast<double>(met) / static_cast<double>(asked);
  const Verdict verdict = met == asked && asked > 0 ? Verdict::kHolds
                          : share > 0.5             ? Verdict::kDirectionOnly
                                                    : Verdict::kDoesNotHold;
  return {figure.variant, verdict, fmt::format("at {} of {} thresholds", met, asked), 1 - share};
}

VariantFinding judge_trend(const FigureCurves& figure, const TrendClaim& claim) {
  std::size_t asked = 0;
  std::size_t met = 0;
  std::string others;
  for (const std::string_view mechanism : claim.mechanisms) {
    for (const ErrorKind& kind : {kMae, kMre}) {
      const Trend trend = trend_of(means(figure.of(mechanism), kind));
      ++asked;
      if (trend == claim.trend) {
        ++met;
      } else {
        others += fmt::format("{}{} of {} {}", others.empty() ? "" : "; ", kind.name, paper_name(mechanism),
                              trend == Trend::kFlat ? "is flat" : trend_text(trend));
      }
    }
  }
  const double share = static_cast<double>(met) / static_cast<double>(asked);
  const Verdict verdict = met == asked   ? Verdict::kHolds
                          : share >= 0.5 ? Verdict::kDirectionOnly
                                         : Verdict::kDoesNotHold;
  std::string found = fmt::format("{} of {} curves", met, asked);
  if (!others.empty()) found += " (" + others + ")";
  return {figure.variant, verdict, found, 1 - share};
}

/// By how much a curve lies lower at its lowest than at the smallest t, in percent.
double largest_fall(const std::vector<double>& values) {
  return 100 * (values.front() - *std::ranges::min_element(values)) / values.front();
}

VariantFinding judge_weaker(const FigureCurves& figure, const WeakerEffectClaim& claim) {
  double most_of_weaker = 0;
  double least_of_stronger = std::numeric_limits<double>::infinity();
  double most_of_stronger = 0;
  for (const ErrorKind& kind : {kMae, kMre}) {
    for (const std::string_view mechanism : claim.weaker)
      most_of_weaker = std::max(most_of_weaker, largest_fall(means(figure.of(mechanism), kind)));
    for (const std::string_view mechanism : claim.stronger) {
      const double fall = largest_fall(means(figure.of(mechanism), kind));
      least_of_stronger = std::min(least_of_stronger, fall);
      most_of_stronger = std::max(most_of_stronger, fall);
    }
  }
  const Verdict verdict = most_of_weaker < least_of_stronger  ? Verdict::kHolds
                          : most_of_weaker < most_of_stronger ? Verdict::kDirectionOnly
                                                              : Verdict::kDoesNotHold;
  return {figure.variant, verdict,
          fmt::format("they fall by up to {:.0f}%, the others by {:.0f}% to {:.0f}%", most_of_weaker,
                      least_of_stronger, most_of_stronger),
          std::max(0.0, most_of_weaker - least_of_stronger)};
}

/// Everything that is claimed about one figure.
class ClaimChecker {
 public:
  ClaimChecker(unsigned number, std::vector<FigureCurves> by_variant)
      : number_(number), by_variant_(std::move(by_variant)) {}

  std::vector<ClaimFinding> check_all() {
    for (const BestClaim& claim : best_claims()) add_best(claim);
    for (const GainClaim& claim : gain_claims()) add_gain(claim);
    for (const TrendClaim& claim : trend_claims()) {
      if (claim.figure != number_) continue;
      add("With growing t the MAE and MRE of " + paper_names(claim.mechanisms), trend_text(claim.trend),
          [&](const FigureCurves& figure) { return judge_trend(figure, claim); });
    }
    for (const WeakerEffectClaim& claim : weaker_effect_claims()) {
      if (claim.figure != number_) continue;
      add("t has less effect on " + paper_names(claim.weaker) + " than on " + paper_names(claim.stronger),
          "less", [&](const FigureCurves& figure) { return judge_weaker(figure, claim); });
    }
    return std::move(findings_);
  }

 private:
  void add_best(const BestClaim& claim) {
    if (claim.figure != number_) return;
    for (const ErrorKind& kind : {kMae, kMre}) {
      if (!(kind.value == kMae.value ? claim.in_mae : claim.in_mre)) continue;
      const std::string rival = claim.other.empty() ? "all others" : paper_name(claim.other);
      const std::string where = std::isinf(claim.to) ? "" : fmt::format(" for t <= {}", claim.to);
      add(fmt::format("{} is at least as good as {} in {}{}", paper_name(claim.best), rival, kind.name,
                      where),
          "best", [&](const FigureCurves& figure) { return judge_best(figure, claim, kind); });
    }
  }

  void add_gain(const GainClaim& claim) {
    if (claim.figure != number_) return;
    const double from = gains_from_threshold(number_);
    for (const ErrorKind& kind : {kMae, kMre}) {
      const double claimed = kind.value == kMae.value ? claim.mae_percent : claim.mre_percent;
      const std::string where = from > 0 ? fmt::format(" (t >= {})", from) : "";
      add(fmt::format("{} outperforms {} in {} by up to{}", paper_name(claim.better), paper_name(claim.worse),
                      kind.name, where),
          claimed == kOrderOfMagnitude ? "one order of magnitude" : fmt::format("{:.1f}%", claimed),
          [&](const FigureCurves& figure) {
            const double gain = largest_gain(figure.of(claim.better), figure.of(claim.worse), kind, from);
            return judge_gain(figure.variant, gain, claimed);
          });
    }
  }

  void add(std::string claim, std::string paper,
           const std::function<VariantFinding(const FigureCurves&)>& judge) {
    ClaimFinding finding{number_, std::move(claim), std::move(paper), {}};
    for (const FigureCurves& figure : by_variant_) finding.variants.push_back(judge(figure));
    findings_.push_back(std::move(finding));
  }

  unsigned number_;
  std::vector<FigureCurves> by_variant_;
  std::vector<ClaimFinding> findings_;
};

}  // namespace

std::string verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kDirectionOnly:
      return "holds in direction only";
    case Verdict::kDoesNotHold:
      return "does not hold";
  }
  throw BugError("a verdict has no text");
}

Verdict ClaimFinding::verdict() const {
  return std::ranges::min(variants, {}, &VariantFinding::verdict).verdict;
}

const VariantFinding& ClaimFinding::closest() const {
  return *std::ranges::min_element(variants, {}, &VariantFinding::distance);
}

std::vector<ClaimFinding> check_figure_claims(const PaperFigure& figure,
                                              const std::vector<ErrorSummary>& lines,
                                              const std::string& graph) {
  std::vector<FigureCurves> by_variant;
  for (const Variant& variant : paper_variants()) {
    by_variant.push_back({variant, lines.front().runs, curves_of(lines, graph, figure.hops, variant)});
  }
  return ClaimChecker(figure.number, std::move(by_variant)).check_all();
}

std::vector<std::string> claims_summary(const std::vector<ClaimFinding>& claims) {
  std::array<std::size_t, 3> by_verdict{};
  const std::vector<Variant> variants = paper_variants();
  std::vector<std::size_t> times_closest(variants.size());
  for (const ClaimFinding& claim : claims) {
    ++by_verdict[static_cast<std::size_t>(claim.verdict())];
    const double smallest = claim.closest().distance;
    for (std::size_t i = 0; i < claim.variants.size(); ++i) {
      if (claim.variants[i].distance <= smallest) ++times_closest[i];
    }
  }
  std::vector<std::string> sentences = {
      fmt::format("Of {} claims, under the choice that suits each best, {} hold, {} hold in direction only, "
                  "{} do not hold.",
                  claims.size(), by_verdict[0], by_verdict[1], by_verdict[2])};
  if (claims.empty()) return sentences;
  const auto most = std::ranges::max_element(times_closest);
  sentences.push_back(fmt::format("The choice that comes closest to the paper most often ({} of {}) is: {}.",
                                  *most, claims.size(),
                                  variants[static_cast<std::size_t>(most - times_closest.begin())].text()));
  return sentences;
}

}  // namespace hopveil::evaluation
