# SPDX-License-Identifier: Apache-2.0
"""Networks, and who of their users is public."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _border, _hopveil
from ._columns import distinct, two_columns
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
        if not hasattr(graph, "number_of_edges"):
            raise InputError(f"{type(graph).__name__} is no graph of NetworkX.")
        labels, places = _border.places([graph.nodes(), [] if users is None else _border.ids("users", users)])
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
        if not hasattr(graph, "vs"):
            raise InputError(f"{type(graph).__name__} is no graph of igraph.")
        names = graph.vs["name"] if "name" in graph.vs.attributes() else range(graph.vcount())
        labels, places = _border.places([names, [] if users is None else _border.ids("users", users)])
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
        if not hasattr(matrix, "tocsr"):
            raise InputError(f"{type(matrix).__name__} is no sparse matrix of SciPy; scipy.sparse.csr_array(..) makes one.")
        if matrix.shape[0] != matrix.shape[1]:
            raise InputError(f"the matrix has {matrix.shape[0]} rows and {matrix.shape[1]} columns; it must be square.")
        size = matrix.shape[0]
        if isinstance(users, (set, frozenset)):
            raise InputError("a set of names has no order; give a list of names, in the order of the rows.")
        labels: Sequence[Hashable] = range(size) if users is None else _border.ids("users", users)
        if len(labels) != size:
            raise InputError(f"there are {len(labels)} names for {size} users.")
        csr = matrix.tocsr()
        if csr.data.size and not csr.data.all():
            csr = csr.copy()
            csr.eliminate_zeros()
        if csr.has_sorted_indices and csr.indices.dtype.itemsize == 4:
            try:
                inner = _hopveil.Graph.from_rows(
                    np.ascontiguousarray(csr.indptr, dtype=np.int64).view(np.uint64),
                    csr.indices.view(np.uint32),
                    _border.names(labels),
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
        if _border.is_table(edges) or _is_lazy(edges):
            return cls.from_arrow(edges, source, target, users)
        first, second = two_columns(edges, source, target)
        listed = [] if users is None else _border.ids("users", users)
        if isinstance(first, np.ndarray):
            found, first, second = distinct(first, second)
            numbers = found if found.dtype.kind in "iu" else None
            labels: Sequence[Hashable] = found.tolist()
            if users is not None:
                _refuse_unlisted(labels, listed)
                labels, _ = _border.places([labels, listed])
                numbers = None
            return cls._from_ends(labels, first, second, lists_everybody=users is not None, numbers=numbers)
        if users is not None:
            _refuse_unlisted(_border.distinct_ids([*first, *second]), listed)
        labels, places = _border.places([first, second, listed])
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
        if users is not None and not _border.is_table(users):
            users = _border.ids("users", users)
        inner, integer_ids = _hopveil.Graph.from_arrow(
            _arrow_stream(edges),
            "" if source is None else str(source),
            "" if target is None else str(target),
            _listed(users),
        )
        if not _border.is_table(users) and users is not None:
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
        listed = None if users is None else _border.names(_border.ids("users", users))
        inner, found, lists_everybody = _hopveil.Graph.read(
            _border.path("the network", path),
            _border.text("format", format),
            _border.text("columns", columns),
            None if header is None else bool(header),
            _border.text("id_attribute", id_attribute),
            listed,
        )
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
        names: Any = _border.names(labels) if numbers is None or (numbers < 0).any() else numbers.astype(np.uint64)
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
        except TypeError:
            raise _border.unhashable(user) from None

    def _exceptions(self) -> list[str]:
        return [] if self._lists_everybody else [_EDGES_ONLY]


def graph_given(graph: Graph) -> Graph:
    if not isinstance(graph, Graph):
        raise InputError(f"{type(graph).__name__} is no hopveil.Graph; Graph.from_networkx and its like make one.")
    return graph


def roles_in(graph: Graph, public: Iterable[Hashable]) -> _hopveil.UserRoles:
    """Who is public and who is private."""
    place = graph_given(graph)._place
    return _hopveil.UserRoles(graph._inner, [place(user) for user in _border.ids("public users", public)])


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


def _listed(users: Any) -> object:
    """Everybody who exists, for C++: nothing, a stream, numbers, or texts."""
    if users is None:
        return None
    if _border.is_table(users):
        return _arrow_stream(users)
    _border.refuse_no_names(users)
    if _are_integers(users) and min(users, default=0) >= 0 and max(users, default=0) < 2**64:
        return np.array(users, dtype=np.uint64)
    return _border.names(users)


def _refuse_unlisted(found: Iterable[Hashable], listed: Iterable[Hashable]) -> None:
    known = _border.distinct_ids(listed)
    for user in found:
        if user not in known:
            raise InputError("a connection names a user who is not listed; list everybody who exists, or leave it out.")
