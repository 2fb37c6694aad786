# SPDX-License-Identifier: Apache-2.0
"""Both ends of every connection as columns, from whatever holds them, and the users who stand there."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import numpy.typing as npt

from ._hopveil import InputError

_LACKS_AN_END = "a connection lacks one of its ends; remove such rows first."


def distinct(
    first: npt.NDArray[Any], second: npt.NDArray[Any]
) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """The users who stand in either array, and both arrays with users' places among them."""
    values = np.concatenate(_of_one_type(first, second))
    half = len(first)
    if values.dtype.kind in "iu" and values.size:
        low, high = int(values.min()), int(values.max())
        if high - low < 4 * values.size and high < 2**63:  # dense: a table instead of hashing or sorting
            steps = values.astype(np.int64, copy=False)
            steps -= low
            present = np.zeros(high - low + 1, dtype=np.bool_)
            present[steps] = True
            if present.all():
                codes = steps.astype(np.uint32)
            else:
                codes = (np.cumsum(present, dtype=np.uint32) - np.uint32(1))[steps]
            return np.flatnonzero(present) + low, codes[:half], codes[half:]
    try:
        import pandas as pd

        found_places, found = pd.factorize(values)
    except ImportError:
        found, found_places = np.unique(values, return_inverse=True)
    if (found_places < 0).any():
        raise InputError(_LACKS_AN_END)
    codes = found_places.astype(np.uint32)
    return found, codes[:half], codes[half:]


def _of_one_type(first: npt.NDArray[Any], second: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Both columns with every id as it is: NumPy's common type of uint64 and int64 is a float, which rounds ids."""
    for column in (first, second):
        if column.dtype.kind not in "iuOUT":
            raise InputError(f"ids of the type {column.dtype} cannot be used; they are whole numbers or texts. Cast the column.")
        if isinstance(column, np.ma.MaskedArray) and np.ma.getmaskarray(column).any():
            raise InputError(_LACKS_AN_END)
    if first.dtype.kind in "iu" and second.dtype.kind in "iu" and np.result_type(first, second).kind == "f":
        return first.astype(object), second.astype(object)
    return np.asarray(first), np.asarray(second)


def two_columns(edges: Any, source: Hashable | None, target: Hashable | None) -> tuple[Any, Any]:
    if hasattr(edges, "iloc") and hasattr(edges, "columns"):  # of pandas
        return _two_of_pandas(edges, source, target)
    if isinstance(edges, np.ndarray):
        if edges.ndim != 2 or edges.shape[1] != 2:
            raise InputError(f"the array has the shape {edges.shape}; two columns are expected.")
        return edges[:, 0], edges[:, 1]
    try:
        pairs = [tuple(pair) for pair in edges]
    except TypeError:
        raise InputError(
            f"{type(edges).__name__} is no edges; give a table, an array of two columns, or pairs of users."
        ) from None
    if any(len(pair) != 2 for pair in pairs):
        raise InputError("an edge does not have two ends; pairs of users are expected.")
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def _two_of_pandas(edges: Any, source: Hashable | None, target: Hashable | None) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    columns = list(edges.columns)
    if len(columns) < 2:
        raise InputError("the table has fewer than two columns; connections have two ends.")
    ends = []
    for place, name in enumerate((source, target)):
        if name is not None and columns.count(name) != 1:
            problem = "no column" if name not in columns else "several columns"
            raise InputError(f"the table has {problem} {name!r}; its columns are {columns}.")
        ends.append(place if name is None else columns.index(name))
    if ends[0] == ends[1]:
        raise InputError(f"column {columns[ends[0]]!r} holds both ends of every connection; name the other one.")
    first, second = (edges.iloc[:, end] for end in ends)
    if first.isna().any() or second.isna().any():
        raise InputError(_LACKS_AN_END)
    return first.to_numpy(), second.to_numpy()
