# SPDX-License-Identifier: Apache-2.0
"""hvs.count on a real cluster beside one process, what an inference takes, and a model of 64 nodes from what was measured. For
scripts/bench cluster.

The cluster is that of the tests: a standalone master and workers of one core on loopback. Processor time is that of the workers'
processes, Java's and Python's, from /proc; the driver's is not in it.
"""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import csv

import hopveil.spark as hvs

sys.path.insert(0, str(Path(__file__).parent.parent / "python" / "tests" / "cluster"))
from loopback import Cluster  # noqa: E402

ONE_PROCESS = """
import time
start = time.perf_counter()
import resource, sys, numpy as np
from hopveil import _hopveil
graph, _, _ = _hopveil.Graph.read(sys.argv[1], "hvg")
counts = _hopveil.count(graph, _hopveil.UserRoles(graph, np.load(sys.argv[2]).tolist()), int(sys.argv[3]), 1, None).table()
used = resource.getrusage(resource.RUSAGE_SELF)
print(time.perf_counter() - start, used.ru_utime + used.ru_stime)
np.save(sys.argv[4], counts)
"""
# An inference on one thread: seconds, those of counting in its networks and of writing them for workers, and bytes.
INFERENCE = """
import re, sys, tempfile, time
import hopveil as hv
from hopveil import _hopveil
counting, writing = [], []
def count(network, sources, rows, hops):
    start = time.thread_time()
    with tempfile.TemporaryDirectory() as folder:
        network.write(folder + "/network.hvg", True)
    written = time.thread_time()
    plan = _hopveil.CountPlan(network, len(sources), 1, 0)
    counter = _hopveil.Counter(network, sources, rows, plan.row_words, plan.batches, plan.streams_edges, 1, 0)
    table = counter.count_batches(0, plan.batches, hops).table()
    writing.append(written - start)
    counting.append(time.thread_time() - written)
    return table
net = hv.Graph.read(sys.argv[1])
def peak():
    with open("/proc/self/status") as status:
        return int(re.search(r"VmHWM:\\s+(\\d+)", status.read())[1]) * 1024
before, start = peak(), time.process_time()
hv.evaluate(net, epsilon=[1, 4, 16], hops=4, runs=1, threads=1, _network_counter=count)
taken = time.process_time() - start - sum(writing)
print(taken, sum(counting), sum(writing), peak() - before, len(counting))
"""
TICKS = os.sysconf("SC_CLK_TCK")


def processor_time(roots: list[int]) -> dict[str, float]:
    """Seconds of these processes' descendants (and of those that ended), by what they run."""
    stats = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, _, rest = (folder / "stat").read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue  # it has just ended
        fields = rest.split()
        stats[int(folder.name)] = name, int(fields[1]), sum(map(int, fields[11:15])) / TICKS
    used = {"java": 0.0, "python": 0.0}
    for process, (name, parent, seconds) in stats.items():
        while parent in stats and parent not in roots:
            parent = stats[parent][1]
        if parent in roots:
            used["java" if name == "java" else "python"] += seconds
    return used


class Dealt:
    """hvs.count on so many workers. Java's classes are loaded and its code is compiled before anything is measured."""

    def __init__(self, cluster: Cluster, workers: int, folder: Path, public: list[str], hops: int) -> None:
        self._cluster = cluster
        session = cluster.session("1g", "1g", workers)
        session.sparkContext.setLogLevel("ERROR")
        few = hvs.open_frozen(session, folder / "few" / "frozen")
        for _ in range(3):
            hvs.count(few, public=few.names[:4096], hops=hops, tasks=2 * workers).toArrow()
        frozen = hvs.open_frozen(session, folder / "many" / "frozen")
        table = hvs.count(frozen, public=public, hops=hops)  # the check of the manifest is not measured
        before, start = self._used(), time.perf_counter()
        self.counts = table.toArrow()
        self.seconds = time.perf_counter() - start
        after = self._used()
        self.java, self.python = (after[kind] - before[kind] for kind in ("java", "python"))
        self.plan = hvs.explain(frozen, public=public, hops=hops)
        session.stop()

    def _used(self) -> dict[str, float]:
        return processor_time([process.pid for process in self._cluster.processes[1:]])


