# SPDX-License-Identifier: Apache-2.0
"""Networks, and who of their users is public."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _hopveil
from ._hopveil import InputError

if TYPE_CHECKING:
    import igraph
    import networkx as nx
    import scipy.sparse

_EDGES_ONLY = (
    "edges only: a user without any connection is not known, so who has a row can depend on protected edges; "
    "give all users (users=...)"
)


class Graph:
    """An undirected network whose users keep the names they came with.

    Directions, repeated connections and self-loops are dropped. Immutable.

    >>> net = Graph.from_edges([(1, 2), (2, 3)])
    >>> net
    <hopveil.Graph: 3 users, 2 connections>
    """

    def __init__(
        self,
        inner: _hopveil.Graph,
        labels: Sequence[Hashable] | Callable[[], Sequence[Hashable]],
        *,
        lists_everybody: bool,
        source: str = "",
    ) -> None:
        """`labels`: the users' names, or what makes them when they are first asked for."""
        self._inner = inner
        self._given_labels = labels
        self._places: dict[Hashable, int] | None = None
        self._lists_everybody = lists_everybody
        self._source = source

    @cached_property
    def _labels(self) -> Sequence[Hashable]:
        return self._given_labels() if callable(self._given_labels) else self._given_labels

    @classmethod
    def from_networkx(cls, graph: nx.Graph[Any], users: Iterable[Hashable] | None = None) -> Graph:
        """From a NetworkX graph; its nodes are the users, and those of `users` that it lacks.

        >>> import networkx as nx
        >>> Graph.from_networkx(nx.karate_club_graph())
        <hopveil.Graph: 34 users, 78 connections>
        """
        labels, places = _places([graph.nodes(), users or ()])
        ends = np.fromiter(
            (places[end] for edge in graph.edges() for end in edge[:2]), dtype=np.uint32, count=2 * graph.number_of_edges()
        )
        return cls._from_ends(labels, ends[0::2], ends[1::2], lists_everybody=True)

    @classmethod
    def from_igraph(cls, graph: igraph.Graph, users: Iterable[Hashable] | None = None) -> Graph:
        """From an igraph graph; users are named by the vertices' attribute "name", or by number.

        >>> import igraph
        >>> Graph.from_igraph(igraph.Graph.Ring(5))
        <hopveil.Graph: 5 users, 5 connections>
        """
        names = graph.vs["name"] if "name" in graph.vs.attributes() else range(graph.vcount())
        labels, places = _places([names, users or ()])
        if len(places) < graph.vcount():
            raise InputError("two vertices have the same name; names tell users apart.")
        ends = np.array(graph.get_edgelist(), dtype=np.uint32).reshape(-1, 2)
        return cls._from_ends(labels, ends[:, 0], ends[:, 1], lists_everybody=True)

    @classmethod
    def from_scipy(
        cls, matrix: scipy.sparse.spmatrix | scipy.sparse.sparray, users: Sequence[Hashable] | None = None
    ) -> Graph:
        """From an adjacency matrix: users i and j are connected where it has an entry that is not 0.

        A symmetric CSR matrix with sorted rows, an empty diagonal and 32-bit indices is used as it is, without
        copying: do not change it while the graph lives. `users` are the names, in the order of the rows.

        >>> import scipy.sparse
        >>> Graph.from_scipy(scipy.sparse.csr_matrix([[0, 1], [1, 0]]), users=["ann", "bob"]).users
        ['ann', 'bob']
        """
        if matrix.shape[0] != matrix.shape[1]:
            raise InputError(f"the matrix has {matrix.shape[0]} rows and {matrix.shape[1]} columns; it must be square.")
        size = matrix.shape[0]
        if users is not None and len(users) != size:
            raise InputError(f"there are {len(users)} names for {size} users.")
        labels = range(size) if users is None else list(users)
        csr = matrix.tocsr()
        if csr.data.size and not csr.data.all():
            csr = csr.copy()
            csr.eliminate_zeros()
        if csr.has_sorted_indices and csr.indices.dtype.itemsize == 4:
            try:
                inner = _hopveil.Graph.from_rows(
                    np.ascontiguousarray(csr.indptr, dtype=np.int64).view(np.uint64),
                    csr.indices.view(np.uint32),
                    _names(labels),
                )
                return cls(inner, labels, lists_everybody=True, source="scipy")
            except InputError:
                pass  # directed, or with a diagonal: made simple below
        rows, columns = csr.nonzero()
        return cls._from_ends(labels, rows.astype(np.uint32), columns.astype(np.uint32), lists_everybody=True)

    @classmethod
    def from_edges(
        cls,
        edges: Any,
        source: Hashable | None = None,
        target: Hashable | None = None,
        users: Iterable[Hashable] | None = None,
    ) -> Graph:
        """From pairs of users: a pandas DataFrame (columns `source` and `target`, by default its first two), an
        array with two columns, whatever `from_arrow` takes, or any iterable of pairs.

        Without `users`, who has no connection is not a user, and a plan says so as an exception to its guarantee. With
        them, a connection of another user is refused.

        >>> Graph.from_edges([("ann", "bob")], users=["ann", "bob", "cleo"])
        <hopveil.Graph: 3 users, 1 connections>
        """
        if _is_arrow(edges) or _is_lazy(edges):
            return cls.from_arrow(edges, source, target, users)
        first, second = _two_columns(edges, source, target)
        listed = [] if users is None else _ids(users)
        if isinstance(first, np.ndarray):
            found, first, second = _distinct(first, second)
            numbers = found if found.dtype.kind in "iu" else None
            labels: Sequence[Hashable] = found.tolist()
            if users is not None:
                _refuse_unlisted(labels, listed)
                labels, _ = _places([labels, listed])
                numbers = None
            return cls._from_ends(labels, first, second, lists_everybody=users is not None, numbers=numbers)
        if users is not None:
            _refuse_unlisted({*first, *second}, listed)
        labels, places = _places([first, second, listed])
        return cls._from_ends(
            labels,
            np.fromiter((places[user] for user in first), np.uint32, len(first)),
            np.fromiter((places[user] for user in second), np.uint32, len(second)),
            lists_everybody=users is not None,
        )

    @classmethod
    def from_arrow(
        cls,
        edges: Any,
        source: Hashable | None = None,
        target: Hashable | None = None,
        users: Any = None,
    ) -> Graph:
        """From any table or query result with `__arrow_c_stream__`: pyarrow, polars, DuckDB, ADBC, Spark's `toArrow()`.

        Read chunk by chunk, without Python objects. Ids are integers or strings in the columns `source` and `target`,
        by default the first two; nulls are refused. `users`: everybody who exists, as an iterable or as the first
        column of such a table.

        >>> import pyarrow as pa
        >>> Graph.from_arrow(pa.table({"follower": [1, 2], "followee": [2, 3]}), users=[1, 2, 3, 4])
        <hopveil.Graph: 4 users, 2 connections>
        """
        users = _as_table(users)
        if users is not None and not _is_arrow(users):
            users = list(users)
        inner, integer_ids = _hopveil.Graph.from_arrow(
            _arrow_stream(edges),
            "" if source is None else str(source),
            "" if target is None else str(target),
            _listed(users),
        )
        if not _is_arrow(users) and users is not None:
            integer_ids = integer_ids and _are_integers(users)

        def labels() -> Sequence[Hashable]:
            if not integer_ids:
                return inner.names()
            numbers = inner.numbers()
            return [int(name) for name in inner.names()] if numbers is None else numbers.tolist()

        return cls(inner, labels, lists_everybody=users is not None, source="arrow")

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        format: str = "",
        *,
        users: Iterable[Hashable] | None = None,
        columns: str = "",
        header: bool | None = None,
        id_attribute: str = "",
    ) -> Graph:
        """From a file: an edge list, GML, GraphML, Matrix Market or .hvg, plain or compressed. Names are texts.

        `users`: everybody who exists; an edge list does not know who has no connection. What the program decides by
        `--columns`, `--header` and `--no-header`, and `--id-attribute`, the arguments of these names decide here.

        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "edges.csv")
        ...     _ = path.write_text("follower,followee\\n1,2\\n2,3\\n")
        ...     Graph.read(path, users=["1", "2", "3", "4"])
        <hopveil.Graph: 4 users, 2 connections>
        """
        listed = None if users is None else [str(user) for user in _ids(users)]
        inner, found, lists_everybody = _hopveil.Graph.read(os.fspath(path), format, columns, header, id_attribute, listed)
        return cls(inner, inner.names, lists_everybody=lists_everybody, source=found)

    @classmethod
    def _from_ends(
        cls,
        labels: Sequence[Hashable],
        first: npt.NDArray[np.uint32],
        second: npt.NDArray[np.uint32],
        *,
        lists_everybody: bool,
        numbers: npt.NDArray[Any] | None = None,
    ) -> Graph:
        """`numbers` are the labels, where these are numbers that differ: quicker than their texts."""
        names: Any = _names(labels) if numbers is None or (numbers < 0).any() else numbers.astype(np.uint64)
        inner = _hopveil.Graph.from_edges(names, len(labels), np.ascontiguousarray(first), np.ascontiguousarray(second))
        return cls(inner, labels, lists_everybody=lists_everybody)

    @property
    def num_users(self) -> int:
        return self._inner.num_users

    @property
    def num_connections(self) -> int:
        return self._inner.num_edges

    @property
    def users(self) -> list[Hashable]:
        """Everybody, under the names that they came with."""
        return list(self._labels)

    def most_connected(self, share: int | str) -> list[Hashable]:
        """The users with the most connections: a number of them, or a percentage such as "5%".

        Choosing public users by it looks at protected connections: no guarantee covers that choice.

        >>> Graph.from_edges([(1, 2), (2, 3)]).most_connected(1)
        [2]
        """
        return [self._labels[place] for place in _hopveil.most_connected(self._inner, str(share))]

    def __repr__(self) -> str:
        return f"<hopveil.Graph: {self.num_users} users, {self.num_connections} connections>"

    def _place(self, user: Hashable) -> int:
        if isinstance(self._labels, range) and isinstance(user, int) and user in self._labels:
            return user  # numbered from 0
        if self._places is None:
            self._places = {label: place for place, label in enumerate(self._labels)}
        try:
            return self._places[user]
        except KeyError:
            raise InputError(f"user {user!r} does not exist; there are {self.num_users}.") from None

    def _roles(self, public: Iterable[Hashable]) -> _hopveil.UserRoles:
        if isinstance(public, str):
            raise InputError(f"public users are a list of users, not the text {public!r}.")
        return _hopveil.UserRoles(self._inner, [self._place(user) for user in public])

    def _exceptions(self) -> list[str]:
        return [] if self._lists_everybody else [_EDGES_ONLY]


