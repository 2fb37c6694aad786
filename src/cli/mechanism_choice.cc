#include "cli/mechanism_choice.h"

#include <array>
#include <utility>

#include <hopveil/errors.h>

#include "mechanism/option_names.h"

namespace hopveil {
namespace {

using Member = std::string MechanismChoice::*;
constexpr std::array<std::pair<const char*, Member>, 6> kOptions = {{
    {"optimise", &MechanismChoice::optimise},
    {"intervals", &MechanismChoice::intervals},
    {"threshold", &MechanismChoice::threshold},
    {"reading", &MechanismChoice::reading},
    {"postprocess", &MechanismChoice::postprocess},
    {"noise", &MechanismChoice::noise},
}};

}  // namespace

void add_mechanism_options(CLI::App& command, MechanismChoice& choice) {
  command
      .add_option("--mechanism", choice.mechanism,
                  mechanism_names() + "; `hopveil mechanisms` describes them")
      ->capture_default_str();
  const auto add = [&](const std::string& name, std::string& value, const std::string& help) {
    command.add_option("--" + name, value, help)->capture_default_str();
  };
  add("optimise", choice.optimise, "eli: keep the absolute or the relative error small");
  add("intervals", choice.intervals,
      "eli: add the columns hop_k_low, hop_k_high, meant to hold the true count in this many percent of "
      "cases");
  add("threshold", choice.threshold,
      "the paper's mechanisms: sampling threshold t, a number, max or mean of the preferences");
  add("reading", choice.reading, "duba-lf: consistent, or literal as printed (E3, E4)");
  add("postprocess", choice.postprocess,
      "the paper's mechanisms: none, or clamp into [0, number of public users]");
  add("noise", choice.noise, "the paper's mechanisms: discrete; laplace is for experiments only");
}

std::vector<std::string> given_mechanism_options(const CLI::App& command) {
  std::vector<std::string> given;
  for (const auto& [name, member] : kOptions) {
    if (command.count(std::string("--") + name) > 0) given.emplace_back(name);
  }
  return given;
}

std::string* option_value(MechanismChoice& choice, const std::string& name) {
  for (const auto& [known, member] : kOptions) {
    if (name == known) return &(choice.*member);
  }
  return nullptr;
}

MechanismOptions mechanism_options(const MechanismChoice& choice, unsigned hops) {
  MechanismOptions parsed;
  parsed.hops = hops;
  parsed.threshold = Threshold::from_text(choice.threshold);
  parsed.reading = parse_reading(choice.reading);
  parsed.postprocess = parse_postprocess(choice.postprocess);
  parsed.noise = parse_noise(choice.noise);
  parsed.objective = parse_objective(choice.optimise);
  parsed.intervals = parse_intervals(choice.intervals);
  return parsed;
}

BudgetShare parse_budget_share(const std::string& text) {
  try {
    return BudgetShare::from_text(text);
  } catch (InputError& error) {
    error.in_file("--budget-share");
    throw;
  }
}

}  // namespace hopveil
