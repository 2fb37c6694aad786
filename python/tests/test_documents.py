"""Docstrings, stubs and the notebook."""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import hopveil as hv

FOLDER = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["", "._graph", "._count", "._release", "._evaluate"])
def test_docstrings_are_true(name: str) -> None:
    module = importlib.import_module("hopveil" + name)
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def test_every_public_name_has_a_docstring() -> None:
    for name in hv.__all__:
        assert name == "__version__" or getattr(hv, name).__doc__, name


def test_mypy_accepts_package_and_stubs() -> None:
    subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", "--config-file=../pyproject.toml", "hopveil"],
        cwd=FOLDER,
        check=True,
    )


@pytest.mark.parametrize("path", sorted((FOLDER / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": "/tmp"}}).execute()
    assert any(
        "image/png" in output.get("data", {}) for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
    )
