# SPDX-License-Identifier: Apache-2.0
"""Plans and releases."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _border, _hopveil
from ._graph import Graph, roles_in
from ._hopveil import InputError
from ._parquet import save_parquet
from ._progress import Progress, callback

if TYPE_CHECKING:
    import pandas as pd

_Column = Callable[[int], npt.NDArray[np.int64]]


class PrivacyWarning(UserWarning):
    """Something that a release's guarantee does not cover."""


class BudgetRefused(Exception):
    """Some user has too little budget left. No user was charged, nothing was drawn.

    `users` are the first few of them, `num_users` says how many they are.

    >>> import tempfile
    >>> once = plan(Graph.from_edges([(1, 2)], users=[1, 2]), public=[1], epsilon=1, hops=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     once.create_ledger(folder + "/budget.db")
    ...     out = once.release(ledger=folder + "/budget.db")
    ...     try:
    ...         once.release(ledger=folder + "/budget.db")
    ...     except BudgetRefused as refused:
    ...         print(refused.num_users, refused.users)
    1 [2]
    """

    def __init__(self, message: str, num_users: int, users: list[Hashable]) -> None:
        super().__init__(message)
        self.num_users = num_users
        self.users = users

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.num_users, self.users)  # so that another process may raise it


@dataclass(frozen=True)
class Guarantee:
    """What a release promises, and whether that holds."""

    status: str
    """"proved", "proved with exceptions" or "refuted"."""
    statement: str
    """For which neighbours, at which level."""
    reason: str
    """Proved where, refuted by what."""

    def __str__(self) -> str:
        return f"{self.status}: {self.statement} ({self.reason})"