def _is_arrow(table: Any) -> bool:
    """pandas offers its data as Arrow, too, but its labels may be anything."""
    return hasattr(table, "__arrow_c_stream__") and not hasattr(table, "iloc")


def _is_lazy(table: Any) -> bool:
    """polars' LazyFrame is a query that was not run."""
    return hasattr(table, "collect") and hasattr(table, "collect_schema") and not hasattr(table, "__arrow_c_stream__")


def _as_table(users: Any) -> Any:
    """A column by itself (pyarrow's, polars' Series) as a table of one."""
    if not hasattr(users, "null_count") or hasattr(users, "columns"):
        return users
    import pyarrow as pa

    return pa.table({"id": pa.array(users) if hasattr(users, "__arrow_c_array__") else pa.chunked_array(users)})


def _are_integers(users: Iterable[Hashable]) -> bool:
    return all(isinstance(user, (int, np.integer)) for user in users)


def _arrow_stream(table: Any) -> object:
    if _is_lazy(table):
        raise InputError(f"a {type(table).__name__} has no rows yet; give its collect().")
    if not hasattr(table, "__arrow_c_stream__"):
        raise InputError(f"{type(table).__name__} has no __arrow_c_stream__; give a table, a query result or a reader.")
    return table.__arrow_c_stream__()


