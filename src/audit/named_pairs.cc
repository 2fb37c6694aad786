// SPDX-License-Identifier: Apache-2.0
#include "audit/named_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <hopveil/errors.h>

#include "audit/pair_builder.h"

namespace hopveil::audit {
namespace {

Epsilon times_level(Epsilon level, std::uint64_t factor) {
  return Epsilon::from_nanos(std::min(level.nanos() * factor, Epsilon::kMaxNanos));
}

/// The i-th of n places on half a circle to the right of (x, y), from top to bottom.
std::pair<double, double> fan_out(double x, double y, double radius, unsigned i, unsigned n) {
  const double turn = n < 2 ? 0 : (static_cast<double>(i) / (n - 1) - 0.5) * std::numbers::pi * 0.9;
  return {x + radius * std::cos(turn), y + radius * std::sin(turn)};
}

std::string numbered(const char* letter, unsigned i) {
  return fmt::format("{}{}", letter, i + 1);
}

NeighbouringPair leaf(Epsilon level, unsigned) {
  PairBuilder build;
  const NodeId p = build.add_public("p", 1, 0);
  const NodeId a = build.add_private("a", level, 0, 0);
  const NodeId b = build.add_private("b", level, 2, 0);
  build.link(p, b);
  return build.differ_in(a, p);
}

/// E1: `size` friends of the hub move at once.
NeighbouringPair hub(Epsilon level, unsigned size) {
  PairBuilder build;
  const NodeId p = build.add_public("p", -1, 0);
  const NodeId a = build.add_private("a", level, 0, 0);
  for (unsigned i = 0; i < size; ++i) {
    const auto [x, y] = fan_out(0, 0, 1.2, i, size);
    build.link(a, build.add_private(numbered("v", i), level, x, y));
  }
  NeighbouringPair pair = build.differ_in(a, p);
  pair.hops = 2;
  return pair;
}

NeighbouringPair bridge(Epsilon level, unsigned size) {
  PairBuilder build;
  std::vector<NodeId> celebrities;
  std::vector<NodeId> friends;
  for (unsigned i = 0; i < size; ++i) {
    const auto [x, y] = fan_out(0, 0, 1, i, size);
    celebrities.push_back(build.add_public(numbered("p", i), -x, y));
    friends.push_back(build.add_private(numbered("v", i), level, x + 0.6, y));
  }
  for (unsigned i = 0; i < size; ++i) {
    for (unsigned j = i + 1; j < size; ++j) {
      build.link(celebrities[i], celebrities[j]);
      build.link(friends[i], friends[j]);
    }
  }
  NeighbouringPair pair = build.differ_in(celebrities[size / 2], friends[size / 2]);
  pair.hops = 3;
  return pair;
}

/// A node `a` with `middle` private friends that know `celebrities` public users each; v joins a (E2).
NeighbouringPair three_hops_away(Epsilon level, unsigned middle, unsigned celebrities) {
  PairBuilder build;
  const NodeId v = build.add_private("v", level, -1, 0);
  const NodeId a = build.add_private("a", level, 0, 0);
  for (unsigned i = 0; i < middle; ++i) {
    const auto [x, y] = fan_out(0, 0, 1.5, i, middle);
    const NodeId b = build.add_private(numbered("b", i), level, x, y);
    build.link(a, b);
    for (unsigned j = 0; j < celebrities; ++j) {
      const unsigned k = i * celebrities + j;
      const auto [px, py] = fan_out(0, 0, 2.7, k, middle * celebrities);
      build.link(b, build.add_public("p", px, py));
    }
  }
  NeighbouringPair pair = build.differ_in(v, a);
  pair.hops = 3;
  return pair;
}

NeighbouringPair chain(Epsilon level, unsigned size) {
  return three_hops_away(level, size, 10);
}

NeighbouringPair fan(Epsilon level, unsigned size) {
  return three_hops_away(level, size, 4);
}

struct PrivateUser {
  const char* name;
  Epsilon level;
};

/// Whether `user`, who has no other neighbour, is linked to `partner`, who knows the one public user.
NeighbouringPair only_link(PrivateUser user, PrivateUser partner) {
  PairBuilder build;
  const NodeId p = build.add_public("p", 2, 0);
  const NodeId between = build.add_private(partner.name, partner.level, 1, 0);
  const NodeId end = build.add_private(user.name, user.level, 0, 0);
  build.link(p, between);
  NeighbouringPair pair = build.differ_in(end, between);
  pair.hops = 2;
  return pair;
}

NeighbouringPair isolated(Epsilon level, unsigned) {
  return only_link({"a", level}, {"b", level});
}

NeighbouringPair strict_liberal(Epsilon level, unsigned size) {
  return only_link({"s", level}, {"l", times_level(level, size)});
}

/// E14: whether hop 2 is published depends on the edge a-p, whatever a's level, because v's tuple is kept.
NeighbouringPair tuple(Epsilon level, unsigned size) {
  PairBuilder build;
  const NodeId p = build.add_public("p", 2, 0);
  const NodeId a = build.add_private("a", level, 1, 0);
  const NodeId v = build.add_private("v", times_level(level, size), 0, 0);
  build.link(v, a);
  NeighbouringPair pair = build.differ_in(a, p);
  pair.hops = 3;
  return pair;
}

/// E4: a small hub at half the threshold. As proved, the steps that its edge moves stay within its level;
/// with the printed share they do not. Every edge is kept, so that E3 changes nothing.
NeighbouringPair doubled(Epsilon level, unsigned size) {
  PairBuilder build;
  const NodeId p = build.add_public("p", -1, 0);
  const NodeId a = build.add_private("a", level, 0, 0);
  for (unsigned i = 0; i < size; ++i) {
    const auto [x, y] = fan_out(0, 0, 1.2, i, size);
    build.link(a, build.add_private(numbered("v", i), times_level(level, 2), x, y));
  }
  NeighbouringPair pair = build.differ_in(a, p);
  pair.hops = 2;
  return pair;
}

/// E3: the sample hardly ever holds the strict edge, but LS of the true graph is 1 with it and 0 without.
NeighbouringPair true_ladder(Epsilon level, unsigned size) {
  PairBuilder build;
  const NodeId p = build.add_public("p", 1, 0);
  const NodeId a = build.add_private("a", level, 0, 0);
  for (unsigned i = 0; i < size; ++i) {
    build.add_private(numbered("u", i), times_level(level, 8), -1.0 + 3.0 * i / std::max(size - 1, 1U), 1);
  }
  NeighbouringPair pair = build.differ_in(a, p);
  pair.hops = 2;
  return pair;
}

NeighbouringPair two_public(Epsilon level, unsigned) {
  PairBuilder build;
  const NodeId p = build.add_public("p", 1, 0);
  const NodeId q = build.add_public("q", 2, 0);
  const NodeId a = build.add_private("a", level, 0, 0);
  build.link(a, p);
  NeighbouringPair pair = build.differ_in(p, q);
  pair.hops = 2;
  return pair;
}

/// Fills in what the pair's description says.
template <NeighbouringPair (*kBuild)(Epsilon level, unsigned size)>
NeighbouringPair described(const NamedPair& info, Epsilon level, unsigned size) {
  NeighbouringPair pair = kBuild(level, size);
  pair.name = info.name;
  pair.summary = info.summary;
  pair.drawing = info.drawing;
  return pair;
}

// In the drawings (x) is public, letters are private users and === is the edge that differs.
constexpr std::array kPairs = {
    NamedPair{"leaf", "a user's only connection, to a public user; one hop", "a ===(p)--- b\n", 0,
              described<leaf>},
    NamedPair{"hub",
              "E1: a private hub beside one public user; the edge moves the second hop of every friend",
              "        v1\n"
              "       /\n"
              "(p)=== a --- ..\n"
              "       \\\n"
              "        v64\n",
              64, described<hub>},
    NamedPair{"bridge",
              "three public users and three private ones, all friends among themselves, and a bridge",
              "(p1)         v1\n"
              " | \\        / |\n"
              " | (p2)=== v2 |\n"
              " | /        \\ |\n"
              "(p3)         v3\n",
              3, described<bridge>},
    NamedPair{"chain", "E2: five friends of a friend know ten public users each; one edge, 50 in one entry",
              "          b1 --- (p)..(p)\n"
              "         /\n"
              "v === a -- ..\n"
              "         \\\n"
              "          b5 --- (p)..(p)\n",
              5, described<chain>},
    NamedPair{"fan", "E2 again: 25 friends of a friend know four public users each; LS is 4, the change 100",
              "          b1  --- (p)..(p)\n"
              "         /\n"
              "v === a --- ..\n"
              "         \\\n"
              "          b25 --- (p)..(p)\n",
              25, described<fan>},
    NamedPair{"isolated", "a user without any connection meets a friend of a public user", "a === b ---(p)\n",
              0, described<isolated>},
    NamedPair{"strict-liberal", "an edge between a strict user and one that allows four times as much",
              "s === l ---(p)     P(l) = 4 P(s)\n", 4, described<strict_liberal>},
    NamedPair{"tuple", "E14: a friend that allows 24 times as much shows the edge of a strict user",
              "v --- a ===(p)     P(v) = 24 P(a)\n", 24, described<tuple>},
    NamedPair{"doubled",
              "E4: a small hub at half the threshold, where the printed share is twice the proved one",
              "       v1\n"
              "      /\n"
              "(p)=== a -- ..     P(v) = 2 P(a)\n"
              "      \\\n"
              "       v5\n",
              5, described<doubled>},
    NamedPair{"true-ladder", "E3: a strict edge that the sample hardly ever holds, beside users without any",
              "a ===(p)     u1  u2 .. u8     P(u) = 8 P(a)\n", 8, described<true_ladder>},
    NamedPair{"two-public", "an edge between two public users, which no promise covers", "a ---(p)===(q)\n",
              0, described<two_public>},
};

}  // namespace

std::span<const NamedPair> named_pairs() {
  return kPairs;
}

const NamedPair& find_named_pair(std::string_view name) {
  const auto found = std::ranges::find(kPairs, name, &NamedPair::name);
  if (found != kPairs.end()) return *found;
  throw InputError(fmt::format("there is no pair \"{}\"", name), "the pairs are " + named_pair_names());
}

std::string named_pair_names() {
  std::string names;
  for (const NamedPair& pair : kPairs) names += (names.empty() ? "" : ", ") + std::string(pair.name);
  return names;
}

NeighbouringPair make_named_pair(std::string_view name, Epsilon level) {
  const NamedPair& info = find_named_pair(name);
  return info.make(info, level, info.size);
}

}  // namespace hopveil::audit
