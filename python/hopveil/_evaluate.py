# SPDX-License-Identifier: Apache-2.0
"""Experiments: seeded and repeatable, never a release."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _border, _hopveil
from ._graph import Graph, graph_given, roles_in
from ._hopveil import InputError
from ._progress import Progress, callback
from ._release import _epsilons

if TYPE_CHECKING:
    import pandas as pd


class Evaluation:
    """Mean errors of seeded runs against the exact counts. NOT PRIVATE."""

    def __init__(self, rows: list[tuple[str, str, float, float, float, float, dict[str, str]]]) -> None:
        self._rows = rows

    def to_pandas(self) -> pd.DataFrame:
        """The columns mechanism, part ("all", "hop 2", "epsilon 4"), mae, mae_sd, mre, mre_sd.

        mae is the mean of |published - true|, mre that of the same divided by max(true, 1); sd are the standard
        deviations over the runs. An option of which several values were compared has a column, too.
        """
        import pandas as pd

        columns = ["mechanism", "part", "mae", "mae_sd", "mre", "mre_sd"]
        table = pd.DataFrame([row[:6] for row in self._rows], columns=columns)
        for option in self._compared():
            table.insert(1, option, [row[6].get(option) for row in self._rows])
        return table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table of `to_pandas` for polars, pyarrow and duckdb (needs pyarrow)."""
        import pyarrow as pa

        return pa.Table.from_pandas(self.to_pandas(), preserve_index=False).__arrow_c_stream__(requested_schema)

    def _compared(self) -> list[str]:
        """The options of which some mechanism has several values."""
        values: dict[tuple[str, str], set[str]] = {}
        for mechanism, *_, options in self._rows:
            for option, value in options.items():
                values.setdefault((mechanism, option), set()).add(value)
        return sorted({option for (_, option), seen in values.items() if len(seen) > 1})

    def plot(self, error: str = "mae", ax: Any = None) -> Any:
        """The error at each hop, a line per mechanism, on matplotlib's axes, which are returned."""
        import matplotlib.pyplot as plt

        titles = {"mae": "mean absolute error", "mre": "mean relative error"}
        if error not in titles:
            raise InputError(f"error {error!r} is none; it is mae or mre.")
        if ax is None:
            _, ax = plt.subplots()
        table = self.to_pandas()
        table = table[table["part"].str.startswith("hop ")]
        names = table["mechanism"]
        for option in self._compared():
            names = (names + " " + table[option].fillna("")).str.strip()
        for mechanism, lines in table.groupby(names, sort=False):
            hops = lines["part"].str.removeprefix("hop ").astype(int)
            ax.errorbar(hops, lines[error], yerr=lines[f"{error}_sd"], marker="o", capsize=3, label=str(mechanism))
        ax.set_xlabel("hops")
        ax.set_ylabel(titles[error])
        ax.legend()
        return ax

    def __repr__(self) -> str:
        return f"<hopveil.Evaluation, NOT PRIVATE: {len(self._rows)} lines>"


