# SPDX-License-Identifier: Apache-2.0
"""A network from a Parquet file, beside pyarrow's own read of that file. For scripts/bench arrow.

Both in processes of their own, by turns, so that other work on the machine meets both and neither finds memory that an earlier
read left behind. pyarrow reads as it does by default: both columns, with all cores.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import hopveil as hv

TURNS = 7


def used() -> tuple[float, float, float]:
    """Seconds by the clock, and of processors: in programs, and in the kernel, which clears memory."""
    times = resource.getrusage(resource.RUSAGE_SELF)
    return time.perf_counter(), times.ru_utime, times.ru_stime


def measure(path: str) -> None:
    """In a process of its own: prints what pyarrow's read takes, and what the network from it takes besides."""
    hv.Graph.from_arrow(pa.table({"a": [1], "b": [2]}))  # libraries are loaded before anything is measured
    before = used()
    table = pq.read_table(path)
    read = used()
    hv.Graph.from_arrow(table)
    made = used()
    print(*(after - then for earlier, later in ((before, read), (read, made)) for then, after in zip(earlier, later)))


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
            print(f"{edges} edges from Parquet, {users} users, {kind} ids, best of {TURNS} processes:")
            command = [sys.executable, __file__, "--measure", path]
            turns = np.array([subprocess.check_output(command, text=True).split() for _ in range(TURNS)], dtype=float)
            for name, kinds in (("clock", [0]), ("processors", [1, 2]), ("processors, without the kernel", [1])):
                read = turns[:, kinds].sum(axis=1).min()
                more = turns[:, [3 + kind for kind in kinds]].sum(axis=1).min()
                print(f"  {name}: pyarrow's read {read:.2f} s, the network {more:.2f} s more, ratio {1 + more / read:.2f}", flush=True)


if sys.argv[1] == "--measure":
    measure(sys.argv[2])
else:
    main(*map(int, sys.argv[2:]))  # the first argument is the program
