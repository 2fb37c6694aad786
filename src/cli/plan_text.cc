// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_text.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/decimal.h"
#include "base/harmless_text.h"
#include "base/plural.h"
#include "cli/release_text.h"
#include "cli/wrapped_text.h"
#include "plan/measured_errors.h"

namespace hopveil::cli {
namespace {

constexpr unsigned kPercentDecimals = 7;  // of a billionth, as percent
constexpr std::size_t kTextWidth = 100;
constexpr std::size_t kMostLevels = release::Promise::kMostLevels;

std::string factor_text(double factor) {
  return fmt::format("{:g}", factor);
}

std::string charge_line(const plan::LevelCharge& level, bool with_ledger) {
  std::string text = fmt::format("  {:<16} charged epsilon {} of {}", plural(level.users, "user"),
                                 level.charged.text(), level.preference.text());
  if (with_ledger) {
    text += fmt::format("; up to {}% spent before", decimal_text(level.most_spent_before, kPercentDecimals));
  }
  return text + fmt::format("; at least {}% of the budget left after\n",
                            decimal_text(level.least_left_after, kPercentDecimals));
}

std::string charges_text(const plan::SpendingPlan& plan) {
  const plan::Charges& charges = plan.charges;
  std::string text = charges.with_ledger
                         ? std::string("What it costs\n")
                         : "What it costs (no ledger given: as if nothing had been spent before)\n";
  if (charges.levels.size() <= kMostLevels) {
    for (const plan::LevelCharge& level : charges.levels) text += charge_line(level, charges.with_ledger);
  } else {
    text += fmt::format("  {} with {} different preferences, from {} to {}: each is charged {} of it\n",
                        plural(plan.facts.private_users, "user"), charges.levels.size(),
                        charges.levels.front().preference.text(), charges.levels.back().preference.text(),
                        plan.share.text());
  }
  if (!charges.granted()) text += "  WOULD BE REFUSED: " + refusal_text(charges) + "\n";
  return text;
}

std::string guarantee_text(const plan::SpendingPlan& plan, bool colour) {
  const bool refuted = plan.status.kind == release::StatusKind::kRefuted;
  std::string text = fmt::format("\nWhat is promised: {}\n  {}", plan.status.text(),
                                 promise_text(plan.promise, refuted, colour));
  if (refuted) text += fmt::format("  {}\n", plan.status.reason);
  return text;
}

std::string error_row(const std::string& name, const plan::ExpectedErrors& errors) {
  std::string row = fmt::format("  {:<14} {:>16} {:>14} {:>15}", name, range_text(errors.mae),
                                percent_text(errors.of_zeros), range_text(errors.mre));
  if (errors.width) row += fmt::format(" {:>17}", range_text(*errors.width));
  return row + "\n";
}

std::string table_head(const std::string& first, bool with_width) {
  return fmt::format("  {:<14} {:>16} {:>14} {:>15}{}\n", first, "error (MAE)", "of zeros", "MRE",
                     with_width ? "    interval width" : "");
}

std::string tables_text(const plan::Forecast& forecast) {
  const bool with_width = forecast.everybody.all.width.has_value();
  std::string text = table_head("everybody", with_width);
  for (std::size_t hop = 0; hop < forecast.everybody.by_hop.size(); ++hop)
    text += error_row(fmt::format("hop {}", hop + 1), forecast.everybody.by_hop[hop]);
  text += error_row("all hops", forecast.everybody.all);
  if (forecast.by_level.size() < 2) return text;
  for (const plan::LevelForecast& level : forecast.by_level) {
    text += "\n" + table_head("epsilon " + level.name, with_width);
    if (!level.simulated) {
      text += "  too few users: no stand-in has one\n";
      continue;
    }
    for (std::size_t hop = 0; hop < level.by_hop.size(); ++hop)
      text += error_row(fmt::format("hop {}", hop + 1), level.by_hop[hop]);
    text += error_row("all hops", level.all);
  }
  return text;
}

/// One line per set of epsilons.
std::string measured_text() {
  std::vector<std::string_view> sets;
  for (const plan::MeasuredError& one : plan::measured_errors()) {
    if (std::ranges::find(sets, one.epsilons) == sets.end()) sets.push_back(one.epsilons);
  }
  std::string text = fmt::format(
      "\nMeasured with eli on public networks ({} hops, the 5% of highest degree public; {} prints it "
      "again)\n",
      plan::kMeasuredHops, plan::kMeasuredBy);
  for (const std::string_view epsilons : sets) {
    std::vector<std::string> networks;
    for (const plan::MeasuredError& one : plan::measured_errors()) {
      if (one.epsilons == epsilons)
        networks.push_back(fmt::format("{} {} ({:.0f}% of zeros)", one.network, rough_number(one.mae),
                                       100 * one.mae / one.zeros));
    }
    text += fmt::format("  epsilon {:<10} MAE {}\n", epsilons, fmt::join(networks, ", "));
  }
  return text;
}

std::string like_text(const plan::SpendingPlan& plan) {
  if (!plan.like) return "";
  return fmt::format("\nOn {} ({} of its {} users public, preferences dealt out at random)\n{}",
                     harmless(plan.like_name), plan.like->stand_ins.front().public_users,
                     plan.like->stand_ins.front().users, tables_text(*plan.like));
}

}  // namespace

std::string rough_number(double value) {
  if (value == 0) return "0";
  if (value >= 100) return fmt::format("{:.0f}", value);
  return value < 0.001 ? "<0.001" : fmt::format("{:.2g}", value);
}

std::string range_text(const plan::Range& range) {
  const std::string low = rough_number(range.low);
  const std::string high = rough_number(range.high);
  return low == high ? low : low + " to " + high;
}

std::string percent_text(const plan::Range& range) {
  return fmt::format("{:.0f}% to {:.0f}%", 100 * range.low, 100 * range.high);
}

std::string refusal_text(const plan::Charges& charges) {
  std::vector<std::string> reasons;
  const auto add = [&](std::size_t number, const std::string& what) {
    if (number > 0) reasons.push_back(plural(number, "user") + what);
  };
  add(charges.too_little_left, " with too little budget left");
  add(charges.num_not_in_ledger,
      fmt::format(" not in the ledger ({}{})", fmt::join(charges.not_in_ledger, ", "),
                  charges.num_not_in_ledger > charges.not_in_ledger.size() ? ", .." : ""));
  add(charges.num_other_budget, " whose budget in the ledger is not their preference");
  add(charges.num_public_with_budget, " given as public who have a budget in the ledger");
  return fmt::format("{}", fmt::join(reasons, "; "));
}

std::string forecast_basis(const plan::SpendingPlan& plan) {
  const plan::Forecast& expected = plan.expected;
  return fmt::format(
      "Simulated on {} generated networks of {} users{}, their public users those of highest degree, and "
      "scaled to {} private and {} public users. A "
      "range holds the middle 80% of them, 1.2 times wider at both ends; it is no promise.",
      expected.stand_ins.size(), expected.stand_ins.front().users,
      plan.facts.profile ? fmt::format(" whose public users are as near to each other as yours (by their {} "
                                       "connections)",
                                       plan.facts.profile->edges)
                         : " (--public-edges would narrow the ranges)",
      plan.facts.private_users, plan.facts.public_users);
}

std::string poor_hops_text(const std::vector<bool>& no_better_than_zeros) {
  std::vector<std::string> hops;
  for (std::size_t hop = 0; hop < no_better_than_zeros.size(); ++hop)
    if (no_better_than_zeros[hop]) hops.push_back(fmt::to_string(hop + 1));
  if (hops.empty()) return "";
  return fmt::format("{} {} will probably be no better than publishing zeros.",
                     hops.size() == 1 ? "Hop" : "Hops", fmt::join(hops, ", "));
}

std::string objective_text(const plan::SpendingPlan& plan) {
  if (!plan.other_objective) return "";
  const auto& [chosen_name, other_name, chosen, other] = *plan.other_objective;
  return fmt::format("--optimise {}: MAE {}, MRE {}; --optimise {}: MAE {}, MRE {} (on small networks).",
                     chosen_name, rough_number(chosen.mae.middle), rough_number(chosen.mre.middle),
                     other_name, rough_number(other.mae.middle), rough_number(other.mre.middle));
}

std::string target_text(const plan::SpendingPlan& plan) {
  if (!plan.target) return "";
  const plan::TargetAnswer& target = *plan.target;
  const std::string wanted = rough_number(target.wanted);
  if (!target.factor_probably) {
    return fmt::format(
        "A mean absolute error of {} is out of reach: not even 8 times the epsilons make it likely.", wanted);
  }
  const double share = static_cast<double>(plan.share.nanos()) / ledger::BudgetShare::kNanosPerWhole;
  const auto needs = [&](double factor) {
    std::string text = fmt::format("{} times the epsilons that this plan spends", factor_text(factor));
    if (factor * share <= 1) text += fmt::format(" (--budget-share {:g})", factor * share);
    return text;
  };
  std::string text =
      fmt::format("A mean absolute error of {} probably needs {}", wanted, needs(*target.factor_probably));
  text +=
      target.factor_surely
          ? fmt::format("; {} to have it on most of the generated networks.", needs(*target.factor_surely))
          : "; to have it on most of the generated networks, not even 8 times the epsilons suffice.";
  return text;
}

std::string plan_text(const plan::SpendingPlan& plan, const std::string& next, bool colour) {
  std::string text = charges_text(plan) + guarantee_text(plan, colour);
  text += fmt::format(
      "\nWhat to expect (MAE: mean absolute error of a published count; of zeros: as a share of "
      "the error of\npublishing zeros; MRE: mean error relative to the true count, at least 1)\n{}",
      tables_text(plan.expected));
  text += "  " + wrapped(forecast_basis(plan), kTextWidth, 2, 2) + "\n";
  if (const std::string poor = poor_hops_text(plan.expected.no_better_than_zeros); !poor.empty())
    text += poor + "\n";
  if (plan.best_threshold) {
    text += fmt::format("Threshold: --threshold {} has the smallest error on them.\n",
                        plan.best_threshold->text());
  }
  if (const std::string objective = objective_text(plan); !objective.empty()) text += objective + "\n";
  if (const std::string target = target_text(plan); !target.empty()) text += target + "\n";
  text += measured_text() + like_text(plan);
  return text + "\nWhat to run next\n  " + harmless(next) + "\n";
}

}  // namespace hopveil::cli
