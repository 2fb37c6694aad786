// SPDX-License-Identifier: Apache-2.0
// The network that was meant: users, lists, columns and hostile files as the whole program meets them.

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/path_network.h"
#include "support/source_dir.h"

namespace hopveil::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
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
      run("release edges.txt --public public.txt --prefs prefs.csv --hops 2 -o table.csv");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(exceptions("table.csv"), IsEmpty());
  EXPECT_EQ(json("table.csv.meta.json").at("guarantee").at("status"), "proved");
  EXPECT_EQ(json("table.csv.meta.json").at("row_order"), "id") << "without being asked for";
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
  EXPECT_EQ(release.err.find("directions are dropped"), release.err.rfind("directions are dropped"));
  EXPECT_THAT(release.err, Not(HasSubstr("repeat"))) << "how many there were depends on edges";
  ASSERT_EQ(run("count follows.csv --public public.txt --hops 1 -o exact.csv").exit_code, 0);
  EXPECT_EQ(read_text(folder.path("exact.csv")), "user,hop_1\na,1\nb,2\nc,1\n");
}

struct ColumnsCase {
  const char* text;
  int nodes;
  int edges;
  const char* said;
};
constexpr ColumnsCase kColumnsCases[] = {
    {"user_id,friend_id\n6f1c2b1e-0000-4a5b-8c9d-0123456789ab,7a1c2b1e-0000-4a5b-8c9d-0123456789ab\n", 2, 1,
     "header `user_id,friend_id`"},
    {"source\ttarget\tweight\n1\t2\t17\n2\t3\t4\n", 3, 2, "took `source`, `target`, dropped `weight`"},
    {"1 2 0.5\n2 3 1.5\n", 3, 2, "took `1`, `2`, dropped `3`"},
    {"id,follower,followee\n1,7,3\n2,3,5\n", 3, 2, "took `follower`, `followee`, dropped `id`"},
    {"\xEF\xBB\xBF\"Follower\";\"Followee\";\"Since\"\r\n\"Ann; K.\";\"Bob\";\"2024-11-03\"\r\n"
     "\"Bob\";\"Cat \"\"C\"\"\";\"\"\r\n",
     3, 2, "semicolon-separated, header `\"Follower\";\"Followee\";\"Since\"`"},
    {"fan,star\n1,2\n2,3\n", 3, 2, "header `fan,star`"},
};

TEST_F(Inputs, HeadersAndColumnsAreKnownByWhatTheyAre) {
  for (const ColumnsCase& columns : kColumnsCases) {
    write("columns.csv", columns.text);
    const ProgramResult result = run("info columns.csv");
    EXPECT_EQ(result.exit_code, 0) << columns.text << result.err;
    EXPECT_THAT(result.out, AllOf(ContainsRegex("nodes +" + std::to_string(columns.nodes) + "\n"),
                                  ContainsRegex("edges +" + std::to_string(columns.edges) + "[ \n]"),
                                  HasSubstr(columns.said)))
        << columns.text;
  }
}

TEST_F(Inputs, GraphmlWithNumberedNodesHintsAtTheirNames) {
  write("igraph.graphml",
        "<graphml><key id='v_name' for='node' attr.name='name'/><graph edgedefault='undirected'>"
        "<node id='n0'><data key='v_name'>ann</data></node><node id='n1'><data key='v_name'>p</data></node>"
        "<edge source='n0' target='n1'/></graph></graphml>");
  EXPECT_THAT(run("info igraph.graphml").out, HasSubstr("--id-attribute name"));
  EXPECT_EQ(
      run("count igraph.graphml --id-attribute name --public public.txt --hops 1 --quiet -o -").exit_code, 2)
      << "the file lists its users, and q is none of them";
  write("public.txt", "p\n");
  EXPECT_EQ(run("count igraph.graphml --id-attribute name --public public.txt --hops 1 --quiet -o -").out,
            "user,hop_1\nann,1\n");
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

// The same network of three users in a row, and a fourth that is in no edge, in formats that hopveil does not
// read.
struct ForeignFile {
  const char* name;
  const char* format;     ///< as the message names it
  const char* converted;  ///< what the line of the message writes
  const char* module;     ///< what that line needs beside python3
  const char* text;
};
constexpr ForeignFile kForeignFiles[] = {
    {"g.json", "JSON", "g.json.tsv", "json",
     R"({"nodes": [{"id": "ann"}, {"id": "bob"}, {"id": "cat"}, {"id": "dan"}],
         "links": [{"source": "ann", "target": "bob"}, {"source": "bob", "target": "cat"}]})"},
    {"g.net", "Pajek", "g.net.tsv", "networkx",
     "*Vertices 4\n1 \"ann\"\n2 \"bob\"\n3 \"cat\"\n4 \"dan\"\n*Edges\n1 2\n2 3\n"},
    {"g.gexf", "GEXF", "g.gexf.tsv", "networkx",
     "<?xml version='1.0' encoding='UTF-8'?>\n<gexf xmlns='http://www.gexf.net/1.2draft' version='1.2'>"
     "<graph defaultedgetype='undirected'><nodes><node id='ann'/><node id='bob'/><node id='cat'/>"
     "<node id='dan'/></nodes><edges><edge id='0' source='ann' target='bob'/>"
     "<edge id='1' source='bob' target='cat'/></edges></graph></gexf>\n"},
    {"g.dot", "DOT", "g.dot.tsv", "pydot, networkx",
     "graph friends {\n  ann -- bob;\n  bob -- cat;\n  dan;\n}\n"},
};