def evaluate(
    graph: Graph,
    *,
    public: Iterable[Hashable] | None = None,
    epsilon: float | Sequence[float] | Mapping[Any, float] | pd.Series[float],
    hops: int = 4,
    mechanisms: Sequence[str] = ("eli",),
    options: Mapping[str, object] | None = None,
    runs: int = 10,
    seed: int = 1,
    threads: int = 0,
    progress: Progress = False,
    _network_counter: object = None,
) -> Evaluation:
    """How large the errors would be: seeded runs against the exact counts. Charges nothing, NOT private.

    `epsilon`: a list makes equal random groups with these epsilons, drawn again for each run; a dict or a Series gives
    each private user its own. `public`: by default the 5% of users with the most connections. `options` of the mechanisms,
    one value or several to compare (`mechanism_options` lists them).

    >>> import networkx as nx
    >>> net = Graph.from_networkx(nx.karate_club_graph())
    >>> evaluate(net, epsilon=[1, 4, 16], hops=2, runs=2)
    <hopveil.Evaluation, NOT PRIVATE: 18 lines>
    >>> both = evaluate(net, epsilon=1, hops=2, runs=1, options={"optimise": ["absolute", "relative"]}).to_pandas()
    >>> both["mechanism"].unique().tolist()
    ['eli', 'eli-relative', 'zeros', 'hop-median']
    """
    roles = roles_in(graph, graph_given(graph).most_connected("5%") if public is None else public)
    groups: list[float] = []
    epsilons = None
    if isinstance(epsilon, Mapping) or hasattr(epsilon, "iloc"):
        epsilons = _epsilons(epsilon, [graph._labels[place] for place in roles.private_users()])
    elif isinstance(epsilon, Iterable) and not isinstance(epsilon, str):
        groups = [_border.number("epsilon", value) for value in epsilon]
    else:
        groups = [_border.number("epsilon", epsilon)]
    rows = _hopveil.evaluate(
        graph._inner,
        roles,
        _border.texts("mechanisms", mechanisms),
        _border.hops(hops),
        groups,
        epsilons,
        {name: _texts(value) for name, value in _border.options(options).items()},
        _border.runs(runs),
        _border.seed(seed),
        _border.whole("threads", threads),
        _network_counter,
        callback(progress),
    )
    return Evaluation(rows)


def _texts(values: Any) -> list[str]:
    """One value or several, as the texts of the command line."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        values = [values]
    return [str(value) for value in values]


class Audit:
    """What an audit found; `verdict` is "violation", "none found" (no proof) or "inconclusive"."""

    def __init__(self, verdict: str, rows: list[tuple[Any, ...]]) -> None:
        self.verdict = verdict
        self._rows = rows

    def to_pandas(self) -> pd.DataFrame:
        """One line per mechanism and pair of networks; `bound`: epsilon is at least this, with 99% confidence."""
        import pandas as pd

        columns = ["subject", "pair", "hops", "promised", "bound", "verdict", "reason"]
        return pd.DataFrame(self._rows, columns=columns)

    def __repr__(self) -> str:
        return f"<hopveil.Audit: {self.verdict}>"


def audit(
    mechanism: str = "all",
    *,
    epsilon: float = 1.0,
    seconds: float = 60,
    runs: int | None = None,
    seed: int = 1,
    threads: int = 0,
    progress: Progress = False,
) -> Audit:
    """Tries to break a mechanism's promise on small networks that differ in one connection.

    >>> audit("eli", runs=200)
    <hopveil.Audit: none found>
    """
    verdict, rows = _hopveil.audit(
        _border.text("mechanism", mechanism),
        _border.number("epsilon", epsilon),
        _border.number("seconds", seconds),
        None if runs is None else _border.runs(runs),
        _border.seed(seed),
        _border.whole("threads", threads),
        callback(progress),
    )
    return Audit(verdict, rows)


def mechanisms() -> pd.DataFrame:
    """All mechanisms: name, summary, source, promise and its status.

    >>> mechanisms()["name"].tolist()[0]
    'eli'
    """
    import pandas as pd

    rows = [row[:5] for row in _hopveil.mechanisms()]
    return pd.DataFrame(rows, columns=["name", "summary", "source", "promise", "status"])


def mechanism_options() -> pd.DataFrame:
    """The options of every mechanism: mechanism, option, values, default, meaning.

    `plan` and `evaluate` take them by name, as texts:

    >>> table = mechanism_options()
    >>> table[table["mechanism"] == "eli"]["option"].tolist()
    ['optimise', 'intervals']
    >>> table[table["option"] == "optimise"]["values"].item()
    'absolute|relative'
    """
    import pandas as pd

    rows = [(row[0], name, *texts[:3]) for row in _hopveil.mechanisms() for name, texts in row[5].items()]
    return pd.DataFrame(rows, columns=["mechanism", "option", "values", "default", "meaning"])
