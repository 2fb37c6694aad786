# SPDX-License-Identifier: Apache-2.0
"""The Python package beside the C++ call and beside other packages: ratios of times in one run, results checked equal.

usage: python_bench.py COUNT_CALL [PART..]      (bench/count_call.cc, built; scripts/bench python does all of it)
  parts: call (beside the C++ call), edges (an edge list beside NetworkX), peers (counts beside other packages)
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import igraph
import networkit
import networkx as nx
import numpy as np
import pandas as pd
import rustworkx
import scipy.sparse

import hopveil as hv


def timed(work: Callable[[], object]) -> tuple[float, object]:
    begin = time.perf_counter()
    result = work()
    return time.perf_counter() - begin, result


def random_edges(users: int, edges: int, seed: int) -> np.ndarray:
    """Both ends are drawn with a preference for small numbers: some users have many connections."""
    ends = np.random.default_rng(seed).random((edges, 2))
    return (users * ends**2).astype(np.int64)


def symmetric_csr(users: int, edges: np.ndarray) -> scipy.sparse.csr_matrix:
    first, second = edges[edges[:, 0] != edges[:, 1]].T
    ones = np.ones(2 * len(first), dtype=np.int8)
    matrix = scipy.sparse.csr_matrix((ones, (np.r_[first, second], np.r_[second, first])), shape=(users, users))
    matrix.sum_duplicates()
    matrix.data[:] = 1
    matrix.indices = matrix.indices.astype(np.int32)
    return matrix


def beside_the_cpp_call(program: str, users: int, edges: int, public: int, hops: int, turns: int) -> None:
    matrix = symmetric_csr(users, random_edges(users, edges, 1))
    chosen = np.arange(0, users, users // public)[:public]
    net = hv.Graph.from_scipy(matrix)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        matrix.indptr.astype(np.uint64).tofile(folder / "offsets")
        matrix.indices.astype(np.uint32).tofile(folder / "targets")
        chosen.astype(np.uint32).tofile(folder / "public")
        command = [program, folder / "offsets", folder / "targets", folder / "public", str(hops)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as call:
            assert call.stdin is not None and call.stdout is not None
            ours, theirs = [], []
            for _ in range(turns):
                seconds, exact = timed(lambda: hv.count(net, public=chosen.tolist(), hops=hops).to_numpy())
                call.stdin.write("\n")
                call.stdin.flush()
                cpp, total = call.stdout.readline().split()
                assert int(total) == int(exact.sum(dtype=np.uint64)), "the counts differ"
                ours.append(seconds)
                theirs.append(float(cpp))
            call.stdin.close()
    python, cpp = statistics.median(ours), statistics.median(theirs)
    print(
        f"hv.count from a CSR, {users} users, {matrix.nnz // 2} edges, {public} public, {hops} hops: "
        f"{1e3 * python:.1f} ms, the C++ call {1e3 * cpp:.1f} ms, ratio {python / cpp:.2f} (median of {turns})"
    )


def edge_lists(users: int, rows: int) -> None:
    frame = pd.DataFrame(random_edges(users, rows, 2), columns=["source", "target"])
    ours, net = min((timed(lambda: hv.Graph.from_edges(frame)) for _ in range(3)), key=lambda turn: turn[0])
    theirs, graph = timed(lambda: nx.from_pandas_edgelist(frame))
    assert isinstance(graph, nx.Graph) and isinstance(net, hv.Graph)
    assert (net.num_users, net.num_connections) == (len(graph), graph.number_of_edges() - nx.number_of_selfloops(graph))
    print(
        f"a pandas edge list of {rows} rows, {len(graph)} users: hopveil {ours:.2f} s (best of 3), "
        f"networkx.from_pandas_edgelist {theirs:.1f} s, ratio {theirs / ours:.1f}"
    )


def counts_of(distances: np.ndarray, hops: int) -> np.ndarray:
    """By hop, from one row of distances per source."""
    return np.stack([(distances == hop).sum(axis=0) for hop in range(1, hops + 1)], axis=1)


def by_networkx(graph: nx.Graph, sources: list[int], users: int, hops: int) -> np.ndarray:
    counts = np.zeros((users, hops), dtype=np.int64)
    for source in sources:
        for user, distance in nx.single_source_shortest_path_length(graph, source, cutoff=hops).items():
            if distance:
                counts[user, distance - 1] += 1
    return counts


def by_igraph(graph: igraph.Graph, sources: list[int], hops: int) -> np.ndarray:
    return counts_of(np.array(graph.distances(source=sources)), hops)


def by_networkit(graph: networkit.Graph, sources: list[int], hops: int) -> np.ndarray:
    return counts_of(np.array(networkit.distance.SPSP(graph, sources).run().getDistances(asarray=True)), hops)


def by_rustworkx(graph: rustworkx.PyGraph, sources: list[int], users: int, hops: int) -> np.ndarray:
    counts = np.zeros((users, hops), dtype=np.int64)
    for source in sources:
        found = rustworkx.dijkstra_shortest_path_lengths(graph, source, lambda _: 1.0)
        places = np.fromiter(found.keys(), np.int64, len(found))
        distances = np.fromiter(found.values(), np.float64, len(found)).astype(np.int64)
        near = (distances >= 1) & (distances <= hops)
        counts[places[near], distances[near] - 1] += 1
    return counts


def beside_other_packages(users: int, edges: int, public: int, hops: int) -> None:
    matrix = symmetric_csr(users, random_edges(users, edges, 3))
    pairs = np.transpose(scipy.sparse.triu(matrix).nonzero()).tolist()
    sources = list(range(0, users, users // public))[:public]
    private = np.setdiff1d(np.arange(users), sources)
    net = hv.Graph.from_scipy(matrix)
    networkx = nx.Graph()
    networkx.add_nodes_from(range(users))
    networkx.add_edges_from(pairs)
    of_igraph = igraph.Graph(n=users, edges=pairs)
    of_networkit = networkit.Graph(users)
    for first, second in pairs:
        of_networkit.addEdge(first, second)
    of_rustworkx = rustworkx.PyGraph()
    of_rustworkx.add_nodes_from(range(users))
    of_rustworkx.extend_from_edge_list([tuple(pair) for pair in pairs])

    turns = [timed(lambda: hv.count(net, public=sources, hops=hops).to_numpy()) for _ in range(5)]
    ours = statistics.median(seconds for seconds, _ in turns)
    expected = np.asarray(turns[0][1])
    print(f"\ncounts at 1 .. {hops} hops of {public} sources, {users} users, {len(pairs)} edges; graphs are built beforehand\n")
    print("| package | seconds | times hopveil's |\n|---|---:|---:|")
    print(f"| hopveil {hv.__version__} | {ours:.4f} | 1 |")
    for name, work in {
        f"NetworKit {networkit.__version__}": lambda: by_networkit(of_networkit, sources, hops),
        f"python-igraph {igraph.__version__}": lambda: by_igraph(of_igraph, sources, hops),
        f"rustworkx {rustworkx.__version__}": lambda: by_rustworkx(of_rustworkx, sources, users, hops),
        f"NetworkX {nx.__version__}": lambda: by_networkx(networkx, sources, users, hops),
    }.items():
        seconds, counts = timed(work)
        assert isinstance(counts, np.ndarray) and (counts[private] == expected).all(), f"{name}: other counts"
        print(f"| {name} | {seconds:.3f} | {seconds / ours:.0f} |", flush=True)


if __name__ == "__main__":
    parts = sys.argv[2:] or ["call", "edges", "peers"]
    if "call" in parts:
        beside_the_cpp_call(sys.argv[1], users=1_000_000, edges=10_000_000, public=1024, hops=7, turns=9)
    if "edges" in parts:
        edge_lists(users=1_000_000, rows=10_000_000)
    if "peers" in parts:
        beside_other_packages(users=20_000, edges=200_000, public=256, hops=4)
