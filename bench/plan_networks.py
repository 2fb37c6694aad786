# SPDX-License-Identifier: Apache-2.0
"""Networks that bench/plan_calibration.py holds the plan against, none of them of the family of its stand-ins.

Real ones from HOPVEIL_DATA (default: ../shared/data beside the repository), generated ones by the functions of this file
or by `hopveil generate`. `tuned` marks those that were looked at when numbers of src/plan were chosen.
"""
import math
import os
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Optional

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("HOPVEIL_DATA", ROOT.parent / "shared" / "data"))


def torus(width, rewired, rng):
    """Cells of a grid are linked to their eight neighbours; some edges lead anywhere (Kleinberg's small world, uniform)."""
    users = width * width
    for row in range(width):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                other = (row + down) % width * width + (column + right) % width
                yield row * width + column, rng.randrange(users) if rng.random() < rewired else other


def affiliation(users, groups, joined, linked, rng):
    """Users join groups; members of a group are linked with some probability."""
    members = [[] for _ in range(groups)]
    for user in range(users):
        for _ in range(joined):
            members[min(int(groups * rng.random() ** 2), groups - 1)].append(user)
    for group in members:
        for i, a in enumerate(group):
            for b in group[i + 1:]:
                if rng.random() < min(linked, 12 / len(group)):
                    yield a, b


def forest_fire(users, spread, rng):
    """A new user links to one and burns through its neighbours (Leskovec, Kleinberg, Faloutsos 2005)."""
    neighbours = [[1], [0]]
    for user in range(2, users):
        burnt, front = set(), [rng.randrange(user)]
        while front and len(burnt) < 60:
            at = front.pop()
            if at in burnt:
                continue
            burnt.add(at)
            fresh = [n for n in neighbours[at] if n not in burnt]
            rng.shuffle(fresh)
            while fresh and rng.random() < spread:
                front.append(fresh.pop())
        neighbours.append(sorted(burnt))
        for other in burnt:
            neighbours[other].append(user)
            yield user, other


def nested(users, rng):
    """Communities in communities in communities."""
    for size, degree in ((20, 5), (150, 4), (users, 3)):
        for user in range(users):
            first = user // size * size
            for _ in range(degree):
                if rng.random() < 0.5:
                    yield user, first + rng.randrange(min(size, users - first))


def core(users, rng):
    """A dense core to which everybody else is tied by a few edges."""
    inner = users // 15
    for user in range(users):
        for _ in range(12 if user < inner else 3):
            yield user, rng.randrange(inner) if rng.random() < 0.7 else rng.randrange(users)


def copied(users, degree, rng):
    """A new user copies some neighbours of an earlier one."""
    neighbours = [[1], [0]]
    for user in range(2, users):
        model = rng.randrange(user)
        links = {model} | {n for n in neighbours[model] if rng.random() < 1 - 1 / degree}
        links = set(rng.sample(sorted(links), min(len(links), degree)))
        neighbours.append(list(links))
        for other in links:
            neighbours[other].append(user)
            yield user, other


