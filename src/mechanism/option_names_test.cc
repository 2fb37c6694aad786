// SPDX-License-Identifier: Apache-2.0
#include "mechanism/option_names.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "mechanism/registry.h"
#include "support/source_dir.h"

namespace hopveil::mechanism {
namespace {

using ::testing::HasSubstr;

TEST(Options, ThoseOfOtherMechanismsAreRefused) {
  const std::vector<std::string> of_the_paper = {"threshold", "postprocess", "noise", "reading"};
  const std::vector<std::string> of_eli = {"optimise", "intervals"};
  EXPECT_NO_THROW(check_options_apply(find_mechanism("eli"), of_eli));
  for (const std::string& name : of_the_paper) {
    try {
      check_options_apply(find_mechanism("eli"), std::vector{name});
      FAIL() << name;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("eli has no option --" + name));
      EXPECT_THAT(error.what(), HasSubstr("--optimise, --intervals"));
    }
  }
  for (const MechanismInfo& info : mechanisms()) {
    if (!has_parameter(info, "threshold")) continue;
    EXPECT_NO_THROW(check_options_apply(info, of_the_paper));
    for (const std::string& name : of_eli) {
      EXPECT_THROW(check_options_apply(info, std::vector{name}), InputError);
    }
  }
}

TEST(Options, IntervalsAreWholePercentages) {
  MechanismOptions options;
  set_option(options, "intervals", "90");
  EXPECT_EQ(options.intervals, 90U);
  set_option(options, "intervals", "none");
  EXPECT_EQ(options.intervals, std::nullopt);
  set_option(options, "intervals", "80%");
  EXPECT_EQ(options.intervals, 80U);
  for (const char* wrong : {"0", "100", "-5", "9.5", "", "%", "many"}) {
    EXPECT_THROW(set_option(options, "intervals", wrong), InputError) << wrong;
  }
}

TEST(Options, EveryChoiceAndDefaultIsReadBack) {
  for (const MechanismInfo& mechanism : mechanisms()) {
    for (const ParameterInfo& row : mechanism.parameters) {
      EXPECT_EQ(row.print(MechanismOptions()), row.default_value) << row.name;
      std::vector<std::string> values = row.choices;
      values.push_back(row.default_value);
      for (const std::string& value : values) {
        MechanismOptions options;
        row.parse(options, value);
        EXPECT_EQ(row.print(options), value) << row.name;
        EXPECT_EQ(option_text(options, row.name), value);
      }
      MechanismOptions options;
      EXPECT_THROW(row.parse(options, "no such value"), InputError) << row.name;
    }
  }
}

TEST(Options, MechanismsThatShareAnOptionShareItsRow) {
  for (const MechanismInfo& mechanism : mechanisms()) {
    for (const ParameterInfo& row : mechanism.parameters) {
      const ParameterInfo* known = find_option(row.name);
      ASSERT_NE(known, nullptr) << row.name;
      EXPECT_EQ(row.values, known->values);
      EXPECT_EQ(row.default_value, known->default_value);
      EXPECT_EQ(row.meaning, known->meaning);
      EXPECT_EQ(row.help, known->help);
      EXPECT_FALSE(row.help.empty() || row.placeholder.empty()) << row.name;
    }
  }
}

TEST(Options, WhatNoMechanismHasIsRefusedWithTheList) {
  MechanismOptions options;
  try {
    set_option(options, "depth", "3");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--depth"));
    EXPECT_THAT(error.what(), HasSubstr("--optimise, --intervals, --threshold"));
  }
}

TEST(Options, AWrongChoiceListsTheRightOnes) {
  MechanismOptions options;
  try {
    set_option(options, "optimise", "best");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--optimise \"best\" is unknown"));
    EXPECT_THAT(error.what(), HasSubstr("absolute or relative"));
  }
}

/// The pages of the mechanisms have each option with its values, default and meaning, as the rows say.
TEST(Options, TheTableOfTheDocumentationIsThatOfTheRows) {
  std::string table = "| option | of | values | default | what |\n|---|---|---|---|---|\n";
  for (const ParameterInfo* row : all_options()) {
    std::string owners;
    for (const MechanismInfo& mechanism : mechanisms()) {
      if (has_parameter(mechanism, row->name)) owners += (owners.empty() ? "" : ", ") + mechanism.name;
    }
    std::string values = row->values;
    for (std::size_t at = 0; (at = values.find('|', at)) != std::string::npos; at += 4) {
      values.replace(at, 1, "`, `");
    }
    table += fmt::format("| `--{}` | {} | `{}` | `{}` | {} |\n", row->name, owners, values,
                         row->default_value, row->meaning);
  }
  std::ifstream file(testing::source_dir() / "docs" / "mechanisms" / "README.md");
  std::stringstream page;
  page << file.rdbuf();
  EXPECT_THAT(page.str(), HasSubstr(table)) << "docs/mechanisms/README.md must hold:\n" << table;
}

}  // namespace
}  // namespace hopveil::mechanism
