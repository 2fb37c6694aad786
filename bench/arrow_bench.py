# SPDX-License-Identifier: Apache-2.0
"""A network from a Parquet file, beside pyarrow's own read of that file. For scripts/bench arrow."""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import hopveil as hv

TURNS = 7


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and seconds of processors."""
    start, busy = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - busy


def main(edges: int = 10_000_000, users: int = 1_000_000) -> None:
    random = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        for kind in ["int64", "string"]:
            path = Path(folder) / f"{kind}.parquet"
            columns = {
                name: pa.array(random.integers(0, users, edges)).cast(kind) for name in ("follower", "followee")
            }
            pq.write_table(pa.table(columns), path)
            del columns
            reads, wholes = [], []
            for _ in range(TURNS):  # by turns: other work on the machine meets both
                reads.append(timed(lambda: pq.read_table(path)))
                wholes.append(timed(lambda: hv.Graph.from_arrow(pq.read_table(path))))
            (read, read_busy), (whole, whole_busy) = (map(min, zip(*times)) for times in (reads, wholes))
            print(
                f"{edges} edges from Parquet, {users} users, {kind} ids, best of {TURNS}: pyarrow's read {read:.2f} s, a network "
                f"from it {whole:.2f} s in all, ratio {whole / read:.2f}; of processor time {read_busy:.2f} and {whole_busy:.2f} s, "
                f"ratio {whole_busy / read_busy:.2f}",
                flush=True,
            )


main(*map(int, sys.argv[2:]))  # the first argument is the program