def geometric(users, degree, rng):
    """Points on a square, linked to those close by: no hubs, no shortcuts."""
    radius = math.sqrt(degree / (math.pi * users))
    cells = {}
    for user in range(users):
        x, y = rng.random(), rng.random()
        at = int(x / radius), int(y / radius)
        for cell in ((at[0] + i, at[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            for other, ox, oy in cells.get(cell, ()):
                if math.hypot(x - ox, y - oy) < radius:
                    yield user, other
        cells.setdefault(at, []).append((user, x, y))


def uniform(users, degree, rng):
    """Any two users are linked with the same probability: no hubs, no communities."""
    for _ in range(users * degree // 2):
        yield rng.randrange(users), rng.randrange(users)


def broadcast(users, stars, rng):
    """Accounts that many follow, in topics; users follow those of their topics, and link to a few with the same taste."""
    topics = 20
    fame = [1 / (1 + i) ** 0.8 for i in range(stars)]
    by_topic = [[s for s in range(stars) if s % topics == t] for t in range(topics)]
    taste = {}
    for user in range(stars, users):
        mine = rng.sample(range(topics), 2)
        taste.setdefault(mine[0], []).append(user)
        for topic in mine:
            for star in rng.choices(by_topic[topic], [fame[s] for s in by_topic[topic]], k=rng.randint(1, 6)):
                yield user, star
        for _ in range(2):
            yield user, rng.choice(taste[mine[0]])
    for star in range(stars):
        for other in rng.sample(by_topic[star % topics], 4):
            yield star, other


@dataclass
class Network:
    make: Optional[Callable[[random.Random], object]] = None  # pairs of users
    file: str = ""                                            # of HOPVEIL_DATA
    kind: tuple = ()                                          # of `hopveil generate`: kind, users, edges
    tuned: bool = False
    preferences: tuple = ("1/4/16", "1", "0.5/1/2")

    def there(self):
        return not self.file or (DATA / self.file).exists()


NETWORKS = {
    "polblogs": Network(file="polblogs.gml", tuned=True),
    "facebook": Network(file="facebook_combined.txt.gz", tuned=True),
    "condmat": Network(file="ca-CondMat.txt.gz", tuned=True),
    "pages": Network(file="musae_facebook_pages_edges.csv", tuned=True),
    "copied-3000": Network(lambda rng: copied(3000, 8, rng), tuned=True),
    "torus-2500": Network(lambda rng: torus(50, 0.03, rng), tuned=True),
    "affiliation-2500": Network(lambda rng: affiliation(2500, 400, 3, 0.6, rng), tuned=True),
    "community-2500": Network(kind=("community", 2500, 25000), tuned=True),
    # Minutes each: the other settings of a large network say little more.
    "epinions": Network(file="soc-Epinions1.txt.gz", preferences=("1/4/16",)),
    "twitter": Network(file="ego-Twitter.txt.gz", preferences=("1/4/16",)),
    "forest-fire-3000": Network(lambda rng: forest_fire(3000, 0.72, rng)),
    "nested-2400": Network(lambda rng: nested(2400, rng)),
    "core-3000": Network(lambda rng: core(3000, rng)),
    "geometric-2000": Network(lambda rng: geometric(2000, 12, rng)),
    "uniform-3000": Network(lambda rng: uniform(3000, 10, rng)),
    "broadcast-4000": Network(lambda rng: broadcast(4000, 200, rng)),
    "powerlaw-6000": Network(kind=("powerlaw", 6000, 30000)),
    "rmat-4000": Network(kind=("rmat", 4000, 40000)),
}


def edge_list(program, graph, folder):
    """Any format, as pairs of names: hopveil itself makes an edge list of it."""
    target = folder / "edges.txt"
    subprocess.run([program, "convert", graph, "-o", target, "--quiet"], check=True)
    with open(target, encoding="utf8") as lines:
        pairs = [line.rstrip("\n").replace('"', "").split("\t") for line in lines if not line.startswith("#")]
    # A user without an edge is written as linked to itself; numbers instead of names, which may hold anything.
    numbers = {}
    return [tuple(str(numbers.setdefault(name, len(numbers))) for name in pair) for pair in pairs]


def pairs_of(program, name, folder):
    """The network's pairs of users, named by numbers."""
    network = NETWORKS[name]
    if network.make:
        return [(str(a), str(b)) for a, b in network.make(random.Random(1)) if a != b]
    if network.file:
        return edge_list(program, DATA / network.file, folder)
    kind, users, edges = network.kind
    graph = folder / "generated.txt"
    subprocess.run([program, "generate", kind, "--nodes", str(users), "--edges", str(edges), "--seed", "3", "-o", graph],
                   check=True, capture_output=True)
    return edge_list(program, graph, folder)
