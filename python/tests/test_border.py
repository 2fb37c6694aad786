# SPDX-License-Identifier: Apache-2.0
"""Arguments that cannot be meant are InputErrors in plain words; odd ones that can be meant just work."""

import pickle
from collections.abc import Callable
from pathlib import Path

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest
import scipy.sparse

import hopveil as hv

NAN = float("nan")


def frame(one: object, other: object) -> pd.DataFrame:
    return pd.DataFrame({"a": one, "b": other})


def edges(*arguments: object, **named: object) -> hv.Graph:
    return hv.Graph.from_edges(*arguments, **named)


@pytest.fixture
def path_of_five() -> hv.Graph:
    return edges([(0, 1), (1, 2), (2, 3)], users=range(5))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        # users that are none
        (lambda: edges([(1, None)]), "None names no user"),
        (lambda: edges([(1, NAN)]), "nan names no user"),
        (lambda: edges([(1, pd.NA)]), "<NA> names no user"),
        (lambda: edges([(1.0, 2.5)]), "1.0 names no user"),
        (lambda: edges([(True, 2)]), "True names no user"),
        (lambda: edges([(b"a", "c")]), "b'a' names no user"),
        (lambda: edges([([1], [2])]), "can be keys of a dict"),
        (lambda: edges([("a\nb", "c")]), r'"a\\x0Ab" of user 0 cannot be used: byte 0x0A stands in an id; ids are printable text\.$'),
        (lambda: edges([("", "c")]), 'the name "" of user 0 cannot be used: it is empty'),
        (lambda: edges([("\ud800", "c")]), "holds what is no character"),
        (lambda: edges([("x" * 5000, "c")]), r"ids have at most 4096\.$"),
        (lambda: edges(np.array([["a", None]], dtype=object)), "lacks one of its ends"),
        (lambda: edges(np.ma.masked_array([[1, 2], [2, 3]], mask=[[0, 1], [0, 0]])), "lacks one of its ends"),
        # columns of types that hold no ids
        (lambda: edges(frame([1.0, 2.0], [2, 3])), "ids of the type float64 cannot be used"),
        (lambda: edges(frame([True, False], [False, True])), "type bool"),
        (lambda: edges(frame(pd.to_datetime(["2020-01-01"]), pd.to_datetime(["2020-01-02"]))), "type datetime64"),
        (lambda: edges(np.array([[b"a", b"b"]])), "cannot be used; they are whole numbers or texts"),
        # what holds no edges
        (lambda: edges(None), "NoneType is no edges"),
        (lambda: edges([1, 2]), "list is no edges"),
        (lambda: edges(pd.DataFrame([[1, 2, 3]], columns=["a", "b", "a"]), "a", "b"), "several columns 'a'"),
        (lambda: edges(frame([1], [2]), "a", "a"), "column 'a' holds both ends"),
        # who exists
        (lambda: edges([("a", "b")], users="ab"), "users are a list of users, not the text 'ab'"),
        (lambda: edges([(1, 2)], users=3), "users are a list of users, not int"),
        (lambda: edges([(1, 2)], users=[1, 2, None]), "None names no user"),
        (lambda: edges([(1, 2)], users=[[1], [2]]), "can be keys of a dict"),
        (lambda: hv.Graph.from_arrow(pa.table({"a": [1], "b": [2]}), users=[1, 2, None]), "None names no user"),
        (lambda: hv.Graph.from_arrow(pa.table({"a": [1.5], "b": [2.5]})), "has Arrow's type \"g\"; ids are"),
        # other packages' networks
        (lambda: hv.Graph.from_networkx(None), "NoneType is no graph of NetworkX"),
        (lambda: hv.Graph.from_igraph(nx.path_graph(3)), "Graph is no graph of igraph"),
        (lambda: hv.Graph.from_scipy(np.eye(2)), "ndarray is no sparse matrix"),
        (lambda: hv.Graph.from_scipy(scipy.sparse.csr_array((2, 2)), users={"a", "b"}), "a set of names has no order"),
        (lambda: hv.count(nx.path_graph(3), public=[0]), "Graph is no hopveil.Graph"),
        (lambda: hv.evaluate(nx.path_graph(3), epsilon=1), "Graph is no hopveil.Graph"),
        (lambda: hv.Graph.read("edges\0.txt"), "is no file's name"),
        (lambda: hv.Graph.read(3), "is no file's name"),
    ],
)
def test_networks_refuse_what_cannot_be_meant(call: Callable[[], object], words: str) -> None:
    with pytest.raises(hv.InputError, match=words):
        call()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"hops": 2.7}, "hops 2.7 cannot be used; a whole number"),
        ({"hops": True}, "hops True cannot be used"),
        ({"hops": None}, "hops None"),
        ({"hops": -1}, "hops -1 cannot be used; a whole number from 1 to 100 is expected"),
        ({"threads": -1}, "threads -1"),
        ({"threads": 1.5}, "threads 1.5"),
        ({"public": 0}, "public users are a list of users, not int"),
        ({"public": b"0"}, "not the text b'0'"),
        ({"public": [[0]]}, "can be keys of a dict"),
        ({"epsilon": NAN}, r'the preference of user "1": epsilon "nan" is not a positive number; every preference must be > 0\.$'),
        ({"epsilon": True}, "epsilon True is not a number"),
        ({"epsilon": [1, 2, 3, 4]}, "do not say whose they are"),
        ({"epsilon": np.ones(4)}, "do not say whose they are"),
        ({"epsilon": polars.Series([1.0] * 4)}, "do not say whose they are"),
        ({"epsilon": pd.Series([1.0] * 5, index=[1, 2, 3, 4, 4])}, "4 has several epsilons"),
        ({"epsilon": pd.DataFrame({"epsilon": [1.0] * 4}, index=[1, 2, 3, 4])}, "which column holds the epsilons"),
        ({"epsilon": pd.Series([1.0, 1, 1, None], index=[1, 2, 3, 4], dtype="Float64")}, "is not a number"),
        ({"mechanism": None}, "mechanism None is not a text"),
        ({"options": [1]}, "are not a dict"),
        ({"options": {1: 2}}, "the name of an option 1 is not a text"),
        ({"not_covered": [1]}, "not_covered 1 is not a text"),
    ],
)
def test_plans_refuse_what_cannot_be_meant(path_of_five: hv.Graph, settings: dict[str, object], words: str) -> None:
    with pytest.raises(hv.InputError, match=words):
        hv.plan(path_of_five, **{"public": [0], "epsilon": 1, "hops": 2, **settings})


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda plan: plan.release(ledger=""), "the ledger '' is no file's name"),
        (lambda plan: plan.release(ledger=3), "the ledger 3 is no file's name"),
        (lambda plan: plan.release(share=None), "share None is not a number"),
        (lambda plan: plan.release(share=[0.5]), r"share \[0.5\] is not a number"),
        (lambda plan: plan.release(progress="yes"), "neither True nor a function"),
        (lambda plan: plan.cost(None), "the ledger None"),
        (lambda plan: plan.release().save("a\0b.csv"), "is no file's name"),
        (lambda plan: plan.release().save("a.csv", sign=""), "the key '' is no file's name"),
        (lambda plan: plan.release().intervals(1.5), "hop 1.5"),
    ],
)
def test_releases_refuse_what_cannot_be_meant(path_of_five: hv.Graph, call: Callable[[hv.Plan], object], words: str) -> None:
    with pytest.raises(hv.InputError, match=words):
        call(hv.plan(path_of_five, public=[0], epsilon=1, hops=2))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"runs": -1}, "runs -1"),
        ({"runs": 1.5}, "runs 1.5"),
        ({"seed": 2**64}, "seed 18446744073709551616"),
        ({"seed": None}, "seed None"),
        ({"epsilon": ["a"]}, "epsilon 'a' is not a number"),
        ({"epsilon": None}, "epsilon None is not a number"),
        ({"mechanisms": 7}, "mechanisms 7 is not a text"),
    ],
)
def test_experiments_refuse_what_cannot_be_meant(path_of_five: hv.Graph, settings: dict[str, object], words: str) -> None:
    usual = {"public": [0], "epsilon": 1, "hops": 1, "runs": 1, "mechanisms": ["uniform"]}
    with pytest.raises(hv.InputError, match=words):
        hv.evaluate(path_of_five, **{**usual, **settings})
    if settings.keys() <= {"runs", "seed"}:
        with pytest.raises(hv.InputError, match=words):
            hv.audit("uniform", **settings)


