// SPDX-License-Identifier: Apache-2.0
// A mechanism that somebody adds: every count is the same number, an option of its own. It looks at no edge,
// so what it promises is proved.

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "mechanism/option_row.h"
#include "mechanism/registry.h"

namespace hopveil::mechanism {

MechanismInfo constant_mechanism();

namespace {

std::int64_t parse_level(std::string_view text) {
  std::int64_t level = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), level);
  if (error == std::errc() && end == text.data() + text.size() && level >= 0) return level;
  throw InputError(fmt::format("--level \"{}\" is not a count", text), "give a whole number, 0 or more");
}

const OwnOption<std::int64_t>& level_option() {
  static const OwnOption<std::int64_t> option{
      "level", 2, parse_level, [](const std::int64_t& level) { return std::to_string(level); }};
  return option;
}

class Constant final : public Mechanism {
 public:
  explicit Constant(const MechanismOptions& options)
      : hops_(options.hops), level_(level_option().of(options)) {}

  void validate(const Setting&) const override {}
  void run(const Setting& setting, Workspace&, RandomSource&, NoisyTable& out,
           BudgetTrace& trace) const override {
    out.reset(setting.num_private(), hops_, 0);
    trace.clear();
    for (unsigned hop = 1; hop <= hops_; ++hop) std::ranges::fill(out.hop(hop), level_);
  }

 private:
  unsigned hops_;
  std::int64_t level_;
};

}  // namespace

MechanismInfo constant_mechanism() {
  return {.name = "constant",
          .summary = "the same number for everybody",
          .source = "tests/new_mechanism",
          .parameters = {level_option().row("N", "the number that every count is")},
          .guarantee =
              [](const MechanismOptions&) {
                return Guarantee{ppdp_statement(), GuaranteeStatus::kProved, "it looks at no edge"};
              },
          .draws_more_than_its_share = [](const MechanismOptions&) { return false; },
          .make = [](const MechanismOptions& options) -> std::unique_ptr<Mechanism> {
            return std::make_unique<Constant>(options);
          },
          .counts_the_network = false};
}

}  // namespace hopveil::mechanism
