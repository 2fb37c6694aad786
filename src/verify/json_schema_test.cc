// SPDX-License-Identifier: Apache-2.0
#include "verify/json_schema.h"

#include <gmock/gmock.h>

#include <hopveil/errors.h>

#include "verify/metadata_schema.h"

namespace hopveil::verify {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Json = nlohmann::ordered_json;

const Json kSchema = Json::parse(R"json({
  "type": "object",
  "required": ["name", "parts"],
  "additionalProperties": false,
  "properties": {
    "name": {"type": "string", "pattern": "^[a-z]+$"},
    "size": {"type": "integer", "minimum": 1, "maximum": 3},
    "kind": {"enum": ["a", "b"]},
    "parts": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"$ref": "#/$defs/part"}},
    "map": {"type": "object", "additionalProperties": {"type": "integer"}},
    "choice": {"oneOf": [{"type": "null"}, {"const": 7}]}
  },
  "$defs": {"part": {"type": ["string", "null"]}}
})json");

std::vector<std::string> violations(const char* text) {
  return schema_violations(kSchema, Json::parse(text));
}

TEST(JsonSchema, AcceptsWhatConforms) {
  EXPECT_THAT(violations(R"({"name": "x", "parts": ["y", null], "size": 3, "kind": "b", "choice": 7})"),
              IsEmpty());
  EXPECT_THAT(violations(R"({"name": "x", "parts": [null], "map": {"k": 1}, "choice": null})"), IsEmpty());
}

TEST(JsonSchema, NamesThePlaceOfEachViolation) {
  EXPECT_THAT(violations(R"({"name": "x"})"), ElementsAre("parts: is missing"));
  EXPECT_THAT(violations(R"({"name": "X", "parts": ["y"]})"),
              ElementsAre("name: \"X\" is not written as it should be"));
  EXPECT_THAT(violations(R"({"name": "x", "parts": ["y", 1]})"),
              ElementsAre("parts[1]: 1 is not of type [\"string\",\"null\"]"));
  EXPECT_THAT(violations(R"({"name": "x", "parts": [], "more": 1})").size(), 2u);
  EXPECT_THAT(violations(R"({"name": "x", "parts": ["y"], "size": 4})"), ElementsAre("size: 4 is too large"));
  EXPECT_THAT(violations(R"({"name": "x", "parts": ["y"], "size": 0})"), ElementsAre("size: 0 is too small"));
  EXPECT_THAT(violations(R"({"name": "x", "parts": ["y"], "size": 1.5})").size(), 1u);
  EXPECT_THAT(violations(R"({"name": "x", "parts": ["y"], "kind": "c"})").size(), 1u);
  EXPECT_THAT(violations(R"({"name": "x", "parts": ["y"], "map": {"k": "1"}})").size(), 1u);
  EXPECT_THAT(violations(R"({"name": "x", "parts": ["y"], "choice": 8})").size(), 1u);
  EXPECT_THAT(violations(R"({"name": "x", "parts": ["a", "b", "c"]})"),
              ElementsAre("parts: has too many parts"));
  EXPECT_THAT(violations("[]").size(), 1u);
}

TEST(JsonSchema, AKeywordThatIsNotKnownIsOurMistake) {
  EXPECT_THROW(schema_violations(Json::parse(R"({"multipleOf": 2})"), Json(4)), BugError);
}

TEST(JsonSchema, TheDocumentedSchemaUsesOnlyKnownKeywords) {
  EXPECT_FALSE(schema_violations(Json::parse(kMetadataSchema), Json::object()).empty());
}

}  // namespace
}  // namespace hopveil::verify
