// SPDX-License-Identifier: Apache-2.0
// Every file in tests/bad_input must be refused with the message that stands beside it.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/test_input.h"
#include "io/user_files.h"
#include "support/source_dir.h"
#include "support/temporary_folder.h"

namespace hopveil::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using ::testing::HasSubstr;

const fs::path kFolder = source_dir() / "tests" / "bad_input";
constexpr const char* kExpected = ".expected";

std::vector<fs::path> bad_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kFolder))
    if (entry.is_regular_file() && entry.path().extension() != kExpected &&
        entry.path().parent_path() != kFolder)
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// The message, with the file named as it is beside the test.
template <class Read>
std::string message_of(const fs::path& path, Read&& read) {
  try {
    read();
    return "(no error)";
  } catch (const Error& error) {
    std::string message = error.what();
    const std::size_t place = message.find(path.string());
    if (place != std::string::npos) message.replace(place, path.string().size(), path.filename().string());
    return message;
  }
}

std::string refusal(const fs::path& path, unsigned threads) {
  const std::string kind = path.parent_path().filename().string();
  if (kind == "graph")
    return message_of(path, [&] { read_graph(path.string(), {.format = "", .threads = threads}); });
  const Graph users = read_graph((kFolder / "users.txt").string()).graph;
  if (kind == "public") return message_of(path, [&] { io::read_public_users(path.string(), users); });
  const UserRoles roles(users.num_nodes(), {1});
  return message_of(path, [&] { io::read_preferences(path.string(), users, roles); });
}

TEST(BadInput, EveryFileIsRefusedWithTheMessageBesideIt) {
  const auto files = bad_files();
  EXPECT_GE(files.size(), 90U);
  for (const fs::path& path : files) {
    const std::string expected = content(path.string() + kExpected);
    for (const unsigned threads : {1U, 2U}) EXPECT_EQ(refusal(path, threads), expected) << path;
  }
}

TEST(BadInput, NoMessageIsWithoutItsFile) {
  for (const fs::path& path : bad_files())
    EXPECT_THAT(content(path.string() + kExpected), ::testing::StartsWith(path.filename().string() + ":"))
        << path;
}

template <class Refusal>
std::string refusal_of(const std::string& path) {
  try {
    read_graph(path);
  } catch (const Refusal& error) {
    return error.what();
  }
  return "";
}

TEST(BadInput, AMissingFileAndAFolderAreNamed) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal_of<InputError>(folder.path("no.txt")),
            folder.path("no.txt") + ": there is no such file; give the name of one that exists.");
  EXPECT_EQ(
      refusal_of<SystemError>(folder.path("")),
      "cannot read " + folder.path("") + ": Is a directory. It is a folder; give the name of a file in it.");
}

TEST(BadInput, AnUnknownFormatIsRefusedBeforeTheFileIsOpened) {
  try {
    read_graph("no.txt", {.format = "gmll", .threads = 1});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "there is no graph format \"gmll\"; the formats are edges, gml, graphml, mtx, hvg.");
  }
}

TEST(BadInput, LinesOfMegabytesAreReadOrRefusedInTime) {
  const std::string megabytes(std::size_t{5} << 20, '7');
  EXPECT_THAT(read_error("1 2\n3 4 " + megabytes + "\n5 6\n"), HasSubstr("test:2: the line has 3 columns"));
  EXPECT_EQ(read_text("# " + megabytes + "\n5 6\n").graph.num_edges(), 1U);
  EXPECT_THAT(
      read_error("1 " + megabytes + "\n"),
      HasSubstr("test:1:3: an id has 5242880 bytes; ids have at most 4096. --max-id-length raises that."));
  io::ParseSettings patient{.threads = 1};
  patient.limits.id_length = megabytes.size();
  EXPECT_EQ(read_text("1 " + megabytes + "\n", "", patient).graph.ids().text(1), megabytes);
  EXPECT_THAT(read_error("1 2\n" + megabytes + "\n5 6\n"), HasSubstr("test:2:1: an id has 5242880 bytes"));
  const std::string quotes(std::size_t{2} << 20, '"');
  EXPECT_THAT(read_error("1,2\n\"" + quotes + "\n"), HasSubstr("test:2:1: the quote is not closed"));
}

TEST(BadInput, ALineBeyondAllReasonIsRefused) {
  const std::string text = "1 2\n3 " + std::string(std::size_t{140} << 20, 'x');
  EXPECT_EQ(read_error(text),
            "test:2:1: a line is longer than 64 MiB; text is expected. Is this a graph file?");
}

}  // namespace
}  // namespace hopveil::testing