TEST_F(Inputs, OtherFormatsAreNamedWithTheLineThatConvertsThem) {
  const std::string python = "PATH='" + source_dir().string() + "/.venv/bin':\"$PATH\"; ";
  for (const ForeignFile& file : kForeignFiles) {
    write(file.name, file.text);
    const ProgramResult refused = run(std::string("info ") + file.name);
    EXPECT_EQ(refused.exit_code, 2) << file.name;
    EXPECT_THAT(refused.err, HasSubstr(std::string("this is ") + file.format)) << file.name;
    const std::size_t begin = refused.err.find("python3 -c");
    EXPECT_NE(begin, std::string::npos) << refused.err;
    if (begin == std::string::npos) continue;
    if (run_shell(python + "python3 -c 'import " + file.module + "'", folder).exit_code != 0) continue;
    EXPECT_EQ(run_shell(python + refused.err.substr(begin), folder).exit_code, 0) << file.name;
    EXPECT_THAT(run(std::string("info ") + file.converted).out,
                AllOf(ContainsRegex("nodes +4\n"), ContainsRegex("edges +2[ \n]")))
        << file.name;
  }
}

TEST_F(Inputs, ParquetIsNamedWithTheLineThatConvertsIt) {
  write("g.parquet", std::string("PAR1\x15\0\x15", 7) + std::string(100, '\1') + "PAR1");
  const ProgramResult refused = run("info g.parquet");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("this is Parquet"), HasSubstr("python3 -c")));
  const std::string python = "PATH='" + source_dir().string() + "/.venv/bin':\"$PATH\"; python3 -c ";
  if (run_shell(python + "'import pyarrow'", folder).exit_code != 0) GTEST_SKIP() << "without pyarrow";
  ASSERT_EQ(
      run_shell(python + "\"import pyarrow as a, pyarrow.parquet as p; p.write_table(a.table({'source': "
                         "['ann', 'bob'], 'target': ['bob', 'cat']}), 'g.parquet')\"",
                folder)
          .exit_code,
      0);
  const std::string said = run("info g.parquet").err;
  ASSERT_EQ(run_shell(python + said.substr(said.find("python3 -c") + 11), folder).exit_code, 0) << said;
  EXPECT_THAT(run("info g.parquet.csv").out, ContainsRegex("nodes +3\n"));
}