class Plan:
    """A release with everything checked; nothing is drawn or charged yet. Made by `plan`.

    >>> import tempfile
    >>> net = Graph.from_edges([(1, 2), (2, 3)], users=[1, 2, 3])
    >>> half = plan(net, public=[1], epsilon={2: 0.5, 3: 2}, hops=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     half.create_ledger(folder + "/budget.db")
    ...     out = half.release(ledger=folder + "/budget.db", share=0.5)
    ...     half.cost(folder + "/budget.db", share=0.5)
       user  budget  spent  left  asked
    0     2     0.5   0.25  0.25   0.25
    1     3     2.0   1.00  1.00   1.00
    """

    def __init__(self, graph: Graph, roles: _hopveil.UserRoles, epsilons: npt.NDArray[np.float64], settings: dict[str, Any]) -> None:
        self._graph = graph
        self._roles = roles
        self._epsilons = epsilons
        self._settings = settings
        self._inner = self._with_share(1)
        status, statement, reason, exceptions = self._inner.guarantee()
        self.guarantee = Guarantee(status, statement, reason)
        self.not_covered: list[str] = exceptions
        """What the guarantee does not cover, a sentence each."""

    def _with_share(self, share: float | str) -> _hopveil.Plan:
        return _hopveil.Plan(
            self._graph._inner,
            self._roles,
            self._epsilons,
            self._settings["hops"],
            self._settings["mechanism"],
            self._settings["options"],
            _border.share(share),
            self._settings["exceptions"],
            self._graph._source,
            self._settings["threads"],
            self._settings.get("stream_edges", False),
            self._settings.get("outside"),
            self._settings.get("network_counter"),
            self._settings.get("reach", False),
        )

    @property
    def users(self) -> list[Hashable]:
        """The private users, one per row."""
        return [self._graph._labels[place] for place in self._roles.private_users().tolist()]

    @property
    def public_users(self) -> list[Hashable]:
        """The public users, one per row of `Release.reach`."""
        return [self._graph._labels[place] for place in self._roles.public_users().tolist()]

    def cost(self, ledger: str | os.PathLike[str], share: float | str = 1) -> pd.DataFrame:
        """What every private user has in this ledger, has spent, and would spend. Changes nothing."""
        import pandas as pd

        accounts = _hopveil.accounts(_border.path("the ledger", ledger), self._graph._inner, self._roles)
        table = pd.DataFrame(
            {
                "user": self.users,
                "budget": [float(account[1]) for account in accounts],
                "spent": [float(account[2]) for account in accounts],
                "left": [float(account[3]) for account in accounts],
            }
        )
        table["asked"] = self._with_share(share).to_spend()
        return table

    def expected(self, share: float | str = 1, quick: bool = True, progress: Progress = False) -> pd.DataFrame:
        """The errors that one may expect, from low to high over generated networks (docs/plan.md).

        A row for each level of epsilon (and "everybody") and hop (0: all hops): the mean absolute error of a count
        (`mae`), relative to the true count (`mre`), and as a share of the error of publishing zeros (`of_zeros`).
        Looks at no protected connection; charges and draws nothing. Takes seconds, without `quick` up to minutes.
        """
        import pandas as pd

        inner = self._inner if share == 1 else self._with_share(share)
        errors = [f"{error}{end}" for error in ("mae", "mre", "of_zeros") for end in ("_low", "", "_high")]
        return pd.DataFrame(inner.expected(quick, callback(progress)), columns=["epsilon", "users", "hop", *errors])

    def create_ledger(self, path: str | os.PathLike[str]) -> None:
        """Makes a new ledger in which this plan's users have their epsilons as budgets."""
        _hopveil.create_ledger(_border.path("the ledger", path), self._graph._inner, self._roles, self._epsilons)

    def release(
        self,
        ledger: str | os.PathLike[str] | None = None,
        share: float | str = 1,
        progress: Progress = False,
        accept_refuted: bool = False,
    ) -> Release:
        """Charges the ledger, then draws. Each call charges and draws anew.

        Ctrl-C before the charge costs nothing; after it, KeyboardInterrupt says what was charged, and a table that
        is drawn already is returned. Raises BudgetRefused when some user has too little left.
        """
        inner = self._inner if share == 1 else self._with_share(share)
        into = b"" if ledger is None else _border.path("the ledger", ledger)
        result = inner.publish(into, bool(accept_refuted), callback(progress))
        if isinstance(result, tuple):
            message, num_users, names = result
            users = {str(user): user for user in self.users}
            raise BudgetRefused(message, num_users, [users[name] for name in names])
        return Release(result, self.users, self.public_users)

    def __repr__(self) -> str:
        hops, mechanism = self._settings["hops"], self._settings["mechanism"]
        return f"<hopveil.Plan: {mechanism}, {hops} hops, {len(self._epsilons)} private users, {self.guarantee.status}>"