def _ids(users: Any) -> list[Hashable]:
    """Everybody who exists, from an iterable or from the first column of an Arrow table."""
    users = _as_table(users)
    if _is_arrow(users):
        import pyarrow as pa

        found: list[Hashable] = pa.table(users).column(0).to_pylist()
        return found
    return list(users)


def _listed(users: Any) -> object:
    """The same for C++: nothing, a stream, numbers, or texts."""
    if users is None:
        return None
    if _is_arrow(users):
        return _arrow_stream(users)
    listed = list(users)
    if _are_integers(listed) and min(listed, default=0) >= 0:
        return np.array(listed, dtype=np.uint64)
    return [str(user) for user in listed]


def _refuse_unlisted(found: Iterable[Hashable], listed: Iterable[Hashable]) -> None:
    known = set(listed)
    for user in found:
        if user not in known:
            raise InputError("a connection names a user who is not listed; list everybody who exists, or leave it out.")


def _places(groups: Iterable[Iterable[Hashable]]) -> tuple[list[Hashable], dict[Hashable, int]]:
    """All users in order of first appearance, and each one's place."""
    places: dict[Hashable, int] = {}
    for group in groups:
        for user in group:
            places.setdefault(user, len(places))
    return list(places), places


def _distinct(
    first: npt.NDArray[Any], second: npt.NDArray[Any]
) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """The users who stand in either array, and both arrays with users' places among them."""
    values = np.concatenate([first, second])
    half = len(first)
    if values.dtype.kind in "iu" and values.size:
        low, high = int(values.min()), int(values.max())
        if high - low < 4 * values.size and high < 2**63:  # dense: a table instead of hashing or sorting
            steps = values.astype(np.int64, copy=False)
            steps -= low
            present = np.zeros(high - low + 1, dtype=np.bool_)
            present[steps] = True
            if present.all():
                codes = steps.astype(np.uint32)
            else:
                codes = (np.cumsum(present, dtype=np.uint32) - np.uint32(1))[steps]
            return np.flatnonzero(present) + low, codes[:half], codes[half:]
    try:
        import pandas as pd

        found_places, found = pd.factorize(values)
    except ImportError:
        found, found_places = np.unique(values, return_inverse=True)
    codes = found_places.astype(np.uint32)
    return found, codes[:half], codes[half:]