def test_an_audit_needs_seconds_and_an_epsilon() -> None:
    for settings in ({"seconds": 0}, {"seconds": NAN}, {"seconds": "x"}, {"epsilon": "x"}, {"mechanism": None}):
        with pytest.raises(hv.InputError):
            hv.audit(**settings)
    with pytest.raises(hv.InputError, match="it is mae or mre"):
        hv.evaluate(edges([(0, 1)]), public=[0], epsilon=1, hops=1, runs=1, mechanisms="uniform").plot(error="x")


def test_ids_of_different_integer_types_stay_what_they_are() -> None:
    big = np.array([2**63 + 1, 2**63 + 2], dtype=np.uint64)
    assert edges(frame(big, np.array([1, 2], dtype=np.int64))).users == [2**63 + 1, 2**63 + 2, 1, 2]
    assert edges(frame(np.array([-100], dtype=np.int8), np.array([200], dtype=np.uint8))).users == [-100, 200]


@pytest.mark.parametrize(
    "table",
    [
        frame(pd.array([1, 2], dtype="Int64"), pd.array([2, 3], dtype="Int64")),
        frame(pd.array([1, 2], dtype="int64[pyarrow]"), pd.array([2, 3], dtype="int64[pyarrow]")),
        frame(pd.Categorical([1, 2]), [2, 3]),
        np.asfortranarray([[1, 2], [2, 3]]),
        np.array([[1, 0, 2], [2, 0, 3]])[:, ::2],
        np.array([[1, 2], [2, 3]], dtype=">u2"),
        [{1, 2}, frozenset({2, 3})],
        polars.DataFrame({"a": [1, 2], "b": [2, 3]}),
    ],
    ids=str,
)
def test_tables_of_every_kind_just_work(table: object) -> None:
    for users in (None, [1, 2, 3], range(1, 4), np.array([1, 2, 3]), pd.Series([1, 2, 3]), pd.DataFrame({"id": [1, 2, 3]}),
                  polars.Series([1, 2, 3]), polars.DataFrame({"id": [1, 2, 3]}), pa.chunked_array([[1, 2], [3]])):
        net = edges(table, users=users)
        assert sorted(net.users) == [1, 2, 3] and net.num_connections == 2
        assert {type(user) for user in net.users} == {int}


