# SPDX-License-Identifier: Apache-2.0
"""Docstrings, stubs and the notebook."""

import doctest
import importlib
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import matplotlib
import nbformat
import networkx as nx
import pandas as pd
import pytest
from nbclient import NotebookClient

import hopveil as hv

FOLDER = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["", "._graph", "._count", "._release", "._evaluate", "._parquet"])
def test_docstrings_are_true(name: str) -> None:
    module = importlib.import_module("hopveil" + name)
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def test_every_public_name_has_a_docstring() -> None:
    for name in hv.__all__:
        assert name == "__version__" or getattr(hv, name).__doc__, name


def test_every_function_and_way_to_make_a_network_has_an_example() -> None:
    functions = [getattr(hv, name) for name in hv.__all__ if name.islower() and not name.startswith("_")]
    networks = [getattr(hv.Graph, name) for name in vars(hv.Graph) if name.startswith("from_") or name == "read"]
    assert len(functions) >= 8 and len(networks) >= 6
    for one in [*functions, *networks, hv.Graph, hv.Plan, hv.Release, hv.BudgetRefused]:
        assert ">>>" in (one.__doc__ or ""), one


def test_mypy_accepts_package_and_stubs() -> None:
    subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", "--config-file=../pyproject.toml", "hopveil"],
        cwd=FOLDER,
        check=True,
    )


USERS_PROGRAM = """
import networkx as nx
import numpy as np
import pandas as pd

import hopveil as hv

net: hv.Graph = hv.Graph.from_networkx(nx.karate_club_graph(), users=range(40))
frame = pd.DataFrame({"a": [1, 2], "b": [2, 3]})
also: list[hv.Graph] = [hv.Graph.from_edges(frame, users=[1, 2, 3]), hv.Graph.from_edges(np.array([[1, 2]]))]
plan: hv.Plan = hv.plan(net, public=[0], epsilon={user: 0.5 for user in range(1, 40)}, hops=2, intervals=90)
status: str = plan.guarantee.status
not_covered: list[str] = plan.not_covered
spent: float = plan.cost("budget.db", share=0.5)["spent"].sum()
try:
    out: hv.Release = plan.release(ledger="budget.db", share=0.5, progress=lambda done, total: None)
except hv.BudgetRefused as refused:
    users: str = ", ".join(str(user) for user in refused.users)
    raise
middle: int = int(out.to_numpy()[0, 0]) + int(out.intervals(2)[0, 1])
out.save("released.csv", overwrite=True)
exact: hv.ExactCounts = hv.count(net, public=[0], hops=4)
errors: hv.Evaluation = hv.evaluate(net, epsilon=[1, 4, 16], runs=1)
verdict: str = hv.audit("eli", seconds=1).verdict
"""


def test_mypy_accepts_the_program_of_a_user_and_finds_its_mistakes(tmp_path: Path) -> None:
    mistakes = ["exact.save('counts.csv')", "hv.plan(net, public=[0], epsilon=1, hops='2')", "out.release()"]
    (tmp_path / "program.py").write_text(USERS_PROGRAM + "\n".join(mistakes))
    command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir=/dev/null", "program.py"]
    where = {**os.environ, "MYPYPATH": str(FOLDER)}
    found = subprocess.run(command, cwd=tmp_path, env=where, capture_output=True, text=True).stdout
    first = USERS_PROGRAM.count("\n") + 1
    assert [int(line) for line in re.findall(r"program.py:(\d+): error", found)] == [first, first + 1, first + 2], found


@pytest.mark.parametrize("document", ["docs/python.md", "README.md"])
def test_the_program_of_the_documents_runs(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Word for word, but for the minute that the audit takes."""
    program = re.findall(r"```python\n(.*?)```", (FOLDER.parent / document).read_text(), re.DOTALL)[0]
    monkeypatch.chdir(tmp_path)
    matplotlib.use("agg")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "key"], check=True)
    G = nx.barabasi_albert_graph(300, 3, seed=1)
    everybody = list(G)
    stars = [user for user, degree in G.degree() if degree > 30]
    prefs = pd.Series({user: 1.0 for user in everybody if user not in stars})
    names = {"G": G, "everybody": everybody, "stars": stars, "prefs": prefs}
    if "budget.db" in program and "create_ledger" not in program:
        hv.create_ledger("budget.db", hv.Graph.from_networkx(G), public=stars, epsilon=prefs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", hv.PrivacyWarning)
        exec(program.replace("seconds=60", "seconds=1"), names)
    assert len(pd.read_csv("released.csv")) == len(prefs)
    assert Path("released.csv.meta.json").exists()


@pytest.mark.parametrize("path", sorted((FOLDER / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": "/tmp"}}).execute()
    assert any(
        "image/png" in output.get("data", {}) for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
    )
