"""A network from a Parquet file, beside pyarrow's own read of that file. For scripts/bench arrow."""

import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import hopveil as hv


def best(work, turns: int = 5) -> float:
    times = []
    for _ in range(turns):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


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
            alone = best(lambda: pq.read_table(path))
            whole = best(lambda: hv.Graph.from_arrow(pq.read_table(path)))
            print(
                f"{edges} edges from Parquet, {users} users, {kind} ids: pyarrow's read {alone:.2f} s, "
                f"a network from it {whole:.2f} s in all, ratio {whole / alone:.2f} (best of 5)"
            )


main(*map(int, sys.argv[2:]))  # the first argument is the program