def test_matrices_of_every_kind_just_work() -> None:
    path = scipy.sparse.csr_matrix([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    long = path.copy()
    long.indices, long.indptr = long.indices.astype(np.int64), long.indptr.astype(np.int64)
    unsorted = scipy.sparse.csr_matrix((np.ones(4), np.array([1, 2, 0, 1]), np.array([0, 1, 3, 4])), shape=(3, 3))
    read_only = path.copy()
    for part in (read_only.data, read_only.indices, read_only.indptr):
        part.setflags(write=False)
    directed = scipy.sparse.csr_array([[5.0, 1, 0], [0, 0, -1], [0, 0, 0]])
    for matrix in (path, long, unsorted, read_only, directed, path.tocsc(), path.tocoo(), path.astype(bool)):
        net = hv.Graph.from_scipy(matrix, users=(name for name in "abc"))
        assert (net.users, net.num_connections) == (["a", "b", "c"], 2)
    assert hv.Graph.from_scipy(scipy.sparse.csr_matrix((0, 0))).num_users == 0
    named = igraph.Graph(2, [(0, 1)])
    named.vs["name"] = ["a", None]
    with pytest.raises(hv.InputError, match="None names no user"):
        hv.Graph.from_igraph(named)


def test_one_sentence_or_one_mechanism_needs_no_list(path_of_five: hv.Graph) -> None:
    with pytest.warns(hv.PrivacyWarning, match="chosen by hand"):
        plan = hv.plan(path_of_five, public=[0], epsilon=1, hops=1, not_covered="chosen by hand")
    assert plan.not_covered == ["chosen by hand"]
    table = hv.evaluate(path_of_five, public=[0], epsilon=1, hops=1, runs=1, mechanisms="uniform").to_pandas()
    assert "uniform" in set(table["mechanism"])


def test_public_users_and_epsilons_of_every_kind_just_work(path_of_five: hv.Graph) -> None:
    for public in ({0}, (0,), iter([0]), np.array([0], dtype=np.uint8), pd.Series([0]), pd.DataFrame({"id": [0]}), polars.Series([0])):
        assert hv.count(path_of_five, public=public, hops=1).users == [1, 2, 3, 4]
    assert hv.count(path_of_five, public=[], hops=1).to_numpy().sum() == 0
    by_user = {1: 1, 2: 0.5, 3: "0.1", 4: np.float32(2)}
    for epsilon in (by_user, pd.Series(by_user), pd.Series([1, 0.5, 0.1, 2], index=[1.0, 2.0, 3.0, 4.0])):
        plan = hv.plan(path_of_five, public=[0], epsilon=epsilon, hops=1)
        assert plan._inner.to_spend().tolist() == [1, 0.5, 0.1, 2]


def test_file_names_need_not_be_text(path_of_five: hv.Graph, tmp_path: Path) -> None:
    out = hv.plan(path_of_five, public=[0], epsilon=1, hops=1).release()
    out.save(tmp_path / "caf\udce9.csv")  # Latin-1
    assert (tmp_path / "caf\udce9.csv").exists()


def test_a_refused_budget_names_users_as_the_network_does_and_crosses_processes(tmp_path: Path) -> None:
    plan = hv.plan(edges([(("x", 1), "a")], users=[("x", 1), "a"]), public=["a"], epsilon=1, hops=1)
    plan.create_ledger(tmp_path / "budget.db")
    plan.release(ledger=tmp_path / "budget.db")
    with pytest.raises(hv.BudgetRefused) as refused:
        plan.release(ledger=tmp_path / "budget.db")
    copy = pickle.loads(pickle.dumps(refused.value))
    assert (str(copy), copy.num_users, copy.users) == (str(refused.value), 1, [("x", 1)])
