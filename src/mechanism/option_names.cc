#include "mechanism/option_names.h"

#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"

namespace hopveil {
namespace {

template <class Value>
using Names = std::array<std::pair<const char*, Value>, 2>;

constexpr Names<Reading> kReadings = {{{"consistent", Reading::kConsistent}, {"literal", Reading::kLiteral}}};
constexpr Names<Postprocess> kPostprocesses = {
    {{"none", Postprocess::kNone}, {"clamp", Postprocess::kClamp}}};
constexpr Names<Objective> kObjectives = {
    {{"absolute", Objective::kAbsolute}, {"relative", Objective::kRelative}}};
constexpr Names<Noise> kNoises = {{{"discrete", Noise::kDiscrete}, {"laplace", Noise::kContinuousLaplace}}};

constexpr const char* kNoIntervals = "none";

template <class Value>
Value parse(const Names<Value>& names, const char* option, std::string_view text) {
  for (const auto& [name, value] : names) {
    if (text == name) return value;
  }
  throw InputError(fmt::format("--{} \"{}\" is unknown", option, text),
                   fmt::format("it is {} or {}", names[0].first, names[1].first));
}

template <class Value>
std::string name_of(const Names<Value>& names, Value value) {
  return names[0].second == value ? names[0].first : names[1].first;
}

}  // namespace

Reading parse_reading(std::string_view text) {
  return parse(kReadings, "reading", text);
}
Postprocess parse_postprocess(std::string_view text) {
  return parse(kPostprocesses, "postprocess", text);
}
Noise parse_noise(std::string_view text) {
  return parse(kNoises, "noise", text);
}
Objective parse_objective(std::string_view text) {
  return parse(kObjectives, "optimise", text);
}

std::optional<unsigned> parse_intervals(std::string_view text) {
  if (text == kNoIntervals) return std::nullopt;
  const std::string_view number = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
  unsigned percent = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), percent);
  if (error != std::errc() || end != number.data() + number.size() || percent < 1 || percent > 99) {
    throw InputError(fmt::format("--intervals \"{}\" is not a number of percent", text),
                     "give a whole number from 1 to 99, such as 90 or 90%, or none");
  }
  return percent;
}

std::string option_text(const MechanismOptions& options, std::string_view name) {
  if (name == "threshold") return options.threshold.text();
  if (name == "reading") return name_of(kReadings, options.reading);
  if (name == "postprocess") return name_of(kPostprocesses, options.postprocess);
  if (name == "noise") return name_of(kNoises, options.noise);
  if (name == "optimise") return name_of(kObjectives, options.objective);
  if (name == "intervals") return options.intervals ? std::to_string(*options.intervals) : kNoIntervals;
  throw BugError(fmt::format("a mechanism names an option \"{}\" that does not exist", name));
}

void check_options_apply(const MechanismInfo& mechanism, std::span<const std::string> given) {
  for (const std::string& name : given) {
    if (has_parameter(mechanism, name)) continue;
    if (name == "reading" && has_parameter(mechanism, "threshold")) continue;
    std::string own;
    for (const ParameterInfo& parameter : mechanism.parameters) {
      own += (own.empty() ? "--" : ", --") + parameter.name;
    }
    throw InputError(fmt::format("{} has no option --{}", mechanism.name, name),
                     fmt::format("its options are {}", own),
                     "`hopveil mechanisms` lists those of every mechanism.");
  }
}

}  // namespace hopveil
