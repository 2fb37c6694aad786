"""Counting as Spark tasks: the kernel on a mapped .hvg for a batch of the public users each; Spark adds up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _hopveil

_ROWS_OF_A_BATCH = 1 << 16


def dealt_counts(
    session: Any,
    hvg: Path,
    sources: npt.NDArray[np.uint32],
    rows: npt.NDArray[np.uint32],
    hops: int,
    tasks: int,
    memory: int = 0,
) -> Any:
    """A DataFrame with the columns number, hop_1, ..: for each of `rows` how many of `sources` are exactly so far away."""
    from pyspark.sql import functions as F

    columns = [f"hop_{hop}" for hop in range(1, hops + 1)]
    batches = np.array_split(sources, tasks)
    shared = session.sparkContext.broadcast((batches, rows))
    schema = "number bigint, " + ", ".join(f"{column} bigint" for column in columns)
    work = _counting(str(hvg), shared, hops, cpus_of_a_task(session), memory)
    parts = session.range(0, len(batches), 1, len(batches)).mapInArrow(work, schema)  # a batch for each task
    return parts.groupBy("number").agg(*[F.sum(column).alias(column) for column in columns])


def _counting(path: str, shared: Any, hops: int, threads: int, memory: int) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def work(tasks: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        batches, rows = shared.value
        names = ["number", *(f"hop_{hop}" for hop in range(1, hops + 1))]
        for task in tasks:
            for index in task.column(0).to_pylist():
                graph, _, _ = _hopveil.Graph.read(path, "hvg")
                counted = _hopveil.count_task(graph, np.ascontiguousarray(batches[index]), rows, hops, threads, memory).table()
                for begin in range(0, len(rows), _ROWS_OF_A_BATCH):
                    some = slice(begin, begin + _ROWS_OF_A_BATCH)
                    arrays = [rows[some], *(hop[some] for hop in counted)]
                    yield pa.RecordBatch.from_arrays([pa.array(array.astype(np.int64)) for array in arrays], names=names)

    return work


def number_of_tasks(session: Any, asked: int | None, num_public: int) -> int:
    return max(1, min(asked or session.sparkContext.defaultParallelism, num_public))


def cpus_of_a_task(session: Any) -> int:
    return int(session.conf.get("spark.task.cpus", "1"))
