// SPDX-License-Identifier: Apache-2.0
#include "infer/parameters.h"

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "support/source_dir.h"

namespace hopveil::infer {
namespace {

TEST(InferenceParameters, AreWithinTheirBoundsAndNamedOnce) {
  const InferenceParameters defaults;
  std::set<std::string_view> names;
  for (const InferenceParameter& parameter : inference_parameters()) {
    EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
    EXPECT_LE(parameter.least, parameter.get(defaults)) << parameter.name;
    EXPECT_GE(parameter.most, parameter.get(defaults)) << parameter.name;
    EXPECT_FALSE(parameter.meaning.empty() || parameter.reason.empty()) << parameter.name;
  }
}

TEST(InferenceParameters, EachIsSetByItsNameAlone) {
  const InferenceParameters defaults;
  for (const InferenceParameter& parameter : inference_parameters()) {
    for (const double value : {parameter.least, parameter.most}) {
      InferenceParameters changed;
      set_parameter(changed, fmt::format("{}={:.17g}", parameter.name, value));
      EXPECT_EQ(parameter.get(changed), value) << parameter.name;
      for (const InferenceParameter& other : inference_parameters()) {
        if (other.name == parameter.name) continue;
        EXPECT_EQ(other.get(changed), other.get(defaults)) << parameter.name << " set " << other.name;
      }
      if (value == parameter.get(defaults)) continue;
      EXPECT_EQ(changed_parameters(changed).find(parameter.name), 0U);
    }
  }
  EXPECT_EQ(changed_parameters(defaults), "");
}

TEST(InferenceParameters, RefuseWhatMakesNoSense) {
  InferenceParameters parameters;
  for (const char* wrong :
       {"imputation.replaced_share", "imputation.replaced=0.3", "replaced_share=0.3", "=1", "",
        "imputation.replaced_share=", "imputation.replaced_share=1.5", "imputation.replaced_share=-1",
        "imputation.replaced_share=nan", "imputation.replaced_share=0.3x", "estimator.trees=2.5",
        "estimator.trees=0", "estimator.trees=1e99"}) {
    EXPECT_THROW(set_parameter(parameters, wrong), InputError) << wrong;
  }
  EXPECT_EQ(changed_parameters(parameters), "");
}

TEST(InferenceParameters, TheDocumentationHasTheTable) {
  std::ifstream file(testing::source_dir() / "docs" / "mechanisms" / "eli-parameters.md");
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find(parameters_table()), std::string::npos)
      << "docs/mechanisms/eli-parameters.md must hold:\n"
      << parameters_table();
}

}  // namespace
}  // namespace hopveil::infer
