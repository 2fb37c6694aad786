# SPDX-License-Identifier: Apache-2.0
"""hopveil on Apache Spark: the engine schedules, moves data and survives faults; hopveil's kernel counts, and noise,
accounts and ledger stay in the driver.

    import hopveil.spark as hvs
    frozen = hvs.freeze(edges_df, users_df, at="/data/follows-2026-11")
    counts = hvs.count(frozen, public=stars, hops=4)                    # a DataFrame, NOT private
    plan   = hvs.plan(frozen, public=stars, epsilon=prefs, hops=4)
    plan.release(ledger="budget.db", share=.5, edges_stay=True).save("released.parquet")

docs/cluster.md says how to start it, what crosses the wire and who must be trusted.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _hopveil
from ._evaluate import Evaluation
from ._graph import Graph
from ._hopveil import InputError
from ._release import Plan, Release, _epsilons
from ._release import plan as _plan
from ._spark_count import DealtCounts, cpus_of_a_task, deal
from ._spark_frozen import Frozen, FrozenChanged, freeze, open_frozen
from ._spark_networks import DealtNetworks
from ._spark_queries import SparkEdges

__all__ = ["ClusterPlan", "Frozen", "FrozenChanged", "count", "evaluate", "explain", "freeze", "open_frozen", "plan"]


def count(frozen: Frozen, *, public: Any, hops: int = 4, tasks: int | None = None, memory: int = 0) -> Any:
    """How many public users are exactly 1 .. hops hops from every private user: a DataFrame with the columns user,
    hop_1, .., ordered by user; exact, NOT private. Its `toArrow()` equals `hv.count(..).to_arrow()` on the frozen network for
    any number of tasks, workers and cores.

    Each task maps the frozen .hvg and counts some batches of the public users with `spark.task.cpus` threads; further tasks add
    up. The driver chooses the batches; a worker prepares the network for its first task and keeps it for the next. `memory`:
    bytes that a task's counter may hold; 0: half of the driver's machine, which workers must have, too.
    """
    frozen.check()
    sources = frozen.numbers_of(public)
    _check_hops(hops)
    session = frozen.session
    rows = np.setdiff1d(np.arange(frozen.num_users, dtype=np.uint32), sources)
    session.sparkContext.setJobDescription("hopveil: exact counts")
    graph, _, _ = _hopveil.Graph.read(str(frozen.hvg), "hvg")
    dealing = deal(session, graph, len(sources), tasks, memory)
    return DealtCounts(session, frozen.hvg, sources, rows, hops, dealing, memory).by_name(frozen.users_file)


class ClusterPlan:
    """A release with everything checked; nothing is drawn or charged. Made by `hopveil.spark.plan`."""

    def __init__(self, frozen: Frozen, public: npt.NDArray[np.uint32], settings: dict[str, Any]) -> None:
        self._frozen = frozen
        self._public = public
        self._settings = settings
        self._networks = DealtNetworks(frozen.session, frozen.at)
        self._plans: dict[bool, tuple[Plan, _Watch]] = {}

    def _made(self, edges_stay: bool) -> tuple[Plan, _Watch]:
        if edges_stay not in self._plans:
            frozen, settings = self._frozen, dict(self._settings)
            watch: _Watch = SparkEdges(frozen) if edges_stay else _Mapped(frozen)
            graph = frozen.public_graph(self._public) if edges_stay else Graph.read(frozen.hvg)
            names = graph.users
            public = [names[number] for number in self._public]
            epsilon = settings.pop("epsilon")
            made = _plan(
                graph,
                public=public,
                epsilon=epsilon,
                _stream_edges=not edges_stay,
                _outside=watch,
                _network_counter=self._networks,
                **settings,
            )
            self._plans[edges_stay] = made, watch
        return self._plans[edges_stay]

    @property
    def guarantee(self) -> Any:
        return self._made(False)[0].guarantee

    @property
    def not_covered(self) -> list[str]:
        return self._made(False)[0].not_covered

    def create_ledger(self, path: str | os.PathLike[str]) -> None:
        """Makes a new ledger in which this plan's users have their epsilons as budgets."""
        self._made(False)[0].create_ledger(path)

    def cost(self, ledger: str | os.PathLike[str], share: float | str = 1) -> Any:
        """As `hopveil.Plan.cost`."""
        return self._made(False)[0].cost(ledger, share)

    def release(
        self,
        ledger: str | os.PathLike[str] | None = None,
        share: float | str = 1,
        edges_stay: bool = False,
        deal_from: int | None = None,
        progress: Any = False,
    ) -> Release:
        """Charges the ledger, then draws, in the driver.

        `edges_stay`: questions are answered by Spark SQL, and only counts per cell and the pairs that randomized
        response needs reach the driver; otherwise the driver maps the frozen .hvg. Either way the manifest is checked
        before the charge, with every answer and after the last one; a change after the charge ends the release without a
        table, and the charge stays.

        `deal_from`: networks of at least this many connections that the inference makes from noisy answers are counted by
        Spark tasks, too, and lie beside the frozen edges while they are; None: the driver counts in all of them. The same
        random bits give the same table. docs/cluster.md says when it pays.
        """
        made, watch = self._made(edges_stay)
        self._networks.smallest = deal_from
        try:
            return made.release(ledger=ledger, share=share, progress=progress)
        except _hopveil.SystemError as error:
            problem = watch.failure or self._networks.failure
            watch.failure = self._networks.failure = None
            if problem is not None:
                if isinstance(problem, FrozenChanged):
                    raise FrozenChanged(f"{problem} {error}") from problem
                raise error from problem
            raise

    def __repr__(self) -> str:
        return f"<hopveil.spark.ClusterPlan: {self._settings['hops']} hops on {self._frozen!r}>"