TEST_F(Inputs, AdjacencyListsAreRefusedWithTheLineThatConvertsThem) {
  for (const char* text : {"ann bob cat\nbob cat\ndan\ncat ann bob\n", "dan\nann bob cat\nbob cat\n",
                           "ann,bob,cat\nbob,cat\ndan\n", "dan\nann bob cat\ncat ann bob\n",
                           "ann: bob cat\nbob: cat\ndan:\n", "ann: bob\nbob: cat\ncat: ann\ndan:\n"}) {
    write("adjacency.txt", text);
    const ProgramResult refused = run("info adjacency.txt");
    EXPECT_EQ(refused.exit_code, 2) << text;
    const std::size_t begin = refused.err.find("awk");
    const std::size_t end = refused.err.find(" FILE >edges.txt");
    ASSERT_TRUE(begin != std::string::npos && end != std::string::npos) << refused.err;
    const std::string line = refused.err.substr(begin, end - begin) + " adjacency.txt >edges.txt";
    ASSERT_EQ(run_shell(line, folder).exit_code, 0) << line;
    EXPECT_THAT(run("info edges.txt --no-header").out,
                AllOf(ContainsRegex("nodes +4\n"), ContainsRegex("edges +3[ \n]")))
        << text;
  }
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

TEST_F(Inputs, MarkupInNamesStaysTextOnPages) {
  const std::string user = "<img src=x onerror=alert(1)>";
  const std::string file = "<script>alert(2)<-script>.csv";
  write(file, "source,target\n" + user + ",p\n" + user + ",b\nb,p\nc,q\n");
  write("users.csv", "user,epsilon\n" + user + ",1\nb,1\nc,1\n");
  ASSERT_EQ(
      run("release '" + file + "' --public public.txt --prefs users.csv --hops 1 -o t.csv --report t.html")
          .exit_code,
      0);
  ASSERT_EQ(run("evaluate '" + file +
                "' --public public.txt --default-epsilon 1 --mechanism uniform --hops 1 "
                "--runs 1 -o errors")
                .exit_code,
            0);
  EXPECT_LE(run("audit '" + file +
                "' --public public.txt --default-epsilon 1 --mechanism uniform --edges 9 "
                "--runs 50 --show-names --report audit.html")
                .exit_code,
            1);
  for (const char* page : {"t.html", "errors/report.html", "audit.html"}) {
    EXPECT_THAT(read_text(folder.path(page)), AllOf(Not(HasSubstr(user)), Not(HasSubstr("<script>alert(2)"))))
        << page;
  }
  EXPECT_THAT(read_text(folder.path("audit.html")), HasSubstr("&lt;img src=x"));
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

// JSON is UTF-8, and the name of a file may be any bytes.
TEST_F(Inputs, AFileNameThatIsNoTextFailsNothing) {
  write("net\xff.txt", "a p\np b\nb q\nq c\nd d\n");
  const std::string lists = " --public public.txt --prefs prefs.csv --hops 1 --quiet ";
  EXPECT_EQ(nlohmann::json::parse(run("info net*.txt --json").out).at("nodes"), 6);
  EXPECT_EQ(nlohmann::json::parse(run("plan --quick --json --like net*.txt" + lists).out).at("kind"),
            "hopveil plan");
  EXPECT_EQ(run("evaluate net*.txt --runs 1 -o e" + lists).exit_code, 0);
  EXPECT_EQ(run("evaluate net*.txt --runs 2 -o e --resume" + lists).exit_code, 0);
  ASSERT_EQ(run("ledger init l.db --prefs prefs.csv").exit_code, 0);
  ASSERT_EQ(run("release net*.txt --ledger l.db -o \"$(printf 't\\377\\033.csv')\"" + lists).exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(run("ledger history l.db --json").out)[0].at("output"), "t\uFFFD\x1b.csv");
  EXPECT_THAT(run("ledger history l.db").out, HasSubstr("-> t\\xFF\\x1B.csv"));
}

// A name that is printed as it stands could change what a terminal shows: colours, the order of letters.
TEST_F(Inputs, NoMessageShowsAFileNameRaw) {
  write("net.txt", "a p\np b\nb q\nq c\nd d\n");
  const std::string name = "\"$(printf 'x\\033[31m\\342\\200\\256')";  // ESC, and U+202E: from right to left
  const std::string lists = " --public public.txt --prefs prefs.csv --hops 1 ";
  for (const std::string& command :
       {"ledger init " + name + ".db\" --prefs prefs.csv", "ledger add " + name + ".db\" --prefs prefs.csv",
        "release net.txt --ledger " + name + ".db\" -o " + name + ".csv\" --reach " + name + ".reach.csv\"" +
            lists,
        "plan --quick --save " + name + ".json\" --like net.txt" + lists}) {
    const ProgramResult result = run(command);
    EXPECT_EQ(result.exit_code, 0) << command << result.err;
    EXPECT_THAT(result.out + result.err,
                AllOf(HasSubstr("\\x1B[31m\\u{202E}"), Not(HasSubstr("\x1b")), Not(HasSubstr("\u202E"))));
  }
}

}  // namespace
}  // namespace hopveil::testing
