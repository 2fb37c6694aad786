"""Counting as Spark tasks beside one process, and a model of 64 nodes from what was measured. For scripts/bench cluster."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import hopveil as hv
from hopveil import _hopveil


def cpu_of_tasks(path: str, sources: np.ndarray, rows: np.ndarray, hops: int) -> tuple[float, float, float]:
    """Seconds and processor seconds of one task in a process of its own, as on a worker; and its seconds of reading."""
    program = """
import sys, time, numpy as np
from hopveil import _hopveil
start = time.perf_counter()
graph, _, _ = _hopveil.Graph.read(sys.argv[1], "hvg")
read = time.perf_counter() - start
_hopveil.count_task(graph, np.load(sys.argv[2]), np.load(sys.argv[3]), int(sys.argv[4]), 1)
print(time.perf_counter() - start, read)
"""
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/sources.npy", sources)
        np.save(f"{folder}/rows.npy", rows)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        out = subprocess.check_output([sys.executable, "-c", program, path, f"{folder}/sources.npy", f"{folder}/rows.npy", str(hops)], text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, read = map(float, out.split())
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, read


def main(program: str, users: int = 1_000_000, edges: int = 10_000_000, public: int = 8192, hops: int = 4) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/network.hvg"
        subprocess.run(
            [program, "generate", "powerlaw", "--nodes", str(users), "--edges", str(edges), "--seed", "1", "-o", path],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        graph, _, _ = _hopveil.Graph.read(path, "hvg")
        n, m = graph.num_users, graph.num_edges
        everybody = np.arange(n, dtype=np.uint32)
        sources = everybody[:: max(1, n // public)][:public]
        rows = np.setdiff1d(everybody, sources)
        print(f"power-law network, {n} users, {m} edges, {len(sources)} public users, {hops} hops; one thread per task")
        whole, whole_cpu, _ = cpu_of_tasks(path, sources, rows, hops)
        print(f"one process: {whole:.1f} s, {whole_cpu:.1f} s of processor time")
        times = {}
        for tasks in (2, 8):
            parts = [cpu_of_tasks(path, part, rows, hops) for part in np.array_split(sources, tasks)]
            times[tasks] = sum(part[0] for part in parts)
            print(
                f"{tasks} tasks, one after the other: {times[tasks]:.1f} s, {sum(part[1] for part in parts):.1f} s of processor time, "
                f"{sum(part[1] for part in parts) / whole_cpu:.2f} times that of one process; "
                f"reading and checking the .hvg: {sum(part[2] for part in parts):.2f} s of it"
            )
        size = os.path.getsize(path)
        model(whole / (m * len(sources) * hops), size / m, n)


def model(seconds_each: float, bytes_per_edge: float, users: int) -> None:
    """On paper: 64 nodes of 32 cores and 256 GB, everybody counted at 4 hops."""
    nodes, cores, hops = 64, 32, 4
    users, edges, public = 10**8, 10**10, 10**6
    work = seconds_each * edges * public * hops
    print()
    print(f"a model, not measured: {nodes} nodes of {cores} cores, {users:.0e} users, {edges:.0e} edges, {public:.0e} public users, {hops} hops")
    print(f"  kernel, at {seconds_each * 1e12:.3f} ps per edge, public user and hop: {work / 3600:.0f} core hours, {work / 3600 / nodes / cores:.1f} hours on all cores")
    print(f"  the .hvg: {edges * bytes_per_edge / 1e9:.0f} GB, read once by every node: {nodes * edges * bytes_per_edge / 1e12:.1f} TB over the network")
    print(f"  a task of 4096 public users: {users * 2 * 4096 / 8 / 1e9:.0f} GB of rows of bits, so one task per node with all its cores, in batches that fit")
    print(f"  to Spark: {users * (hops + 1) * 8 / 1e9:.0f} GB per task, {public // 4096} tasks: let tasks be few and large")
    print("  assumes: the same time per edge when rows of bits leave the caches (it grows; docs/counting.md), all cores busy, no task repeated;")
    print("  graphs beyond 2^32 edges are refused today, so 1e10 edges are what this would take, not what it does")


main(sys.argv[1], *map(int, sys.argv[2:]))
