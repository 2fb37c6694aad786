# SPDX-License-Identifier: Apache-2.0
"""The installed package with NumPy alone: networks, counts, a release, errors. Run as a program.

Prints where the package and NumPy come from.
"""

import tempfile
from pathlib import Path

import numpy as np

import hopveil as hv

EDGES = [("ann", "bob"), ("bob", "cleo"), ("cleo", "dan")]


def check_counts() -> None:
    net = hv.Graph.from_edges(EDGES)
    assert hv.count(net, public=["ann"], hops=3).to_numpy().tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    numbers = hv.Graph.from_edges(np.array([[7, 8], [8, 9]]))
    assert numbers.users == [7, 8, 9]
    assert hv.count(numbers, public=[7], hops=2).to_numpy().tolist() == [[1, 0], [0, 1]]


def check_release(folder: Path) -> None:
    net = hv.Graph.from_edges(EDGES, users=["ann", "bob", "cleo", "dan", "eve"])
    plan = hv.plan(net, public=["ann"], epsilon=1.0, hops=2, intervals=90)
    assert plan.guarantee.status == "proved"
    plan.create_ledger(folder / "budget.db")
    out = plan.release(ledger=folder / "budget.db")
    assert out.to_numpy().shape == (4, 2)
    out.save(folder / "released.csv")
    assert (folder / "released.csv").read_text().startswith("user,hop_1")
    try:
        plan.release(ledger=folder / "budget.db")
    except hv.BudgetRefused as refused:
        assert refused.num_users == 4
    else:
        raise AssertionError("the budget was spent twice")


def check_errors() -> None:
    try:
        hv.count(hv.Graph.from_edges(EDGES), public=["zoe"], hops=1)
    except hv.InputError as error:
        assert isinstance(error, ValueError) and "'zoe' does not exist" in str(error)
    else:
        raise AssertionError("an unknown user was accepted")


if __name__ == "__main__":
    check_counts()
    with tempfile.TemporaryDirectory() as folder:
        check_release(Path(folder))
    check_errors()
    print(f"hopveil {hv.__version__} from {Path(hv.__file__).parent}, NumPy {np.__version__}: ok")
