// SPDX-License-Identifier: Apache-2.0
#include "base/csv_quotes.h"

#include <gtest/gtest.h>

namespace hopveil {
namespace {

TEST(CsvQuotes, DoublesQuotesAndKeepsEverythingElse) {
  std::string line = "1,";
  append_csv_quoted("say \"hi\", twice\n", line);
  EXPECT_EQ(line, "1,\"say \"\"hi\"\", twice\n\"");
  line.clear();
  append_csv_quoted("", line);
  EXPECT_EQ(line, "\"\"");
}

}  // namespace
}  // namespace hopveil
