// The network that was meant: users, lists, columns and hostile files as the whole program meets them.

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/path_network.h"

namespace hopveil::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

/// PathNetwork without the line `d d`: d is in no edge.
class Inputs : public PathNetwork {
 protected:
  Inputs() { write_text(folder.path("edges.txt"), "a p\np b\nb q\nq c\n"); }

  void write(const std::string& name, const std::string& text) { write_text(folder.path(name), text); }

  nlohmann::json exceptions(const std::string& table) {
    return json(table + ".meta.json").at("guarantee").at("exceptions");
  }
};

TEST_F(Inputs, AnEdgeListWithPublicUsersAndPreferencesIsProvedWithoutExceptions) {
  const ProgramResult result =
      run("release edges.txt --public public.txt --prefs prefs.csv --hops 2 --order id -o table.csv");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(exceptions("table.csv"), IsEmpty());
  EXPECT_THAT(read_text(folder.path("table.csv")), HasSubstr("\nd,")) << "d has no connection, and a row";
}

TEST_F(Inputs, WhoMayHaveARowByAnEdgeAloneIsAnExceptionWhetherOrNotAnEdgeDoesIt) {
  const std::string release =
      "release edges.txt --public public.txt --prefs prefs.csv --hops 1 --order id --default-epsilon 1 ";
  ASSERT_EQ(run(release + "-o table.csv").exit_code, 0);
  EXPECT_THAT(exceptions("table.csv"), ElementsAre(HasSubstr("who has a row can depend on protected edges")));
  write("users.txt", "a\nb\nc\nd\ne\n");
  ASSERT_EQ(run(release + "--users users.txt -o listed.csv").exit_code, 0);
  EXPECT_THAT(exceptions("listed.csv"), IsEmpty());
  EXPECT_THAT(read_text(folder.path("listed.csv")), HasSubstr("\ne,"));
}

TEST_F(Inputs, AnEdgeToAUserWithoutPreferenceOrListingIsRefused) {
  write("edges.txt", "a p\np b\nb x\nq c\n");
  const std::string release = "release edges.txt --public public.txt --hops 1 -o table.csv ";
  ProgramResult result = run(release + "--prefs prefs.csv");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("1 user has no preference: \"x\""));
  write("users.txt", "a\nb\nc\n");
  result = run(release + "--default-epsilon 1 --users users.txt");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("edges.txt: 1 user of the network is not listed: \"x\""));
  EXPECT_FALSE(exists("table.csv"));
}

TEST_F(Inputs, AConvertedFileKeepsWhetherEverybodyIsListed) {
  write("users.txt", "a\nb\nc\nd\n");
  const std::string release = "--public public.txt --default-epsilon 1 --hops 1 --order id ";
  ASSERT_EQ(run("convert edges.txt -o plain.hvg").exit_code, 0);
  ASSERT_EQ(run("convert edges.txt --users users.txt -o listed.hvg").exit_code, 2)
      << "p and q are not listed";
  write("users.txt", "a\nb\nc\nd\np\nq\n");
  ASSERT_EQ(run("convert edges.txt --users users.txt -o listed.hvg").exit_code, 0);
  ASSERT_EQ(run("convert listed.hvg --largest-component -o part.hvg").exit_code, 0);
  ASSERT_EQ(run("release plain.hvg " + release + "-o plain.csv").exit_code, 0);
  EXPECT_THAT(exceptions("plain.csv"), SizeIs(1));
  ASSERT_EQ(run("release listed.hvg " + release + "-o listed.csv").exit_code, 0);
  EXPECT_THAT(exceptions("listed.csv"), IsEmpty());
  ASSERT_EQ(run("release part.hvg " + release + "-o part.csv").exit_code, 0);
  EXPECT_THAT(exceptions("part.csv"), SizeIs(1)) << "who is in the largest component depends on edges";
  const ProgramResult typo = run("count listed.hvg --public prefs.csv --hops 1 -o -");
  EXPECT_EQ(typo.exit_code, 2) << "where everybody is listed, an unknown public user is a mistake";
}

