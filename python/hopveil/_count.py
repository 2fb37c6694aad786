# SPDX-License-Identifier: Apache-2.0
"""Exact counts: NOT private."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _border, _hopveil
from ._graph import Graph, roles_in
from ._progress import Progress, callback

if TYPE_CHECKING:
    import pandas as pd


class ExactCounts:
    """The true counts. NOT PRIVATE: for experiments and checks, not to be given away; so it cannot be saved.

    A different type from a Release, and nothing makes one of the other.
    """

    def __init__(self, inner: _hopveil.ExactCounts, graph: Graph, roles: _hopveil.UserRoles) -> None:
        self._inner = inner
        self._graph = graph
        self._roles = roles

    @cached_property
    def users(self) -> list[Hashable]:
        """The private users, one per row."""
        return [self._graph._labels[place] for place in self._roles.private_users().tolist()]

    def to_numpy(self) -> npt.NDArray[np.uint32]:
        """One row per private user, one column per hop; on the counter's own memory, not to be written."""
        return self._inner.table().T

    def to_pandas(self) -> pd.DataFrame:
        import pandas as pd

        table = self.to_numpy()
        columns = {f"hop_{hop + 1}": table[:, hop] for hop in range(table.shape[1])}
        return pd.DataFrame({"user": self.users, **columns})

    def to_arrow(self) -> Any:
        """A pyarrow.Table with the columns of `to_pandas`; users are texts, counts int64."""
        import pyarrow as pa

        table = self.to_numpy()
        users = pa.array([str(user) for user in self.users], type=pa.string())
        return pa.table({"user": users, **{f"hop_{hop + 1}": pa.array(table[:, hop].astype(np.int64)) for hop in range(table.shape[1])}})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """For polars, pyarrow and duckdb, which take these counts as they are (needs pyarrow)."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        hops, rows = self._inner.table().shape
        return f"<hopveil.ExactCounts, NOT PRIVATE: {rows} users, {hops} hops>"


def count(
    graph: Graph, *, public: Iterable[Hashable], hops: int = 4, threads: int = 0, progress: Progress = False
) -> ExactCounts:
    """How many public users are exactly 1 .. hops hops from every private user: exact, NOT private.

    >>> net = Graph.from_edges([(1, 2), (2, 3), (3, 4)])
    >>> exact = count(net, public=[1], hops=3)
    >>> exact
    <hopveil.ExactCounts, NOT PRIVATE: 3 users, 3 hops>
    >>> exact.to_numpy().tolist()
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    """
    roles = roles_in(graph, public)
    inner = _hopveil.count(
        graph._inner, roles, _border.hops(hops), _border.whole("threads", threads), callback(progress)
    )
    return ExactCounts(inner, graph, roles)