class Release:
    """A table that may be given away. Only `Plan.release` makes one.

    >>> import os, tempfile
    >>> out = plan(Graph.from_edges([(1, 2)], users=[1, 2]), public=[1], epsilon=1, hops=2, intervals=90).release()
    >>> out.to_pandas().columns.tolist()
    ['user', 'hop_1', 'hop_1_low', 'hop_1_high', 'hop_2', 'hop_2_low', 'hop_2_high']
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     out.save(folder + "/released.csv")
    ...     sorted(os.listdir(folder))
    ['released.csv', 'released.csv.meta.json']
    """

    def __init__(self, inner: _hopveil.Release, users: list[Hashable], public_users: list[Hashable]) -> None:
        self._inner = inner
        self.users = users
        """The private users, one per row."""
        self.public_users = public_users
        """The public users, one per row of `reach`."""
        self.metadata: dict[str, Any] = json.loads(inner.metadata)

    @property
    def hops(self) -> int:
        return self._inner.hops

    def to_numpy(self) -> npt.NDArray[np.int64]:
        """One row per private user, one column per hop."""
        return np.column_stack([self._inner.hop(hop) for hop in range(1, self.hops + 1)])

    def intervals(self, hop: int) -> npt.NDArray[np.int64]:
        """The ends of the intervals around the counts at this hop: one row (low, high) per private user."""
        place = _border.whole("hop", hop)
        return np.column_stack([self._inner.low(place), self._inner.high(place)])

    def to_pandas(self) -> pd.DataFrame:
        """The columns user, hop_1, .., and with intervals hop_1_low, hop_1_high, ..: those of the saved table."""
        import pandas as pd

        return pd.DataFrame({"user": self.users, **self._table_columns()})

    def reach(self) -> pd.DataFrame:
        """How many private users are at each hop from each public user: user, hop_1, .., and with intervals their ends.

        From the same noisy answers as the table, at no further cost. For releases planned with `reach=True`.
        """
        import pandas as pd

        columns = self._columns(self._inner.reach, self._inner.reach_low, self._inner.reach_high)
        return pd.DataFrame({"user": self.public_users, **columns})

    def to_arrow(self) -> Any:
        """A pyarrow.Table with the columns of `to_pandas`; users are texts."""
        import pyarrow as pa

        users = pa.array([str(user) for user in self.users], type=pa.string())
        return pa.table({"user": users, **{name: pa.array(values) for name, values in self._table_columns().items()}})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """For polars, pyarrow and duckdb, which take this release as it is (needs pyarrow)."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def save(
        self, path: str | os.PathLike[str], overwrite: bool = False, sign: str | os.PathLike[str] | None = None
    ) -> None:
        """Writes the table, and its metadata beside it, whole or not at all; as Parquet where the name ends in .parquet.

        Reach of t.csv goes to t.reach.csv beside it.

        A Parquet file is verified through the csv table that it stands for (`hopveil.parquet_to_csv`; needs pyarrow).
        `sign`: file of an Ed25519 key (ssh-keygen -t ed25519 -N ''). Its signature of the metadata, which holds the
        table's checksum, goes beside them, for `hopveil verify --key` and `ssh-keygen -Y verify`.
        """
        place, key = _border.path("the table", path), b"" if sign is None else _border.path("the key", sign)
        if place.endswith(b".parquet"):
            if self._inner.with_reach:
                raise InputError("a release with reach is saved as csv, not as Parquet")
            save_parquet(lambda csv: self._inner.save(os.fsencode(csv), False, key), Path(os.fsdecode(place)), overwrite)
        else:
            self._inner.save(place, bool(overwrite), key)

    def _table_columns(self) -> dict[str, npt.NDArray[np.int64]]:
        return self._columns(self._inner.hop, self._inner.low, self._inner.high)

    def _columns(self, values: _Column, low: _Column, high: _Column) -> dict[str, npt.NDArray[np.int64]]:
        columns = {}
        for hop in range(1, self.hops + 1):
            columns[f"hop_{hop}"] = values(hop)
            if self._inner.with_intervals:
                columns[f"hop_{hop}_low"] = low(hop)
                columns[f"hop_{hop}_high"] = high(hop)
        return columns

    def __repr__(self) -> str:
        return f"<hopveil.Release: {len(self.users)} users, {self.hops} hops>"


def plan(
    graph: Graph,
    *,
    public: Iterable[Hashable],
    epsilon: float | Mapping[Any, float] | pd.Series[float],
    hops: int = 4,
    intervals: int | None = None,
    reach: bool = False,
    mechanism: str = "eli",
    options: Mapping[str, object] | None = None,
    not_covered: str | Iterable[str] = (),
    threads: int = 0,
    _stream_edges: bool = False,
    _outside: object = None,
    _network_counter: object = None,
) -> Plan:
    """Plans a release: the counts at 1 .. hops hops of every user who is not public.

    `epsilon` is everybody's preference, or one for each private user (a dict or a Series by user). `reach`: also how
    many private users are at each hop from each public user, at no further cost (`Release.reach`). `not_covered` are
    choices of yours that looked at protected connections, such as who is public: exceptions to the guarantee. They,
    and those that hopveil knows of, are warned about as PrivacyWarning.

    >>> net = Graph.from_edges([(1, 2), (2, 3)], users=[1, 2, 3, 4])
    >>> plan(net, public=[1], epsilon={2: 0.5, 3: 1, 4: 2}, hops=2, intervals=90)
    <hopveil.Plan: eli, 2 hops, 3 private users, proved>
    """
    roles = roles_in(graph, public)
    users = [graph._labels[place] for place in roles.private_users().tolist()]
    values = {name: str(value) for name, value in _border.options(options).items()}
    if intervals is not None:
        values["intervals"] = str(intervals)
    settings = {
        "hops": _border.hops(hops),
        "mechanism": _border.text("mechanism", mechanism),
        "options": values,
        "exceptions": [*graph._exceptions(), *_border.texts("not_covered", not_covered)],
        "threads": _border.whole("threads", threads),
        "reach": bool(reach),
        "stream_edges": _stream_edges,
        "outside": _outside,
        "network_counter": _network_counter,
    }
    made = Plan(graph, roles, _epsilons(epsilon, users), settings)
    for exception in made.not_covered:
        warnings.warn(exception, PrivacyWarning, stacklevel=2)
    if made.guarantee.status == "refuted":
        warnings.warn(f"the promise is not kept: {made.guarantee.reason}", PrivacyWarning, stacklevel=2)
    return made


def create_ledger(
    path: str | os.PathLike[str],
    graph: Graph,
    *,
    public: Iterable[Hashable],
    epsilon: float | Mapping[Any, float] | pd.Series[float],
) -> None:
    """Makes a new ledger: every private user's epsilon is its whole budget, of which nothing is spent.

    >>> import tempfile
    >>> net = Graph.from_edges([(1, 2), (2, 3)], users=[1, 2, 3])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     create_ledger(folder + "/budget.db", net, public=[1], epsilon=2)
    ...     plan(net, public=[1], epsilon=0.5, hops=1).cost(folder + "/budget.db")["left"].tolist()
    [2.0, 2.0]
    """
    roles = roles_in(graph, public)
    users = [graph._labels[place] for place in roles.private_users().tolist()]
    _hopveil.create_ledger(_border.path("the ledger", path), graph._inner, roles, _epsilons(epsilon, users))


def _epsilons(epsilon: Any, users: list[Hashable]) -> npt.NDArray[np.float64]:
    """One for each of `users`."""
    if hasattr(epsilon, "iloc"):  # of pandas
        epsilon = _by_user(epsilon)
    if isinstance(epsilon, Mapping):
        missing = [user for user in users if user not in epsilon]
        if missing:
            raise InputError(
                f"{len(missing)} private users have no epsilon, the first is {missing[0]!r}; give one for each."
            )
        known = set(users)
        unknown = [user for user in epsilon if user not in known]
        if unknown:
            raise InputError(f"{unknown[0]!r} has an epsilon and is no private user.")
        return np.array([_border.number("epsilon", epsilon[user]) for user in users], dtype=np.float64)
    if isinstance(epsilon, Iterable) and not isinstance(epsilon, str):
        raise InputError(
            f"epsilons of the type {type(epsilon).__name__} do not say whose they are; give one number, or a dict or a "
            "pandas Series by user."
        )
    return np.full(len(users), _border.number("epsilon", epsilon), dtype=np.float64)


def _by_user(epsilon: Any) -> dict[Any, Any]:
    if hasattr(epsilon, "columns"):
        raise InputError('a table does not say which column holds the epsilons; give one, as in table.set_index("user")["epsilon"].')
    if not epsilon.index.is_unique:
        twice = epsilon.index[epsilon.index.duplicated()].tolist()[0]
        raise InputError(f"{twice!r} has several epsilons; every user has one.")
    found: dict[Any, Any] = epsilon.to_dict()
    return found