def write_network(program: str, size: list[str], at: Path) -> None:
    """A power-law network as Parquet: its edges, and its users."""
    subprocess.run([program, "generate", "powerlaw", *size, "--seed", "1", "-o", at / "made.hvg"], check=True, capture_output=True)
    subprocess.run([program, "convert", at / "made.hvg", "-o", at / "made.txt"], check=True, capture_output=True)
    options = csv.ReadOptions(skip_rows=1, column_names=["a", "b"]), csv.ParseOptions(delimiter="\t")
    edges = csv.read_csv(at / "made.txt", *options)
    pq.write_table(edges, at / "edges.parquet")
    pq.write_table(pa.table({"id": np.unique(np.concatenate([edges["a"], edges["b"]]))}), at / "users.parquet")


def freeze(cluster: Cluster, at: Path) -> hvs.Frozen:
    session = cluster.session("1g", "1g")
    session.sparkContext.setLogLevel("ERROR")
    edges, users = (session.read.parquet(str(at / f"{name}.parquet")) for name in ("edges", "users"))
    frozen = hvs.freeze(edges, users, at=at / "frozen")
    _ = frozen.names
    session.stop()
    return frozen


def counted_by_one_process(frozen: hvs.Frozen, public: list[str], hops: int, folder: Path) -> tuple[float, float, np.ndarray]:
    np.save(folder / "public.npy", frozen.numbers_of(public))
    command = [sys.executable, "-c", ONE_PROCESS, frozen.hvg, folder / "public.npy", str(hops), folder / "counts.npy"]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, used = map(float, ended.stdout.split())
    return seconds, used, np.load(folder / "counts.npy")


@dataclass
class Inference:
    """What the inference of a release takes, by user and by edge."""

    seconds_of_user: float
    seconds_of_edge: float
    bytes_of_user: float
    bytes_of_edge: float


def infer(program: str, folder: Path, users: int = 50_000) -> Inference:
    """Of two networks of this many users, a third each with epsilon 1, 4 and 16, 5% public; 4 hops, on one thread."""
    taken = []
    for edges in (5 * users, 20 * users):
        at = folder / f"inferred-{edges}.hvg"
        size = ["--nodes", str(users), "--edges", str(edges), "--seed", "1", "-o", str(at)]
        subprocess.run([program, "generate", "powerlaw", *size], check=True, capture_output=True)
        ended = subprocess.run([sys.executable, "-c", INFERENCE, at], check=True, capture_output=True, text=True)
        seconds, counting, writing, memory, networks = map(float, ended.stdout.split())
        taken.append((edges, seconds, memory))
        print(
            f"inference, {users} users, {edges} edges: {seconds:.1f} s of processor time, {memory / 1e6:.0f} MB; {networks:.0f} networks, "
            f"counting in them {counting:.2f} s ({counting / seconds:.0%}), writing them for workers {writing:.2f} s",
            flush=True,
        )
    (few, seconds, memory), (many, more_seconds, more_memory) = taken
    each = (more_seconds - seconds) / (many - few), (more_memory - memory) / (many - few)
    return Inference((seconds - each[0] * few) / users, each[0], (memory - each[1] * few) / users, each[1])


