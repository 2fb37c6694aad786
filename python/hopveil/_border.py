# SPDX-License-Identifier: Apache-2.0
"""Arguments of callers, checked where they come in: what cannot be meant is an InputError that says so."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ._hopveil import MAX_HOPS, InputError

_LARGEST = 2**32 - 1
_LARGEST_OF_64_BITS = 2**64 - 1


def whole(name: str, value: Any, least: int = 0, most: int = _LARGEST) -> int:
    """A whole number from `least` to `most`."""
    try:
        number = least - 1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = least - 1
    if not least <= number <= most:
        raise InputError(f"{name} {value!r} cannot be used; a whole number from {least} to {most} is expected.")
    return number


def hops(value: Any) -> int:
    return whole("hops", value, 1, MAX_HOPS)


def runs(value: Any) -> int:
    return whole("runs", value, 1, _LARGEST_OF_64_BITS)


def seed(value: Any) -> int:
    return whole("seed", value, 0, _LARGEST_OF_64_BITS)


def number(name: str, value: Any) -> float:
    """A number; its range is C++'s to check."""
    try:
        if not isinstance(value, (bool, np.bool_, np.ndarray)):
            return float(value)
    except (TypeError, ValueError):
        pass
    raise InputError(f"{name} {value!r} is not a number.")


def path(name: str, value: Any) -> bytes:
    """The name of a file, as the system takes it."""
    try:
        encoded = os.fsencode(value)
    except (TypeError, UnicodeError):
        raise InputError(f"{name} {value!r} is no file's name.") from None
    if not encoded or b"\0" in encoded:
        raise InputError(f"{name} {value!r} is no file's name.")
    return encoded


def text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name} {value!r} is not a text.")
    return value


def texts(name: str, values: Any) -> list[str]:
    """Several texts, or one."""
    if isinstance(values, str):
        return [values]
    if not isinstance(values, Iterable):
        raise InputError(f"{name} {values!r} is not a text, nor several.")
    return [text(name, value) for value in values]


def options(values: Mapping[str, object] | None) -> dict[str, object]:
    """A mechanism's options by name."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise InputError(f"options {values!r} are not a dict of names and values.")
    return {text("the name of an option", name): value for name, value in values.items()}


def is_table(values: Any) -> bool:
    """Whether these are Arrow's columns. pandas offers its data as Arrow, too, but its labels may be anything; a single
    column (polars' Series, pyarrow's ChunkedArray) is a list of its values."""
    is_column = hasattr(values, "iloc") or hasattr(values, "dtype") or hasattr(values, "combine_chunks") and hasattr(values, "type")
    return hasattr(values, "__arrow_c_stream__") and not is_column


def ids(name: str, users: Any) -> list[Hashable]:
    """Users, from an iterable or from the first column of a table."""
    if isinstance(users, (str, bytes)):
        raise InputError(f"{name} are a list of users, not the text {users!r}.")
    if hasattr(users, "iloc") and hasattr(users, "columns"):  # of pandas
        if len(users.columns) == 0:
            raise InputError(f"{name} are a table without columns; one with ids is expected.")
        users = users.iloc[:, 0]
    elif is_table(users):
        import pyarrow as pa

        users = pa.table(users).column(0)
    for to_list in ("to_pylist", "tolist"):
        if hasattr(users, to_list):
            users = getattr(users, to_list)()
            break
    try:
        return list(users)
    except TypeError:
        raise InputError(f"{name} are a list of users, not {type(users).__name__}.") from None


def refuse_no_names(labels: Iterable[Hashable]) -> None:
    """Missing values, truth values, numbers with a fraction and bytes name no user: most come from a column that was read
    as another type."""
    for kind in set(map(type, labels)):
        missing = kind is type(None) or kind.__name__ in ("NAType", "NaTType")
        if missing or issubclass(kind, (bool, np.bool_, float, np.floating, complex, np.complexfloating, bytes)):
            culprit = next(label for label in labels if type(label) is kind)
            raise InputError(
                f"{culprit!r} names no user; ids are whole numbers, texts, or other values with a text of their own (dates, "
                "tuples). Cast the column that it stands in, or leave its row out."
            )


def names(labels: Sequence[Hashable]) -> list[str] | None:
    """As hopveil's files show them; None: the numbers 0, 1, .."""
    if isinstance(labels, range):
        return None
    refuse_no_names(labels)
    found = [str(label) for label in labels]
    if not all(map(str.isascii, found)):
        for name in found:
            try:
                name.encode()
            except UnicodeEncodeError:
                raise InputError(f"the name {name!r} holds what is no character; names are printable text.") from None
    return found


def places(groups: Iterable[Iterable[Hashable]]) -> tuple[list[Hashable], dict[Hashable, int]]:
    """All users in order of first appearance, and each one's place."""
    found: dict[Hashable, int] = {}
    for group in groups:
        for user in group:
            try:
                found.setdefault(user, len(found))
            except TypeError:
                raise unhashable(user) from None
    return list(found), found


def distinct_ids(users: Iterable[Hashable]) -> set[Hashable]:
    try:
        return set(users)
    except TypeError:
        places([users])  # says who it is
        raise


def unhashable(user: Any) -> InputError:
    return InputError(f"{user!r} names no user; ids are whole numbers, texts, or other values that can be keys of a dict.")


def share(value: Any) -> str:
    """A share of every budget, as the text that C++ reads exactly."""
    if isinstance(value, str):
        return value
    return np.format_float_positional(number("share", value), trim="-")
