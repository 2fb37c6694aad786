# SPDX-License-Identifier: Apache-2.0
"""A real Ctrl-C, in a process of its own, ends long work within two seconds, wherever it is; and what counts when work
is interrupted that is done nevertheless."""

import os
import signal
import subprocess
import sys
import time

from collections.abc import Callable

import pytest

import hopveil as hv

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


def at_the_end(act: Callable[[], object]) -> Callable[[int, int], object]:
    return lambda done, total: act() if done == total else None


def ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def fail() -> None:
    raise LookupError("a mistake of the caller's")


@pytest.mark.parametrize(("act", "error"), [(ctrl_c, KeyboardInterrupt), (fail, LookupError)])
def test_work_that_is_done_nevertheless_is_interrupted_but_a_release_is_not_lost(
    net: hv.Graph, act: Callable[[], object], error: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(error):
        hv.evaluate(net, epsilon=1, hops=2, mechanisms=["uniform"], runs=2, progress=at_the_end(act))
    reported: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: reported.append(report.exc_type))
    out = hv.plan(net, public=[0], epsilon=1, hops=2).release(progress=at_the_end(act))
    assert out.to_numpy().shape == (33, 2)
    assert reported == ([] if act is ctrl_c else [LookupError])


def test_progress_that_raises_ends_the_work() -> None:
    begin = time.monotonic()
    with pytest.raises(LookupError):
        hv.audit("uniform", seconds=100, progress=lambda done, total: fail())
    assert time.monotonic() - begin < 20


def test_the_percentage_ends_its_line(net: hv.Graph, capsys: pytest.CaptureFixture[str]) -> None:
    hv.plan(net, public=[0], epsilon=1, hops=2).release(progress=True)
    assert capsys.readouterr().err.endswith("\r100%\n")