TEST_F(Inputs, ListsMayBePipes) {
  const ProgramResult result = run_shell(
      "bash -c 'hopveil release edges.txt --public <(cat public.txt) --prefs <(cat prefs.csv) --hops 1 -o "
      "table.csv'",
      folder);
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST_F(Inputs, StandardInputIsOneInput) {
  for (const char* arguments :
       {"release - --public - --prefs prefs.csv", "release - --public public.txt --prefs -",
        "release edges.txt --public - --prefs -",
        "release edges.txt --users - --public - --prefs prefs.csv"}) {
    const ProgramResult result = run(std::string(arguments) + " --hops 1 -o table.csv <edges.txt");
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr("are to come from standard input")) << arguments;
    EXPECT_FALSE(exists("table.csv"));
  }
}

TEST_F(Inputs, WithoutAPublicOrAPrivateUserNothingIsCountedUnlessThatIsMeant) {
  write("none.txt", "# nobody\n");
  write("all.txt", "a\nb\nc\np\nq\n");
  for (const std::string list : {"none.txt", "all.txt"}) {
    const std::string count = "count edges.txt --public " + list + " --hops 1 -o table.csv ";
    const ProgramResult refused = run(count);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr(list + ": "), HasSubstr("--allow-empty")));
    EXPECT_FALSE(exists("table.csv"));
    EXPECT_EQ(
        run("release edges.txt --default-epsilon 1 --public " + list + " --hops 1 -o table.csv").exit_code,
        2);
  }
  EXPECT_EQ(run("count edges.txt --public none.txt --hops 1 --allow-empty -o -").out,
            "user,hop_1\na,0\np,0\nb,0\nq,0\nc,0\n");
  EXPECT_EQ(run("count edges.txt --public all.txt --hops 1 --allow-empty -o -").out, "user,hop_1\n");
  EXPECT_EQ(run("info edges.txt --public none.txt").exit_code, 0);
}

TEST_F(Inputs, SayWhatWasRead) {
  write("follows.csv", "id,follower,followee\n1,a,p\n2,b,p\n3,b,q\n4,c,q\n");
  const char* const understood =
      "comma-separated, header `id,follower,followee`, 3 columns; took `follower`, `followee`";
  EXPECT_THAT(run("info follows.csv").out, HasSubstr(understood));
  const ProgramResult release =
      run("release follows.csv --public public.txt --prefs prefs.csv --hops 1 -o table.csv");
  ASSERT_EQ(release.exit_code, 0) << release.err;
  EXPECT_THAT(release.err, AllOf(HasSubstr(understood), HasSubstr("directions are dropped")));
  EXPECT_THAT(release.err, Not(HasSubstr("repeat"))) << "how many there were depends on edges";
  ASSERT_EQ(run("count follows.csv --public public.txt --hops 1 -o exact.csv").exit_code, 0);
  EXPECT_EQ(read_text(folder.path("exact.csv")), "user,hop_1\na,1\nb,2\nc,1\n");
}

TEST_F(Inputs, ADoubtIsRefusedWithTheOptionThatDecidesIt) {
  write("doubt.csv", "ann,bob\ncat,dan\n");
  ProgramResult result = run("info doubt.csv");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("doubt.csv:1: "), HasSubstr("--no-header"), HasSubstr("--header")));
  EXPECT_THAT(run("info doubt.csv --no-header").out, HasSubstr("nodes             4"));
  EXPECT_THAT(run("info doubt.csv --header").out, HasSubstr("nodes             2"));
  write("many.csv", "17^4^9\n18^9^3\n");
  EXPECT_EQ(run("info many.csv --delimiter ^").exit_code, 2);
  EXPECT_THAT(run("info many.csv --delimiter ^ --columns 2,3").out, HasSubstr("took `2`, `3`, dropped `1`"));
  EXPECT_EQ(run("info many.csv --delimiter xx").exit_code, 2);
}

TEST_F(Inputs, OtherFormatsAreNamedWithTheLineThatConvertsThem) {
  write("g.json", R"({"nodes": [{"id": "ann"}, {"id": "bob"}, {"id": "cat"}],
                      "links": [{"source": "ann", "target": "bob"}]})");
  const ProgramResult refused = run("info g.json");
  EXPECT_EQ(refused.exit_code, 2);
  const std::size_t begin = refused.err.find("python3 -c");
  ASSERT_NE(begin, std::string::npos) << refused.err;
  ASSERT_EQ(run_shell(refused.err.substr(begin), folder).exit_code, 0);
  EXPECT_THAT(run("info g.json.tsv").out, HasSubstr("nodes             3"));
}

