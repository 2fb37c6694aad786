"""A real Ctrl-C, in a process of its own, ends long work within two seconds, wherever it is."""

import os
import signal
import subprocess
import sys
import time

import pytest

NETWORK = """
import numpy as np, hopveil as hv
size = 100_000
edges = np.random.default_rng(1).integers(0, size, (1_000_000, 2))
net = hv.Graph.from_edges(edges, users=range(size))
"""


@pytest.mark.parametrize(
    ("call", "seconds"),
    [
        ("hv.audit('eli', seconds=10_000)", 1),
        (NETWORK + "for _ in range(1000): hv.count(net, public=range(0, size, 2), hops=8)", 1),
        (NETWORK + "hv.evaluate(net, public=range(0, size, 50), epsilon=[1, 4], runs=1000)", 1),
        (NETWORK + "for _ in range(1000): hv.plan(net, public=range(0, size, 20), epsilon=1, hops=4).release()", 1),
        (NETWORK + "for _ in range(1000): hv.plan(net, public=range(0, size, 20), epsilon=1, hops=4).release()", 8),
    ],
    ids=["audit", "count", "evaluate", "release", "release-later"],
)
def test_ctrl_c_ends_the_work_within_two_seconds(call: str, seconds: float) -> None:
    prepare, _, work = call.rpartition("\n")
    program = f"""
import hopveil as hv
{prepare}
print("begun", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "begun\n"
    time.sleep(seconds)
    begin = time.monotonic()
    os.kill(child.pid, signal.SIGINT)
    assert child.stdout.readline() == "interrupted\n"
    assert time.monotonic() - begin < 2
    assert child.wait(timeout=20) == 0
