// SPDX-License-Identifier: Apache-2.0
#include "verify/json_schema.h"

#include <algorithm>
#include <array>
#include <regex>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "base/check.h"

namespace hopveil::verify {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 7> kAnnotations = {"$schema", "$id",         "$defs",   "$comment",
                                                          "title",   "description", "examples"};
constexpr std::size_t kLongestQuote = 60;

std::string shortened(const Json& value) {
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > kLongestQuote) text = text.substr(0, kLongestQuote) + "..";
  return text;
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  throw BugError("a schema names an unknown type: " + type);
}

class Validator {
 public:
  explicit Validator(const Json& root) : root_(root) {}

  void validate(const Json& schema, const Json& value, const std::string& place) {
    for (const auto& [keyword, argument] : schema.items()) {
      if (std::ranges::find(kAnnotations, keyword) != kAnnotations.end()) continue;
      if (keyword == "$ref") {
        validate(resolve(argument.get<std::string>()), value, place);
      } else if (keyword == "anyOf" || keyword == "oneOf") {
        validate_choice(keyword, argument, value, place);
      } else if (keyword == "properties" || keyword == "required" || keyword == "additionalProperties") {
        if (value.is_object()) validate_object(keyword, schema, value, place);
      } else if (keyword == "items" || keyword == "minItems" || keyword == "maxItems") {
        if (value.is_array()) validate_array(keyword, argument, value, place);
      } else {
        validate_plain(keyword, argument, value, place);
      }
    }
  }
  std::vector<std::string> violations;

 private:
  void complain(const std::string& place, const std::string& problem) {
    violations.push_back(fmt::format("{}: {}", place.empty() ? "the whole" : place, problem));
  }

  const Json& resolve(const std::string& reference) const {
    check(reference.starts_with("#/"), "a schema refers to another file");
    return root_.at(Json::json_pointer(reference.substr(1)));
  }

  std::size_t num_fitting(const Json& choices, const Json& value) const {
    return static_cast<std::size_t>(std::ranges::count_if(choices, [&](const Json& choice) {
      Validator attempt(root_);
      attempt.validate(choice, value, "");
      return attempt.violations.empty();
    }));
  }

  void validate_choice(const std::string& keyword, const Json& choices, const Json& value,
                       const std::string& place) {
    const std::size_t fitting = num_fitting(choices, value);
    if (fitting == 0 || (keyword == "oneOf" && fitting > 1)) {
      complain(place, shortened(value) + " fits none of the forms allowed");
    }
  }

  void validate_object(const std::string& keyword, const Json& schema, const Json& value,
                       const std::string& place) {
    const auto inner = [&](const std::string& name) { return place.empty() ? name : place + "." + name; };
    static const Json kNone = Json::object();
    const Json& properties = schema.contains("properties") ? schema.at("properties") : kNone;
    if (keyword == "required") {
      for (const Json& name : schema.at(keyword)) {
        if (!value.contains(name.get<std::string>())) complain(inner(name.get<std::string>()), "is missing");
      }
      return;
    }
    for (const auto& [name, part] : value.items()) {
      if (keyword == "properties" && properties.contains(name)) {
        validate(properties.at(name), part, inner(name));
      } else if (keyword == "additionalProperties" && !properties.contains(name)) {
        if (schema.at(keyword).is_boolean()) {
          if (!schema.at(keyword).get<bool>()) complain(inner(name), "is unknown");
        } else {
          validate(schema.at(keyword), part, inner(name));
        }
      }
    }
  }

  void validate_array(const std::string& keyword, const Json& argument, const Json& value,
                      const std::string& place) {
    if (keyword == "minItems" && value.size() < argument.get<std::size_t>())
      complain(place, "has too few parts");
    if (keyword == "maxItems" && value.size() > argument.get<std::size_t>())
      complain(place, "has too many parts");
    if (keyword != "items") return;
    for (std::size_t i = 0; i < value.size(); ++i)
      validate(argument, value[i], fmt::format("{}[{}]", place, i));
  }

  void validate_plain(const std::string& keyword, const Json& argument, const Json& value,
                      const std::string& place) {
    if (keyword == "type") {
      const bool fits =
          argument.is_array()
              ? std::ranges::any_of(argument, [&](const Json& type) { return has_type(value, type); })
              : has_type(value, argument);
      if (!fits) complain(place, fmt::format("{} is not of type {}", shortened(value), argument.dump()));
    } else if (keyword == "const") {
      if (value != argument) complain(place, fmt::format("{} is not {}", shortened(value), argument.dump()));
    } else if (keyword == "enum") {
      if (std::ranges::find(argument, value) == argument.end()) {
        complain(place, shortened(value) + " is not one of the values allowed");
      }
    } else if (keyword == "pattern") {
      if (value.is_string() &&
          !std::regex_search(value.get<std::string>(), std::regex(argument.get<std::string>()))) {
        complain(place, shortened(value) + " is not written as it should be");
      }
    } else if (keyword == "minLength") {
      if (value.is_string() && value.get<std::string>().size() < argument.get<std::size_t>()) {
        complain(place, shortened(value) + " is too short");
      }
    } else if (keyword == "minimum") {
      if (value.is_number() && value < argument) complain(place, shortened(value) + " is too small");
    } else if (keyword == "maximum") {
      if (value.is_number() && value > argument) complain(place, shortened(value) + " is too large");
    } else {
      throw BugError("a schema uses a keyword that this program does not know: " + keyword);
    }
  }

  const Json& root_;
};

}  // namespace

std::vector<std::string> schema_violations(const Json& schema, const Json& value) {
  Validator validator(schema);
  validator.validate(schema, value, "");
  return validator.violations;
}

}  // namespace hopveil::verify