def compare(cluster: Cluster, folder: Path, frozen: hvs.Frozen, public: int, hops: int) -> float:
    """One process, one worker and two. Returns the seconds of processor time of the one process."""
    stars = frozen.names[:: max(1, frozen.num_users // public)][:public]
    edges = frozen.manifest["total"][0]
    print(f"power-law network, {frozen.num_users} users, {edges} edges, {len(stars)} public users, {hops} hops; one core per worker")
    seconds, used, counts = counted_by_one_process(frozen, stars, hops, folder)
    print(f"one process: {seconds:.1f} s, {used:.1f} s of processor time, with Python's start and reading the .hvg", flush=True)
    alone = None
    for workers in (1, 2):
        dealt = Dealt(cluster, workers, folder, stars, hops)
        assert all(np.array_equal(dealt.counts.column(hop + 1).to_numpy(), counts[hop]) for hop in range(hops))
        print(
            f"{workers} worker{'s' * (workers > 1)}: {dealt.seconds:.1f} s; processor time {dealt.java + dealt.python:.1f} s, "
            f"{(dealt.java + dealt.python) / used:.2f} times that of one process: {dealt.python:.1f} s Python, {dealt.java:.1f} s Java",
            flush=True,
        )
        if alone is None:
            alone = dealt
            print("  " + dealt.plan.replace("\n", "\n  "))
        else:
            by_processors = 2 * (alone.java + alone.python) / (dealt.java + dealt.python)
            print(
                f"two workers are {alone.seconds / dealt.seconds:.2f} times as fast as one by the clock; {by_processors:.2f} times, were each "
                "to have a core to itself for half of that processor time"
            )
    return used


def measure(program: str, folder: Path, cluster: Cluster, users: int, edges: int, public: int, hops: int) -> None:
    for name, size in (("few", (20_000, 100_000)), ("many", (users, edges))):
        (folder / name).mkdir()
        write_network(program, ["--nodes", str(size[0]), "--edges", str(size[1])], folder / name)
        frozen = freeze(cluster, folder / name)
    compare(cluster, folder, frozen, public, hops)
    used = compare(cluster, folder, frozen, 4 * public, hops)  # what a worker takes once is the same
    found = frozen.manifest["total"][0]
    inference = infer(program, folder)
    model(used / (found * 4 * public * hops), frozen.hvg.stat().st_size / found, inference)


def model(seconds_each: float, bytes_per_edge: float, inference: Inference) -> None:
    """On paper: 64 nodes of 32 cores and 256 GB, counts at 4 hops."""
    nodes, cores, hops = 64, 32, 4
    users, edges, public = 10**8, 10**10, 10**6
    work = seconds_each * edges * public * hops
    print()
    print(f"a model, not measured: {nodes} nodes of {cores} cores, {users:.0e} users, {edges:.0e} edges, {public:.0e} public users, {hops} hops")
    print(f"  kernel, at {seconds_each * 1e12:.1f} ps of processor time per edge, public user and hop: {work / 3600:.0f} core hours, {work / 60 / nodes / cores:.1f} minutes on all cores")
    print(f"  the .hvg: {edges * bytes_per_edge / 1e9:.0f} GB, read once by every node: {nodes * edges * bytes_per_edge / 1e12:.1f} TB over the network")
    print(f"  4096 public users at once: {users * 2 * 4096 / 8 / 1e9:.0f} GB of rows of bits, so one task per node with all its cores, {public // nodes} public users each")
    print(f"  to Spark: {users * hops * 4 / 1e9:.1f} GB of counts per task, {nodes * users * hops * 4 / 1e9:.0f} GB in all")
    print("  assumes: the same time per edge when rows of bits leave the caches (it grows; docs/counting.md), all cores busy, no task repeated;")
    print("  graphs beyond 2^32 edges are refused today, so 1e10 edges are what this would take, not what it does")
    seconds = users * inference.seconds_of_user + edges * inference.seconds_of_edge
    memory = users * inference.bytes_of_user + edges * inference.bytes_of_edge
    print(
        f"a release, in the driver: {inference.seconds_of_user * 1e6:.0f} us and {inference.bytes_of_user / 1e3:.2f} kB for each user, "
        f"{inference.seconds_of_edge * 1e6:.1f} us and {inference.bytes_of_edge:.0f} B for each edge:"
    )
    print(f"  {seconds / 3600:.0f} core hours, and {memory / 1e12:.1f} TB, which no node has: this is where a release ends")
    print("  assumes: both grow as between the two networks above; larger networks are imputed fewer times, which is less")


def main(program: str, users: int = 1_000_000, edges: int = 10_000_000, public: int = 8192, hops: int = 4) -> None:
    with tempfile.TemporaryDirectory() as name:
        cluster = Cluster(Path(name), "4g")
        try:
            measure(program, Path(name), cluster, users, edges, public, hops)
        finally:
            cluster.stop()


main(sys.argv[1], *map(int, sys.argv[2:]))