TEST_F(Inputs, SmallFilesCannotTakeTheMemory) {
  const std::string limit = "ulimit -v 2000000; ";
  ASSERT_EQ(
      run_shell(
          "{ echo 'graph ['; head -c 500000000 /dev/zero | tr '\\0' ' '; } | gzip >bomb.gml.gz; "
          "{ echo p; head -c 500000000 /dev/zero | tr '\\0' '\\n'; } | gzip >bomb.txt.gz; "
          "{ printf '%%%%MatrixMarket matrix coordinate pattern general\\n160000000 160000000 3000000\\n'; "
          "yes '1 2' | head -3000000; } | gzip >bomb.mtx.gz",
          folder)
          .exit_code,
      0);
  for (const char* arguments :
       {"info bomb.gml.gz", "info bomb.mtx.gz", "count edges.txt --public bomb.txt.gz --hops 1 -o -",
        "release edges.txt --public public.txt --prefs bomb.txt.gz --hops 1 -o t.csv",
        "count edges.txt --users bomb.txt.gz --public public.txt --hops 1 -o -"}) {
    const ProgramResult result = run_shell(limit + "hopveil " + arguments, folder);
    EXPECT_EQ(result.exit_code, 2) << arguments << result.err;
    EXPECT_THAT(result.err, HasSubstr("--max-unpacked")) << arguments;
  }
}

TEST_F(Inputs, NamesThatATerminalWouldObeyAreDisarmedOrRefused) {
  write("c1.gml",
        "graph [ node [ id 1 label \"a&#155;31m\" ] node [ id 2 label \"b\" ] edge [ source 1 target 2 ] ]");
  EXPECT_THAT(run("info c1.gml").err, HasSubstr("U+009B"));
  write("c1.txt",
        "a\xC2\x9B"
        "31m b\nb c\n");
  EXPECT_THAT(run("info c1.txt").err, HasSubstr("U+009B"));
  write("bidi.txt",
        "a\xE2\x80\xAE"
        "b p\np c\n");  // allowed in names, escaped where they are shown
  const ProgramResult missing =
      run("release bidi.txt --public public.txt --prefs prefs.csv --hops 1 -o table.csv");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, AllOf(HasSubstr("a\\u{202E}b"), Not(HasSubstr("\xE2\x80\xAE"))));
  for (const std::string name : {"x\x1B[2J.txt",
                                 "x\xC2\x9B"
                                 "2J.txt",
                                 "x\xE2\x80\xAE.txt", "x\ny.txt"}) {
    write(name, "1 2\n1 3 4\n");
    const ProgramResult wrong = run("info '" + name + "'");
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_THAT(wrong.err, Not(HasSubstr(name)));
    write(name, "1 2\n1 3\n");
    EXPECT_THAT(run("info '" + name + "'").out, Not(HasSubstr(name)));
    EXPECT_THAT(run("info --frobnicate '" + name + "'").err, Not(HasSubstr(name)));
    EXPECT_THAT(run("convert '" + name + "' -o '" + name + ".hvg'").err, Not(HasSubstr(name)));
  }
}

TEST_F(Inputs, FormulasReachNoCsvTableUnlessThatIsMeant) {
  write("formulas.csv", "source,target\n\"=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\",p\n@ann,p\n+4912,p\n");
  const std::string count = "count formulas.csv --public public.txt --hops 1 -o table.csv ";
  const ProgramResult refused = run(count);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("a name in the table"), HasSubstr("=HYPERLINK"),
                                 HasSubstr("--allow-formulas")));
  EXPECT_EQ(
      run("release formulas.csv --public public.txt --default-epsilon 1 --hops 1 -o table.csv").exit_code, 2);
  EXPECT_FALSE(exists("table.csv"));
  EXPECT_EQ(run(count + "--allow-formulas").exit_code, 0);
  EXPECT_THAT(read_text(folder.path("table.csv")),
              HasSubstr("\"=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\",1\n"));
  EXPECT_EQ(run("count formulas.csv --public public.txt --hops 1 --json -o table.json").exit_code, 0);
}

}  // namespace
}  // namespace hopveil::testing
