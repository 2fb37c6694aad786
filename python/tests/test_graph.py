# SPDX-License-Identifier: Apache-2.0
"""Networks from everywhere, and counts beside NetworkX and igraph."""

import gzip
import subprocess
import sys
from pathlib import Path

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import hopveil as hv


@st.composite
def networks(draw: st.DrawFn) -> nx.Graph:
    users = draw(st.lists(st.integers(0, 60), min_size=1, max_size=40, unique=True))
    edges = draw(st.lists(st.tuples(st.sampled_from(users), st.sampled_from(users)), max_size=120))
    graph = nx.Graph()
    graph.add_nodes_from(users)
    graph.add_edges_from(edges)
    return graph


def counts_by_networkx(graph: nx.Graph, public: list, hops: int) -> dict:
    counts = {user: [0] * hops for user in graph if user not in set(public)}
    for source in public:
        for user, distance in nx.single_source_shortest_path_length(graph, source, cutoff=hops).items():
            if distance and user in counts:
                counts[user][distance - 1] += 1
    return counts


def counts_by_igraph(graph: igraph.Graph, public: list, hops: int) -> np.ndarray:
    distances = np.array(graph.distances(source=public))
    return np.column_stack([(distances == hop).sum(axis=0) for hop in range(1, hops + 1)])


@settings(max_examples=60, deadline=None)
@given(networks(), st.data(), st.integers(1, 6))
def test_counts_equal_networkx_and_igraph(graph: nx.Graph, data: st.DataObject, hops: int) -> None:
    users = list(graph)
    public = data.draw(st.lists(st.sampled_from(users), unique=True))
    exact = hv.count(hv.Graph.from_networkx(graph), public=public, hops=hops)
    assert dict(zip(exact.users, exact.to_numpy().tolist())) == counts_by_networkx(graph, public, hops)

    places = {user: place for place, user in enumerate(users)}
    numbered = igraph.Graph(len(users), [(places[one], places[other]) for one, other in graph.edges()])
    public_places = [places[user] for user in public]
    exact = hv.count(hv.Graph.from_igraph(numbered), public=public_places, hops=hops)
    if public:
        assert (exact.to_numpy() == counts_by_igraph(numbered, public_places, hops)[exact.users]).all()


def test_counts_equal_igraph_on_a_larger_network() -> None:
    graph = igraph.Graph.Barabasi(2000, 3)
    public = list(range(0, 2000, 17))
    exact = hv.count(hv.Graph.from_igraph(graph), public=public, hops=5)
    expected = counts_by_igraph(graph, public, 5)[exact.users]
    assert (exact.to_numpy() == expected).all()


