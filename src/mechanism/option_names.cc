#include "mechanism/option_names.h"

#include <array>
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
constexpr Names<Noise> kNoises = {{{"discrete", Noise::kDiscrete}, {"laplace", Noise::kContinuousLaplace}}};

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

std::string option_text(const MechanismOptions& options, std::string_view name) {
  if (name == "threshold") return options.threshold.text();
  if (name == "reading") return name_of(kReadings, options.reading);
  if (name == "postprocess") return name_of(kPostprocesses, options.postprocess);
  if (name == "noise") return name_of(kNoises, options.noise);
  throw BugError(fmt::format("a mechanism names an option \"{}\" that does not exist", name));
}

}  // namespace hopveil
