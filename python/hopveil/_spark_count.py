# SPDX-License-Identifier: Apache-2.0
"""Counting as Spark tasks: the kernel on a mapped .hvg, some batches of the public users each; their sums as tasks, too.

Counts travel as dense arrays, one for a stretch of rows, hop by hop: Spark moves and repeats them but never takes them apart.
Whoever counts is prepared once per Python worker, which Spark keeps for its next tasks (spark.python.worker.reuse).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _hopveil

_ROWS_OF_A_STRETCH = 1 << 16


@dataclass(frozen=True)
class Dealing:
    """How the public users are dealt, the same on all workers."""

    plan: _hopveil.CountPlan
    tasks: int

    def batches_of(self, task: int) -> tuple[int, int]:
        return tuple(self.plan.batches * place // self.tasks for place in (task, task + 1))  # type: ignore[return-value]


def deal(session: Any, graph: _hopveil.Graph, num_public: int, tasks: int | None, memory: int) -> Dealing:
    """`tasks`: at most that many; None: one for each that can run at once, since every further one brings Spark another set of
    arrays to add up. A batch goes to one task."""
    slots = max(1, session.sparkContext.defaultParallelism // cpus_of_a_task(session))
    plan = _hopveil.CountPlan(graph, num_public, tasks or slots, memory)
    return Dealing(plan, max(1, min(plan.batches, tasks or slots)))


def cpus_of_a_task(session: Any) -> int:
    return int(session.conf.get("spark.task.cpus", "1"))


class DealtCounts:
    """For each of `rows` how many of `sources` are exactly 1 .. hops hops away."""

    def __init__(
        self,
        session: Any,
        hvg: Path,
        sources: npt.NDArray[np.uint32],
        rows: npt.NDArray[np.uint32],
        hops: int,
        dealing: Dealing,
        memory: int = 0,
    ) -> None:
        self._session = session
        self._rows = rows
        self._hops = hops
        self._tasks = dealing.tasks
        plan = dealing.plan
        settings = plan.row_words, plan.batches, plan.streams_edges, cpus_of_a_task(session), memory
        who = hashlib.sha256(repr((str(hvg), settings, len(sources))).encode() + sources.tobytes() + rows.tobytes())
        self._shared = session.sparkContext.broadcast((str(hvg), sources, rows, settings, who.digest()))
        self._dealt = [dealing.batches_of(task) for task in range(dealing.tasks)]

    def by_name(self, users: Path) -> Any:
        """A DataFrame with the columns user, hop_1, .., in the order of `rows`, which ascends. `users` is a Parquet file of
        their names, by number."""
        schema = "user string, " + ", ".join(f"{column} bigint" for column in self._columns)
        return self._added(_with_names(str(users), self._shared, self._columns), schema)

    def table(self) -> npt.NDArray[np.uint32]:
        """An array with a row per hop, in the driver."""
        found = self._added(_as_bytes, "stretch bigint, counts binary").toArrow()
        places = found.column("stretch").to_pylist()
        if places != list(range(-(-len(self._rows) // _ROWS_OF_A_STRETCH))):
            raise RuntimeError("Spark did not give every user's counts once")
        parts = [np.frombuffer(part.as_buffer(), np.int64).reshape(self._hops, -1) for part in found.column("counts")]
        return np.concatenate(parts, axis=1).astype(np.uint32)

    @property
    def _columns(self) -> list[str]:
        return [f"hop_{hop}" for hop in range(1, self._hops + 1)]

    def _added(self, emit: _Emit, schema: str) -> Any:
        """What `emit` makes of each stretch, in their order."""
        from pyspark.sql import functions as F

        stretches = -(-len(self._rows) // _ROWS_OF_A_STRETCH)
        places = max(1, min(stretches, self._session.sparkContext.defaultParallelism))
        parts = self._session.range(0, self._tasks, 1, self._tasks).mapInArrow(
            _counting(self._shared, self._hops, self._dealt), "stretch bigint, task bigint, counted_by string, counts binary"
        )
        placed = parts.repartitionById(places, F.expr(f"CAST(stretch * {places} DIV {max(1, stretches)} AS int)"))
        return placed.sortWithinPartitions("stretch").mapInArrow(_adding(self._hops, self._tasks, emit), schema)


_Emit = Callable[[int, npt.NDArray[np.int64]], Any]  # of a stretch and its counts, an array with a row per hop
_Work = Callable[[Iterator[Any]], Iterator[Any]]

_kept: tuple[object, _hopveil.Counter, str] | None = None  # of this worker


def _counter_for(shared: Any) -> tuple[_hopveil.Counter, str]:
    """Prepared for these sources and rows, and a fingerprint of the order in which it takes the sources. The last one of this
    process is kept for the next task."""
    global _kept
    path, sources, rows, settings, who = shared.value
    file = os.stat(path)
    key = who, file.st_dev, file.st_ino, file.st_size, file.st_mtime_ns
    if _kept is None or _kept[0] != key:
        _kept = None  # before another one takes memory
        graph, _, _ = _hopveil.Graph.read(path, "hvg")
        counter = _hopveil.Counter(graph, sources, rows, *settings)
        _kept = key, counter, hashlib.sha256(counter.sources_in_order().tobytes()).hexdigest()
    return _kept[1], _kept[2]


def _counting(shared: Any, hops: int, dealt: list[tuple[int, int]]) -> _Work:
    def work(tasks: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        for task in tasks:
            for index in task.column(0).to_pylist():
                counter, order = _counter_for(shared)
                first, last = dealt[index]
                counted = counter.count_batches(first, last, hops).table()
                for stretch, begin in enumerate(range(0, counted.shape[1], _ROWS_OF_A_STRETCH)):
                    counts = np.ascontiguousarray(counted[:, begin : begin + _ROWS_OF_A_STRETCH]).tobytes()
                    yield pa.RecordBatch.from_pydict(
                        {"stretch": [stretch], "task": [index], "counted_by": [order], "counts": pa.array([counts], pa.binary())}
                    )

    return work


def _adding(hops: int, tasks: int, emit: _Emit) -> _Work:
    """Adds up what comes sorted by stretch; each must come from every task once, and all must have dealt the sources alike."""

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        current = -1
        came: list[int] = []
        orders: set[str] = set()
        sums = np.empty((0, 0), np.int64)

        def ended() -> Any:
            if sorted(came) != list(range(tasks)) or len(orders) != 1:
                raise RuntimeError("the tasks did not count every public user once; do all workers run the same hopveil?")
            return emit(current, sums)

        for batch in batches:
            for stretch, task, order, counts in zip(*(batch.column(place) for place in range(4))):
                if stretch.as_py() != current:
                    if current >= 0:
                        yield ended()
                    current, came, orders = stretch.as_py(), [], set()
                    sums = np.zeros((hops, len(counts.as_buffer()) // (4 * hops)), np.int64)
                came.append(task.as_py())
                orders.add(order.as_py())
                sums += np.frombuffer(counts.as_buffer(), np.uint32).reshape(hops, -1)
        if current >= 0:
            yield ended()

    return work


def _as_bytes(stretch: int, sums: npt.NDArray[np.int64]) -> Any:
    import pyarrow as pa

    return pa.RecordBatch.from_pydict({"stretch": [stretch], "counts": pa.array([sums.tobytes()], pa.binary())})


def _with_names(users: str, shared: Any, columns: list[str]) -> _Emit:
    def emit(stretch: int, sums: npt.NDArray[np.int64]) -> Any:
        import pyarrow as pa

        _, _, rows, _, _ = shared.value
        begin = stretch * _ROWS_OF_A_STRETCH
        names = _names_of(users, rows[begin : begin + sums.shape[1]])
        return pa.RecordBatch.from_arrays([names, *(pa.array(hop) for hop in sums)], names=["user", *columns])

    return emit


def _names_of(users: str, rows: npt.NDArray[np.uint32]) -> Any:
    """Of users who stand in ascending order; reads the part of the file in which they are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with pq.ParquetFile(users) as file:
        sizes = [file.metadata.row_group(group).num_rows for group in range(file.metadata.num_row_groups)]
        ends = np.cumsum(sizes)
        first, last = (int(np.searchsorted(ends, row, side="right")) for row in (rows[0], rows[-1]))
        names = file.read_row_groups(list(range(first, last + 1)), columns=["id"]).column("id")
    before = int(ends[first] - sizes[first])
    return names.combine_chunks().take(pa.array(rows.astype(np.int64) - before))
