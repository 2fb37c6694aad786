"""Counting as tasks beside one process, and a model of 64 nodes from what was measured. For scripts/bench cluster.

Tasks are processes such as Spark's workers start, with what they do in hopveil.spark; Spark's own time is not in the figures.
"""

import os
import subprocess
import sys
import tempfile
import time

import numpy as np

from hopveil import _hopveil


TASK = """
import resource, sys, time, numpy as np
from hopveil import _hopveil
start = time.perf_counter()
graph, _, _ = _hopveil.Graph.read(sys.argv[1], "hvg")
read = time.perf_counter() - start
_hopveil.count_task(graph, np.load(sys.argv[2]), np.load(sys.argv[3]), int(sys.argv[4]), 1, 0)
used = resource.getrusage(resource.RUSAGE_SELF)
print(time.perf_counter() - start, used.ru_utime + used.ru_stime, read)
"""


class Tasks:
    """Counts as a worker does: each task in a process of its own, which maps the file and counts some of the sources."""

    def __init__(self, path: str, rows: np.ndarray, hops: int, folder: str) -> None:
        self.path, self.hops, self.folder = path, hops, folder
        np.save(f"{folder}/rows.npy", rows)
        self.started = 0

    def start(self, sources: np.ndarray) -> subprocess.Popen:
        self.started += 1
        file = f"{self.folder}/sources-{self.started}.npy"
        np.save(file, sources)
        command = [sys.executable, "-c", TASK, self.path, file, f"{self.folder}/rows.npy", str(self.hops)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def run(self, parts: list[np.ndarray], workers: int) -> tuple[float, float, float]:
        """Seconds until all are done with this many workers of one core; processor seconds, and seconds of reading, of all."""
        begin = time.perf_counter()
        waiting, running, ended = list(parts), [], []
        while waiting or running:
            while waiting and len(running) < workers:
                running.append(self.start(waiting.pop()))
            for process in [process for process in running if process.poll() is not None]:
                assert process.returncode == 0
                ended.append([float(value) for value in process.stdout.read().split()])
                running.remove(process)
            time.sleep(0.01)
        return time.perf_counter() - begin, sum(end[1] for end in ended), sum(end[2] for end in ended)


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
        tasks = Tasks(path, rows, hops, folder)
        whole, whole_cpu, _ = tasks.run([sources], 1)
        print(f"one process: {whole:.1f} s, {whole_cpu:.1f} s of processor time", flush=True)
        for number in (2, 8):
            parts = np.array_split(sources, number)
            one, one_cpu, read = tasks.run(parts, 1)
            two, two_cpu, _ = tasks.run(parts, 2)
            print(
                f"{number} tasks: one worker {one:.1f} s, two workers {two:.1f} s, {one / two:.2f} times as fast; processor time {one_cpu:.1f} and "
                f"{two_cpu:.1f} s, {one_cpu / whole_cpu:.2f} and {two_cpu / whole_cpu:.2f} times that of one process; reading and "
                f"checking the .hvg: {read:.2f} s of it",
                flush=True,
            )
        size = os.path.getsize(path)
        model(whole_cpu / (m * len(sources) * hops), size / m)


def model(seconds_each: float, bytes_per_edge: float) -> None:
    """On paper: 64 nodes of 32 cores and 256 GB, everybody counted at 4 hops."""
    nodes, cores, hops = 64, 32, 4
    users, edges, public = 10**8, 10**10, 10**6
    work = seconds_each * edges * public * hops
    print()
    print(f"a model, not measured: {nodes} nodes of {cores} cores, {users:.0e} users, {edges:.0e} edges, {public:.0e} public users, {hops} hops")
    print(f"  kernel, at {seconds_each * 1e12:.3f} ps of processor time per edge, public user and hop: {work / 3600:.0f} core hours, {work / 3600 / nodes / cores:.1f} hours on all cores")
    print(f"  the .hvg: {edges * bytes_per_edge / 1e9:.0f} GB, read once by every node: {nodes * edges * bytes_per_edge / 1e12:.1f} TB over the network")
    print(f"  a task of 4096 public users: {users * 2 * 4096 / 8 / 1e9:.0f} GB of rows of bits, so one task per node with all its cores, in batches that fit")
    print(f"  to Spark: {users * (hops + 1) * 8 / 1e9:.0f} GB per task, {public // 4096} tasks: let tasks be few and large")
    print("  assumes: the same time per edge when rows of bits leave the caches (it grows; docs/counting.md), all cores busy, no task repeated;")
    print("  graphs beyond 2^32 edges are refused today, so 1e10 edges are what this would take, not what it does")


main(sys.argv[1], *map(int, sys.argv[2:]))