class _Mapped:
    """Watches over a frozen file that the driver maps."""

    def __init__(self, frozen: Frozen) -> None:
        self._frozen = frozen
        self.failure: Exception | None = None

    def check(self) -> bool:
        try:
            self._frozen.check_hvg()
            return True
        except Exception as problem:
            self.failure = problem
            return False


_Watch = _Mapped | SparkEdges


def plan(
    frozen: Frozen,
    *,
    public: Any,
    epsilon: Any,
    hops: int = 4,
    intervals: int | None = None,
    options: Mapping[str, str] | None = None,
    not_covered: Iterable[str] = (),
    threads: int = 0,
) -> ClusterPlan:
    """Plans a release by `eli`. `public` is a DataFrame with one column of ids, or a list; `epsilon` a number, a mapping by
    id, or a DataFrame with the columns id and epsilon."""
    frozen.check()
    _check_hops(hops)
    settings: dict[str, Any] = {
        "epsilon": _preferences(epsilon),
        "hops": hops,
        "intervals": intervals,
        "options": options,
        "not_covered": list(not_covered),
        "threads": threads,
    }
    return ClusterPlan(frozen, frozen.numbers_of(public), settings)


def evaluate(
    frozen: Frozen,
    *,
    public: Any,
    epsilon: float | Iterable[float] | Mapping[Any, float],
    hops: int = 4,
    mechanisms: Iterable[str] = ("eli",),
    runs: int = 10,
    seed: int = 1,
) -> Evaluation:
    """Seeded runs against the exact counts, one task per run: run i is `hv.evaluate(.., runs=1, seed=seed + i)`. NOT
    private, charges nothing."""
    frozen.check()
    sources = [int(number) for number in frozen.numbers_of(public)]
    _check_hops(hops)
    path, threads, names = str(frozen.hvg), cpus_of_a_task(frozen.session), list(mechanisms)
    groups: list[float] = []
    epsilons: npt.NDArray[np.float64] | None = None
    if isinstance(epsilon, Mapping):
        chosen = set(sources)
        private: list[Hashable] = [name for number, name in enumerate(frozen.names) if number not in chosen]
        epsilons = _epsilons(_preferences(epsilon), private)
    else:
        groups = [float(value) for value in (epsilon if isinstance(epsilon, Iterable) else [epsilon])]

    def work(run: int) -> list[tuple[str, str, float, float, float, float, dict[str, str]]]:
        graph, _, _ = _hopveil.Graph.read(path, "hvg")
        roles = _hopveil.UserRoles(graph, sources)
        return _hopveil.evaluate(graph, roles, names, hops, groups, epsilons, {}, 1, seed + run, threads, None, None)

    frozen.session.sparkContext.setJobDescription("hopveil: seeded runs")
    tables = frozen.session.sparkContext.parallelize(range(runs), runs).map(work).collect()
    rows = []
    for lines in zip(*tables):
        maes, mres = np.array([line[2] for line in lines]), np.array([line[4] for line in lines])
        deviation = 1 if runs > 1 else 0
        name, part, *_, options = lines[0]
        rows.append((name, part, maes.mean(), maes.std(ddof=deviation), mres.mean(), mres.std(ddof=deviation), options))
    return Evaluation(rows)


def explain(frozen: Frozen, *, public: Any, hops: int = 4, tasks: int | None = None, memory: int = 0) -> str:
    """What `count` would take, before anything runs: a text. `memory`: bytes that a task's counter may hold; 0: half of the
    machine's."""
    _check_hops(hops)
    sources = len(frozen.numbers_of(public))
    graph, _, _ = _hopveil.Graph.read(str(frozen.hvg), "hvg")
    dealing = deal(frozen.session, graph, sources, tasks, memory)
    plan, tasks = dealing.plan, dealing.tasks
    passes = -(-plan.batches // tasks)
    each = min(sources, passes * -(-sources // max(1, plan.batches)))
    rows = frozen.num_users - sources
    return (
        f"{frozen.num_users} users, {graph.num_edges} connections, {sources} public users, {hops} hops\n"
        f"{tasks} tasks of up to {each} public users, {cpus_of_a_task(frozen.session)} threads each: "
        f"{passes} passes over the connections, {hops} hops each, "
        f"{'streamed from the mapped file' if plan.streams_edges else 'from a copy in memory'}\n"
        f"memory of a worker: {plan.bytes / 1e6:.1f} MB, kept for its next tasks, and {os.path.getsize(frozen.hvg) / 1e6:.1f} MB of {frozen.hvg.name} mapped, "
        f"once per machine\n"
        f"to Spark: {tasks} times {rows * hops * 4 / 1e6:.1f} MB of counts"
    )


def _check_hops(hops: int) -> None:
    if not 1 <= hops <= 100:
        raise InputError(f"counts at up to {hops} hops are asked for; give a number from 1 to 100.")


def _preferences(epsilon: Any) -> Any:
    if hasattr(epsilon, "toArrow"):
        table = epsilon.toArrow()
        if table.num_columns != 2:
            raise InputError("preferences are a DataFrame with two columns: the id and its epsilon.")
        ids, values = (table.column(i).to_pylist() for i in (0, 1))
        if len(set(ids)) != len(ids):
            raise InputError("a user has two epsilons; give each one.")
        return {str(user): float(value) for user, value in zip(ids, values)}
    if isinstance(epsilon, Mapping):
        return {str(user): value for user, value in epsilon.items()}
    return epsilon