def _names(labels: Sequence[Hashable]) -> list[str] | None:
    """As hopveil's files show them; None: the numbers 0, 1, .."""
    if isinstance(labels, range):
        return None
    return [str(label) for label in labels]


def _two_columns(edges: Any, source: Hashable | None, target: Hashable | None) -> tuple[Any, Any]:
    if hasattr(edges, "columns"):
        columns = list(edges.columns)
        if len(columns) < 2:
            raise InputError("the table has fewer than two columns; connections have two ends.")
        pair = [source if source is not None else columns[0], target if target is not None else columns[1]]
        for name in pair:
            if name not in columns:
                raise InputError(f"the table has no column {name!r}; its columns are {columns}.")
        first, second = (edges[name] for name in pair)
        if first.isna().any() or second.isna().any():
            raise InputError("a connection lacks one of its ends; remove such rows first.")
        return first.to_numpy(), second.to_numpy()
    if isinstance(edges, np.ndarray):
        if edges.ndim != 2 or edges.shape[1] != 2:
            raise InputError(f"the array has the shape {edges.shape}; two columns are expected.")
        return edges[:, 0], edges[:, 1]
    pairs = list(edges)
    if any(len(pair) != 2 for pair in pairs):
        raise InputError("an edge does not have two ends; pairs of users are expected.")
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
