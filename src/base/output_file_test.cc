// SPDX-License-Identifier: Apache-2.0
#include "base/output_file.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hopveil/errors.h>

namespace hopveil {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

class OutputFileTest : public ::testing::Test {
 protected:
  OutputFileTest() {
    std::string name = (fs::temp_directory_path() / "hopveil-output-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~OutputFileTest() override {
    ::chmod(folder_.c_str(), 0700);
    fs::remove_all(folder_);
  }

  std::string in_folder(const std::string& name) const { return (folder_ / name).string(); }
  /// Everything in the folder: litter would be seen here.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_))
      found.push_back(entry.path().filename().string());
    return found;
  }
  static std::string content(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }
  static void write_file(const std::string& path, const std::string& text) {
    OutputFile out(path);
    out.write(text);
    out.commit();
  }
  static std::string complaint(const std::string& path, const std::string& text = "text") {
    try {
      write_file(path, text);
    } catch (const SystemError& error) {
      return error.what();
    }
    return "none";
  }

  fs::path folder_;
};

TEST_F(OutputFileTest, AppearsOnlyWhenCommitted) {
  const std::string path = in_folder("out.csv");
  OutputFile out(path);
  out.write("user,");
  out.write(std::string(3 * kMegabyte, 'x'));
  EXPECT_THAT(names(), IsEmpty()) << "not even a temporary name is seen before";
  out.commit();
  EXPECT_EQ(content(path), "user," + std::string(3 * kMegabyte, 'x'));
  EXPECT_THAT(names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, AnEmptyOutputIsAnEmptyFile) {
  write_file(in_folder("out.csv"), "");
  EXPECT_EQ(fs::file_size(in_folder("out.csv")), 0u);
}

TEST_F(OutputFileTest, LeavesTheOldFileWhenNotCommitted) {
  put(in_folder("out.csv"), "old");
  {
    OutputFile out(in_folder("out.csv"));
    out.write(std::string(3 * kMegabyte, 'x'));
  }
  EXPECT_EQ(content(in_folder("out.csv")), "old");
  EXPECT_THAT(names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, ReplacesAnOldFileAndKeepsItsPermissions) {
  put(in_folder("out.csv"), "a longer old text");
  ::chmod(in_folder("out.csv").c_str(), 0600);
  write_file(in_folder("out.csv"), "new");
  EXPECT_EQ(content(in_folder("out.csv")), "new");
  struct stat info {};
  ASSERT_EQ(::stat(in_folder("out.csv").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(OutputFileTest, RespectsTheUmask) {
  const mode_t old = ::umask(077);
  write_file(in_folder("out.csv"), "text");
  ::umask(old);
  struct stat info {};
  ASSERT_EQ(::stat(in_folder("out.csv").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(OutputFileTest, SurvivesKillInTheMiddle) {
  put(in_folder("out.csv"), "old");
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    OutputFile out(in_folder("out.csv"));
    out.write(std::string(2 * kMegabyte, 'x'));
    if (::write(ready[1], "!", 1) != 1) ::_exit(1);
    while (true) ::pause();
  }
  char signal = 0;
  ASSERT_EQ(::read(ready[0], &signal, 1), 1);
  ::kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ::close(ready[0]);
  ::close(ready[1]);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(content(in_folder("out.csv")), "old");
  EXPECT_THAT(names(), ElementsAre("out.csv"));
}

// Kills at random moments of a loop of commits. Between a temporary file getting its name and the rename lies
// an instant in which a kill leaves that name behind, complete; the destination is whole in any case.
TEST_F(OutputFileTest, IsWholeAfterKillsAtAnyMoment) {
  const std::string path = in_folder("out.csv");
  const std::string a(300'000, 'a');
  const std::string b(200'000, 'b');
  write_file(path, a);
  for (useconds_t attempt = 0; attempt < 40; ++attempt) {
    const pid_t child = ::fork();
    if (child == 0) {
      while (true) {
        write_file(path, b);
        write_file(path, a);
      }
    }
    ::usleep(500 + attempt * 371 % 5000);
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    const std::string found = content(path);
    ASSERT_TRUE(found == a || found == b) << found.size() << " bytes";
  }
}

TEST_F(OutputFileTest, AFullDiskIsASystemError) {
  EXPECT_EQ(complaint("/dev/full"), "cannot write /dev/full: No space left on device.");
  EXPECT_EQ(complaint("/dev/full", std::string(2 * kMegabyte, 'x')),
            "cannot write /dev/full: No space left on device.");
}

TEST_F(OutputFileTest, AFileSizeLimitLeavesTheOldFileAndNoLitter) {
  put(in_folder("out.csv"), "old");
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{kMegabyte, kMegabyte};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string message = complaint(in_folder("out.csv"), std::string(3 * kMegabyte, 'x'));
    ::_exit(message.find("File too large") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(content(in_folder("out.csv")), "old");
  EXPECT_THAT(names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, AMissingFolderIsASystemErrorAtOnce) {
  EXPECT_THROW(OutputFile(in_folder("no/such/out.csv")), SystemError);
  EXPECT_THAT(complaint(in_folder("no/out.csv")), HasSubstr("No such file or directory"));
  EXPECT_THROW(OutputFile(""), SystemError);
}

TEST_F(OutputFileTest, AnUnwritableFolderIsASystemErrorAtOnce) {
  if (::geteuid() == 0) {
    EXPECT_THROW(OutputFile("/proc/hopveil.csv"), SystemError);  // root may write to any real folder
    return;
  }
  ::chmod(folder_.c_str(), 0500);
  EXPECT_THROW(OutputFile(in_folder("out.csv")), SystemError);
}

TEST_F(OutputFileTest, AFolderInPlaceOfTheFileIsASystemErrorAtOnce) {
  EXPECT_EQ(complaint(folder_.string()),
            "cannot write " + folder_.string() + ": Is a directory. Give the name of a file in it.");
}

TEST_F(OutputFileTest, AFailingRenameLeavesNoLitter) {
  OutputFile* out = new OutputFile(in_folder("out.csv"));
  out->write("text");
  fs::create_directory(in_folder("out.csv"));
  EXPECT_THROW(out->commit(), SystemError);
  delete out;
  EXPECT_THAT(names(), ElementsAre("out.csv"));
  EXPECT_TRUE(fs::is_directory(in_folder("out.csv")));
}

TEST_F(OutputFileTest, TwoOutputsToOnePathAreBothWhole) {
  OutputFile first(in_folder("out.csv"));
  OutputFile second(in_folder("out.csv"));
  first.write("first");
  second.write("second");
  second.commit();
  EXPECT_EQ(content(in_folder("out.csv")), "second");
  first.commit();
  EXPECT_EQ(content(in_folder("out.csv")), "first");
  EXPECT_THAT(names(), ElementsAre("out.csv"));
}

TEST_F(OutputFileTest, TakesTheLongestNamesThereAre) {
  const std::string name(255, 'n');
  write_file(in_folder(name), "text");
  EXPECT_THAT(names(), ElementsAre(name));
}

TEST_F(OutputFileTest, ANameThatCannotBeGivenIsASystemErrorAtOnce) {
  EXPECT_THROW(OutputFile(in_folder(std::string(256, 'x'))), SystemError);
  fs::create_symlink("loop", folder_ / "loop");
  EXPECT_THROW(OutputFile(in_folder("loop")), SystemError);
  EXPECT_THROW(OutputFile(in_folder("loop/out.csv")), SystemError);
}

TEST_F(OutputFileTest, WritesOverNoDatabaseNorWhatOneDeletes) {
  const std::string database("SQLite format 3\0and pages", 25);
  put(in_folder("budget.db"), database);
  fs::create_symlink("budget.db", in_folder("link.db"));
  for (const char* name :
       {"budget.db", "budget.db-journal", "budget.db-wal", "budget.db-shm", "link.db", "link.db-wal"})
    EXPECT_THROW(OutputFile(in_folder(name)), InputError) << name;
  fs::create_symlink("budget.db-wal", in_folder("out.csv"));
  put(in_folder("budget.db-wal"), "");
  EXPECT_THROW(OutputFile(in_folder("out.csv")), InputError);
  EXPECT_EQ(content(in_folder("budget.db")), database);
  write_file(in_folder("notes.txt-wal"), "beside no database");
}

TEST_F(OutputFileTest, WritesThroughASymbolicLink) {
  put(in_folder("target.csv"), "old");
  fs::create_symlink("target.csv", in_folder("link.csv"));
  write_file(in_folder("link.csv"), "new");
  EXPECT_TRUE(fs::is_symlink(in_folder("link.csv")));
  EXPECT_EQ(content(in_folder("target.csv")), "new");
}

TEST_F(OutputFileTest, WritesIntoAPipe) {
  ASSERT_EQ(::mkfifo(in_folder("pipe").c_str(), 0600), 0);
  const int reader = ::open(in_folder("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  write_file(in_folder("pipe"), "through the pipe");
  char text[64] = {};
  EXPECT_EQ(::read(reader, text, sizeof text), 16);
  EXPECT_STREQ(text, "through the pipe");
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(in_folder("pipe")));
}

TEST_F(OutputFileTest, AClosedPipeIsASystemError) {
  ASSERT_EQ(::mkfifo(in_folder("pipe").c_str(), 0600), 0);
  const auto old = std::signal(SIGPIPE, SIG_IGN);  // as main does
  const int reader = ::open(in_folder("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  OutputFile out(in_folder("pipe"));
  out.write("text");
  ::close(reader);
  EXPECT_THROW(out.commit(), SystemError);
  std::signal(SIGPIPE, old);
}

TEST_F(OutputFileTest, ADashIsStandardOutput) {
  ::testing::internal::CaptureStdout();
  write_file("-", "to the terminal\n");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "to the terminal\n");
  EXPECT_NE(::fcntl(STDOUT_FILENO, F_GETFD), -1) << "standard output itself stays open";
}

TEST_F(OutputFileTest, CommittingTwiceIsOurOwnMistake) {
  OutputFile out(in_folder("out.csv"));
  out.commit();
  EXPECT_THROW(out.commit(), BugError);
}

}  // namespace
}  // namespace hopveil