@settings(max_examples=30, deadline=None)
@given(networks())
def test_all_ways_give_the_same_network(graph: nx.Graph) -> None:
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    users = list(graph)
    public = users[: len(users) // 3]
    expected = hv.count(hv.Graph.from_networkx(graph), public=public, hops=3).to_pandas()
    matrix = nx.to_scipy_sparse_array(graph, nodelist=users, format="csr")
    frame = pd.DataFrame(list(graph.edges()), columns=["a", "b"])
    for other in [
        hv.Graph.from_scipy(matrix, users=users),
        hv.Graph.from_edges(frame, users=users),
        hv.Graph.from_edges(list(graph.edges()), users=users),
        hv.Graph.from_networkx(graph.to_directed()),
    ]:
        found = hv.count(other, public=public, hops=3).to_pandas()
        assert found.set_index("user").loc[expected["user"]].reset_index().equals(expected)


def test_a_csr_is_used_without_copying_its_targets() -> None:
    matrix = nx.to_scipy_sparse_array(nx.karate_club_graph(), format="csr", weight=None)
    matrix.indices = matrix.indices.astype(np.int32)
    net = hv.Graph.from_scipy(matrix)
    assert net.num_connections == 78
    assert net._inner.rows()[1].ctypes.data == matrix.indices.ctypes.data
    count = hv.count(net, public=[0], hops=2)
    del matrix  # the graph keeps the arrays
    assert (hv.count(net, public=[0], hops=2).to_numpy() == count.to_numpy()).all()


def test_a_directed_matrix_loses_its_directions() -> None:
    matrix = scipy.sparse.csr_matrix(np.array([[1, 1, 0], [0, 0, 1], [0, 0, 0]]))
    assert hv.Graph.from_scipy(matrix).num_connections == 2


def test_names_are_kept(karate: nx.Graph) -> None:
    named = nx.relabel_nodes(karate, {user: f"user {user}" for user in karate})
    net = hv.Graph.from_networkx(named)
    assert net.users == list(named)
    assert hv.count(net, public=["user 0"], hops=1).users[0] == "user 1"


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "edges.txt.gz"
    path.write_bytes(gzip.compress(b"1 2\n2 3\n"))
    net = hv.Graph.read(path)
    assert (net.num_users, net.num_connections) == (3, 2)
    assert hv.count(net, public=["1"], hops=2).to_numpy().tolist() == [[1, 0], [0, 1]]


def test_a_file_is_read_as_the_arguments_say(tmp_path: Path) -> None:
    path = tmp_path / "edges.csv"
    path.write_text("ann,bob\ncat,dan\n")
    with pytest.raises(hv.InputError, match="may be an edge or the names of the columns"):
        hv.Graph.read(path)
    assert hv.Graph.read(path, header=False).users == ["ann", "bob", "cat", "dan"]
    assert hv.Graph.read(path, header=True).users == ["cat", "dan"]
    listed = hv.Graph.read(path, header=False, users=["ann", "bob", "cat", "dan", "eve"])
    assert (listed.num_users, listed.num_connections) == (5, 2)
    assert hv.plan(listed, public=["ann"], epsilon=1, hops=2).guarantee.status == "proved"
    with pytest.raises(hv.InputError, match='1 user of the network is not listed: "dan"'):
        hv.Graph.read(path, header=False, users=["ann", "bob", "cat"])
    with pytest.raises(hv.InputError, match="cannot be used"):
        hv.Graph.read(path, header=False, users=["ann", "bob", "cat", "dan", "e\x1bve"])
    path.write_text("7,1,2\n8,2,3\n")
    assert hv.Graph.read(path, columns="2,3", header=False, users=range(1, 5)).users == ["1", "2", "3", "4"]


def test_exact_counts_say_that_they_are_not_private(net: hv.Graph) -> None:
    exact = hv.count(net, public=[0], hops=2)
    assert "NOT PRIVATE" in repr(exact)
    assert not hasattr(exact, "save")
    assert not exact.to_numpy().flags.writeable


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda net: hv.count(net, public=[99], hops=1), "user 99 does not exist; there are 34"),
        (lambda net: hv.count(net, public=[0, 0], hops=1), "user 0 is public twice"),
        (lambda net: hv.count(net, public=[0], hops=0), "from 1 to 100"),
        (lambda net: hv.count(net, public=[0], hops=-3), "from 1 to 100"),
        (lambda net: hv.count(net, public="0", hops=1), "a list of users"),
        (lambda net: hv.Graph.from_edges([(1, 2, 3)]), "two ends"),
        (lambda net: hv.Graph.from_edges([(1, "1")]), "the name of two users"),
        (lambda net: hv.Graph.from_scipy(scipy.sparse.csr_matrix((2, 3))), "square"),
        (lambda net: hv.Graph.from_edges(pd.DataFrame({"a": [1], "b": [None]})), "lacks one of its ends"),
        (lambda net: hv.Graph.from_edges(pd.DataFrame({"a": [1], "b": [2]}), source="x"), "no column 'x'"),
    ],
)
def test_wrong_arguments_are_input_errors(net: hv.Graph, call, message: str) -> None:
    with pytest.raises(hv.InputError, match=message) as raised:
        call(net)
    assert isinstance(raised.value, ValueError)


def test_a_missing_file_is_wrong_input(tmp_path: Path) -> None:
    with pytest.raises(hv.InputError) as raised:
        hv.Graph.read(tmp_path / "none.txt")
    assert isinstance(raised.value, ValueError)


def test_counting_works_in_a_forked_child() -> None:
    program = """
import multiprocessing, networkx as nx, hopveil as hv
net = hv.Graph.from_networkx(nx.barabasi_albert_graph(5000, 5, seed=1))
def work(_):
    return int(hv.count(net, public=range(0, 5000, 50), hops=3, threads=4).to_numpy().sum())
here = work(0)
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(work, range(4)) == [here] * 4
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
