// SPDX-License-Identifier: Apache-2.0
#include "io/byte_source.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <hopveil/errors.h>

#include "io/graph_format.h"
#include "io/test_input.h"

namespace hopveil::testing {
namespace {

std::string gzip(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(compressBound(text.size()) + 100, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

std::string decompressed(std::string_view bytes) {
  return io::read_all(*io::decompress(io::open_memory(bytes)).bytes);
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += std::to_string(i * 7919L) + "\n";
  return text;
}

TEST(ByteSource, CompressedTextComesOutAsItWas) {
  for (const std::string& text : {std::string(), std::string("1 2\n"), long_text()}) {
    EXPECT_EQ(decompressed(gzip(text)), text);
    EXPECT_EQ(decompressed(zstd(text)), text);
    EXPECT_EQ(decompressed(gzip(text) + gzip("more")), text + "more");
    EXPECT_EQ(decompressed(zstd(text) + zstd("more")), text + "more");
  }
}

TEST(ByteSource, EveryTruncationIsAnError) {
  const std::string text = "some lines\nof text\n";
  for (const std::string& whole :
       {gzip(text), zstd(text), gzip(text) + gzip(text), zstd(text) + zstd(text)}) {
    for (std::size_t size = 4; size < whole.size(); ++size) {
      if (2 * size == whole.size()) continue;  // exactly one of two members
      EXPECT_THROW(decompressed(whole.substr(0, size)), InputError) << size << " of " << whole.size();
    }
  }
}

TEST(ByteSource, PeekingDoesNotConsume) {
  io::PeekableSource source(io::open_memory("abcdef"));
  EXPECT_EQ(source.peek(3), "abc");
  source.skip(1);
  EXPECT_EQ(source.peek(100), "bcdef");
  std::string buffer(10, '\0');
  EXPECT_EQ(source.read(std::span(buffer).first(2)), 2U);
  EXPECT_EQ(buffer.substr(0, 2), "bc");
  EXPECT_EQ(source.read(buffer), 3U);
  EXPECT_EQ(source.peek(1), "");
}

/// What unpacking says; empty when it goes well.
std::string unpacking_error(std::string_view bytes, const InputLimits& limits = {}) {
  try {
    io::read_all(*io::decompress(io::open_memory(bytes), limits).bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ByteSource, DataThatUnpackToFarTooMuchAreStopped) {
  const std::string zeros(std::size_t{80} << 20, '0');
  for (const std::string& bomb : {gzip(zeros), zstd(zeros)}) {
    EXPECT_LT(bomb.size(), 100'000U);
    EXPECT_THAT(unpacking_error(bomb),
                ::testing::HasSubstr("64 MiB and 100 times the compressed size are read"));
    EXPECT_EQ(unpacking_error(bomb, {.unpacked = std::uint64_t{81} << 20}), "");
  }
  EXPECT_EQ(unpacking_error(gzip(long_text())), "");
  EXPECT_THAT(unpacking_error(gzip(long_text()), {.unpacked = 1000}),
              ::testing::HasSubstr("that is what --max-unpacked allows"));
}

TEST(ByteSource, EveryFormatAndListIsUnpackedUnderTheLimit) {
  const std::string bomb = gzip(std::string(std::size_t{80} << 20, ' '));
  for (const char* format : {"edges", "gml", "graphml", "mtx", "hvg"})
    EXPECT_THAT(read_error(bomb, format), ::testing::HasSubstr("compressed bytes become more than"))
        << format;
}

TEST(GraphFormats, AreRecognisedByContentThenByName) {
  const auto name_of = [](std::string_view path, std::string_view head) {
    return std::string(io::recognise_graph_format(path, head).name);
  };
  EXPECT_EQ(name_of("g.txt", "1 2\n"), "edges");
  EXPECT_EQ(name_of("-", "a b\n"), "edges");
  EXPECT_EQ(name_of("g.txt", "Creator \"x\"\ngraph\n[\n"), "gml");
  EXPECT_EQ(name_of("-", "%%MatrixMarket matrix"), "mtx");
  EXPECT_EQ(name_of("x", "\n<?xml version='1.0'?>"), "graphml");
  EXPECT_EQ(name_of("g.GML.gz", "node"), "gml");
  EXPECT_EQ(name_of("g.mtx.zst", "1 2"), "mtx");
  EXPECT_EQ(name_of("g.csv", "graph friends\n"), "edges");
}

TEST(GraphFormats, EachHasANameASummaryAndAnEnding) {
  EXPECT_EQ(graph_formats().size(), io::all_graph_formats().size());
  for (const auto& format : graph_formats()) {
    EXPECT_FALSE(format.name.empty());
    EXPECT_FALSE(format.summary.empty());
    EXPECT_FALSE(format.endings.empty());
    EXPECT_EQ(&io::graph_format_named(format.name), &io::graph_format_named(std::string(format.name)));
  }
}

TEST(GraphFormats, ThoseOfOthersAreNamedWithTheLineThatConvertsThem) {
  struct Foreign {
    const char* text;
    const char* name;
    const char* line;
  };
  for (const auto& [text, name, line] : {
           Foreign{"*Vertices 3\n1 \"ann\"\n", "Pajek", "read_pajek('test')"},
           Foreign{"<?xml version='1.0'?>\n<gexf xmlns='x'>", "GEXF", "read_gexf('test')"},
           Foreign{"// a\nstrict digraph friends {\n a -> b\n}", "DOT", "read_dot('test')"},
           Foreign{"{\"nodes\": [{\"id\": 1}], \"links\": []}", "JSON with nodes and links", "g['links']"},
           Foreign{"{\"nodes\": [{\"id\": 1}], \"adjacency\": [[]]}", "JSON with nodes and their adjacency",
                   "zip("},
           Foreign{"[{\"source\": 1}]", "JSON", "jq"},
           Foreign{"PAR1\x15", "Parquet", "pyarrow.parquet"},
           Foreign{"SQLite format 3", "SQLite", "sqlite3 -header -csv test"},
       }) {
    EXPECT_THAT(read_error(text),
                ::testing::AllOf(::testing::HasSubstr("this is " + std::string(name) + ", which"),
                                 ::testing::HasSubstr(line)));
  }
}

TEST(GraphFormats, ForcingAFormatOverrulesContent) {
  EXPECT_EQ(read_text("graph [\n", "edges").graph.num_nodes(), 2U);
}

}  // namespace
}  // namespace hopveil::testing
