# SPDX-License-Identifier: Apache-2.0
"""Frozen edges: what makes a lazy, retried, speculative engine safe for privacy.

A DataFrame is a recipe that Spark may run again, in part, at any time; a proof needs one network, every pair of which is
counted once. `freeze` runs the recipe, removes directions, repeats and self-loops, numbers the users, writes every pair once
and describes what was written in a manifest: per part, rows and two sums of a hash of the pairs, which do not depend on their
order. Whatever reads the pairs again adds up the same three numbers, and refuses to go on when they are others.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _hopveil
from ._graph import Graph
from ._hopveil import InputError

_MANIFEST = "manifest.json"
_MOST_PAIRS = 2**32
_ORDER_DEPENDENT = {"First", "Last", "AnyValue"}
_CUTTING = {"GlobalLimit", "LocalLimit", "Limit", "Sample", "Tail", "Offset", "LimitAndOffset"}


class FrozenChanged(InputError):
    """The frozen edges are not, or no longer, those of their manifest."""


class Frozen:
    """Edges that were frozen at a place; the driver and all workers see that place. Made by `freeze` and `open_frozen`."""

    def __init__(self, session: Any, at: Path, manifest: dict[str, Any]) -> None:
        self.session = session
        self.at = at
        self.manifest = manifest
        self._names: list[str] | None = None

    @property
    def hvg(self) -> Path:
        return self.at / "network.hvg"

    @property
    def users_file(self) -> Path:
        return self.at / "users.parquet"

    @property
    def num_users(self) -> int:
        return int(self.manifest["users"])

    @property
    def names(self) -> list[str]:
        """The users' ids as texts, by number."""
        if self._names is None:
            import pyarrow.parquet as pq

            table = pq.read_table(self.users_file)
            names: list[str] = table.column("id").to_pylist()
            if len(names) != self.num_users or _digest(names) != self.manifest["users_sha256"]:
                raise FrozenChanged(f"{self.at}: the list of users is not the one that was frozen; freeze anew.")
            self._names = names
        return self._names

    def users(self) -> Any:
        """A DataFrame with the columns number and id."""
        return self.session.read.parquet(str(self.users_file))

    def edges(self) -> Any:
        """A DataFrame with the columns a and b: every pair once, by numbers, a < b. Protected: NOT private."""
        return self.session.read.parquet(*[str(self.at / "edges" / part["file"]) for part in self.manifest["parts"]])

    def numbers_of(self, users: Any) -> npt.NDArray[np.uint32]:
        """The numbers of these users (a DataFrame with one column, or an iterable), ascending."""
        if hasattr(users, "toArrow"):
            users = users.toArrow().column(0).to_pylist()
        if isinstance(users, str):
            raise InputError(f"public users are a list of users, not the text {users!r}.")
        places = {name: number for number, name in enumerate(self.names)}
        numbers = []
        for user in users:
            number = places.get(str(user))
            if number is None:
                raise InputError(f"user {user!r} does not exist; there are {self.num_users}.")
            numbers.append(number)
        if len(set(numbers)) != len(numbers):
            raise InputError("a user is public twice; name each once.")
        return np.array(sorted(numbers), dtype=np.uint32)

    def public_graph(self, public: npt.NDArray[np.uint32]) -> Graph:
        """All users, and the connections between public ones: what is known without asking."""
        from pyspark.sql import functions as F

        self.session.sparkContext.setJobDescription("hopveil: connections between public users")
        chosen = self.session.createDataFrame([(int(number),) for number in public], "number bigint")
        edges = self.edges().join(F.broadcast(chosen.withColumnRenamed("number", "a")), "a", "left_semi")
        table = edges.join(F.broadcast(chosen.withColumnRenamed("number", "b")), "b", "left_semi").select("a", "b").toArrow()
        first, second = (table.column(name).to_numpy().astype(np.uint32) for name in ("a", "b"))
        return Graph._from_ends(self.names, first, second, lists_everybody=True)

    def check(self) -> None:
        """Reads all parts and compares them with the manifest. Raises FrozenChanged."""
        self._check_files()
        self.session.sparkContext.setJobDescription("hopveil: check of the manifest")
        try:
            found = _parts(self.edges(), by_file=True)
        except Exception as problem:
            raise FrozenChanged(f"{self.at}: the frozen edges cannot be read; freeze anew.") from problem
        if found != {part["file"]: _sums(part) for part in self.manifest["parts"] if part["rows"]}:
            raise FrozenChanged(f"{self.at}: the frozen edges are not those of their manifest; freeze anew.")
        self.check_hvg()

    def check_total(self, rows: int, high: int, low: int) -> None:
        """Compares what an answer was computed from with the manifest."""
        if (rows, high, low) != tuple(self.manifest["total"]):
            raise FrozenChanged(f"{self.at}: the frozen edges changed under way; freeze anew.")

    def check_hvg(self) -> None:
        if not self.hvg.exists() or _file_digest(self.hvg) != self.manifest["hvg_sha256"]:
            raise FrozenChanged(f"{self.hvg} is not the file that was frozen; freeze anew.")

    def _check_files(self) -> None:
        found = sorted(path.name for path in (self.at / "edges").glob("*.parquet"))
        expected = sorted(part["file"] for part in self.manifest["parts"])
        if found != expected:
            missing, further = set(expected) - set(found), set(found) - set(expected)
            raise FrozenChanged(
                f"{self.at}: {len(missing)} parts of the frozen edges are missing and {len(further)} are not in the manifest "
                "(a write that was repeated?); freeze anew."
            )

    def __repr__(self) -> str:
        return f"<hopveil.spark.Frozen: {self.num_users} users at {self.at}>"


def freeze(
    edges: Any,
    users: Any,
    at: str | os.PathLike[str],
    source: str | None = None,
    target: str | None = None,
    memory: int = 2**30,
) -> Frozen:
    """Writes every pair of connected users once, with a manifest, and the same network as .hvg beside it.

    `edges` is a DataFrame with two columns of ids (by default its first two), `users` one with a column of ids: everybody who
    exists. A connection of anybody else, a null, a limit, a sample or a random expression in `edges` is refused. The place
    `at` must not exist, and must be seen by the driver and all workers. The driver holds the users' ids and `memory` bytes of
    edges, which it sorts on the disk beside the .hvg.
    """
    place = Path(at)
    if place.exists():
        raise InputError(f"{place} exists; frozen edges are never written over: give another place.")
    _refuse_unstable(edges, "edges")
    _refuse_unstable(users, "users")
    session = edges.sparkSession
    session.sparkContext.setJobDescription("hopveil: freezing edges")
    place.mkdir(parents=True)
    try:
        names = _user_names(users)
        _write_users(names, place)
        pairs = _pairs(session, edges, place, source, target)
        pairs.write.parquet(str(place / "edges"), mode="errorifexists")
        frozen = Frozen(session, place, _manifest(session, place, names))
        _check_written(frozen, pairs)
        _write_hvg(frozen, memory)
        frozen.manifest["hvg_sha256"] = _file_digest(frozen.hvg)
        unfinished = place / (_MANIFEST + ".new")
        unfinished.write_text(json.dumps(frozen.manifest, indent=1))
        unfinished.rename(place / _MANIFEST)  # last: what has a manifest is whole
        return frozen
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise


def open_frozen(session: Any, at: str | os.PathLike[str]) -> Frozen:
    """Edges that were frozen before, checked against their manifest."""
    place = Path(at)
    try:
        manifest = json.loads((place / _MANIFEST).read_text())
        frozen = Frozen(session, place, manifest)
        _ = manifest["users"], manifest["parts"], manifest["total"], manifest["hvg_sha256"]
    except FileNotFoundError:
        raise InputError(f"{place} has no {_MANIFEST}: nothing was frozen there, or not to its end.") from None
    except (KeyError, TypeError, ValueError) as problem:
        raise InputError(f"{place / _MANIFEST} is not a manifest of frozen edges; freeze anew.") from problem
    frozen.check()
    return frozen


def _refuse_unstable(table: Any, what: str) -> None:
    """Recipes that give other rows when they are run again, or not all of them."""
    analyzed = table._jdf.queryExecution().analyzed()
    waiting = [analyzed]
    while waiting:
        node = waiting.pop()
        if chosen_by := _choice_among_rows(node):
            raise InputError(
                f"the {what} come through {chosen_by}: a part of a network is another network, and which part may change "
                "when Spark repeats a task; write the part to a table first, if it is what you mean."
            )
        waiting.extend(_items(node.children()))
        waiting.extend(_items(node.subqueries()))
    if not analyzed.deterministic():
        raise InputError(
            f"the {what} come from an expression that is not deterministic (rand(), uuid(), a random UDF): when Spark repeats a "
            "task they would be others; write them to a table first."
        )


def _choice_among_rows(node: Any) -> str:
    """What in this step of a recipe takes some rows and leaves others by their order, or by chance."""
    name: str = node.nodeName()
    if name in _CUTTING:
        return name
    if name == "Deduplicate" and node.keys().size() < node.child().output().size():
        return "dropDuplicates() of some columns (leave it out: every pair counts once)"
    expressions = list(_items(node.expressions()))
    while expressions:
        expression = expressions.pop()
        if expression.nodeName() in _ORDER_DEPENDENT:
            return f"{expression.prettyName()}()"
        expressions.extend(_items(expression.children()))
    return ""


def _items(sequence: Any) -> Iterator[Any]:
    return (sequence.apply(i) for i in range(sequence.size()))


def _user_names(users: Any) -> list[str]:
    from pyspark.sql import functions as F

    ids = users.select(F.col(_quoted(users.columns[0])).cast("string").alias("id")).distinct().toArrow().column("id").to_pylist()
    if any(user is None for user in ids):
        raise InputError("the users hold a null; everybody has an id.")
    return sorted(ids)


def _write_users(names: list[str], place: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    _hopveil.Graph.from_edges(names, len(names), np.empty(0, np.uint32), np.empty(0, np.uint32))  # refuses unusable names
    pq.write_table(pa.table({"number": pa.array(range(len(names)), pa.int64()), "id": names}), place / "users.parquet")


def _pairs(session: Any, edges: Any, place: Path, source: str | None, target: str | None) -> Any:
    """Every pair once: numbers a < b. A connection of a user who is not listed raises when this is run."""
    from pyspark.sql import functions as F

    columns = edges.columns
    if len(columns) < 2:
        raise InputError("the edges have fewer than two columns; connections have two ends.")
    ends = [source if source is not None else columns[0], target if target is not None else columns[1]]
    for name in ends:
        if name not in columns:
            raise InputError(f"the edges have no column {name!r}; the columns are {columns}.")
    users = session.read.parquet(str(place / "users.parquet"))
    numbered = edges.select(*[F.col(_quoted(name)).cast("string").alias(end) for name, end in zip(ends, ("x", "y"))])
    for end in ("x", "y"):
        known = users.select(F.col("id").alias(end), F.col("number").alias(f"number_{end}"))
        numbered = numbered.join(known, end, "left")
    strangers = numbered.where("number_x IS NULL OR number_y IS NULL").count()
    if strangers:
        raise InputError(
            f"{strangers} connections have an end that is null or not among the users; list everybody, or leave them out."
        )
    return (
        numbered.where("number_x <> number_y")
        .select(F.least("number_x", "number_y").alias("a"), F.greatest("number_x", "number_y").alias("b"))
        .distinct()
    )


def _parts(pairs: Any, by_file: bool) -> dict[str, tuple[int, int, int]]:
    """Rows and sums of hashes, for each file or (under "") of all."""
    from pyspark.sql import functions as F

    pairs = pairs.select("a", "b", (F.input_file_name() if by_file else F.lit("")).alias("file"))
    rows = pairs.groupBy("file").agg(*sums()).collect()
    return {os.path.basename(row["file"]): (row["rows"], row["high"], row["low"]) for row in rows}


def sums() -> list[Any]:
    """Rows, and the sums of both halves of a hash of (a, b): as expressions over a table of pairs."""
    from pyspark.sql import functions as F

    hashed = F.xxhash64("a", "b")
    return [
        F.count(F.lit(1)).alias("rows"),
        F.coalesce(F.sum(F.shiftrightunsigned(hashed, 33)), F.lit(0)).alias("high"),
        F.coalesce(F.sum(hashed.bitwiseAND(F.lit(2**31 - 1).cast("bigint"))), F.lit(0)).alias("low"),
    ]


def _manifest(session: Any, place: Path, names: list[str]) -> dict[str, Any]:
    files = sorted(path.name for path in (place / "edges").glob("*.parquet"))
    found = _parts(session.read.parquet(str(place / "edges")), by_file=True)
    parts: list[dict[str, Any]] = []
    for file in files:
        rows, high, low = found.get(file, (0, 0, 0))
        parts.append({"file": file, "rows": rows, "high": high, "low": low})
    total = [sum(part[key] for part in parts) for key in ("rows", "high", "low")]
    if total[0] >= _MOST_PAIRS:
        raise InputError(f"{total[0]} connections are too many; up to {_MOST_PAIRS - 1} can be frozen.")
    return {"version": 1, "users": len(names), "users_sha256": _digest(names), "parts": parts, "total": total}


def _check_written(frozen: Frozen, pairs: Any) -> None:
    """Each pair once; and the recipe gives the same again: a source that changed meanwhile gives something else."""
    if frozen.edges().groupBy("a", "b").count().where("count > 1").head() is not None:
        raise FrozenChanged("a pair was written twice; freeze anew.")
    again = _parts(pairs, by_file=False).get("", (0, 0, 0))
    if again != tuple(frozen.manifest["total"]):
        raise FrozenChanged("the edges are others when they are read again: the table changed meanwhile; freeze anew.")


def _write_hvg(frozen: Frozen, memory: int) -> None:
    """Part by part, sorted on the disk: the edges need not fit the driver's memory."""
    import pyarrow.parquet as pq

    writer = _hopveil.BinaryGraphWriter(str(frozen.hvg), frozen.names, memory)
    for part in frozen.manifest["parts"]:
        with pq.ParquetFile(frozen.at / "edges" / part["file"]) as file:
            for batch in file.iter_batches(columns=["a", "b"]):
                writer.add(*(batch.column(name).to_numpy().astype(np.uint32) for name in ("a", "b")))
    if writer.finish() != frozen.manifest["total"][0]:
        raise FrozenChanged("the .hvg does not hold every pair once; freeze anew.")


def _sums(part: dict[str, Any]) -> tuple[int, int, int]:
    return part["rows"], part["high"], part["low"]


def _digest(names: Iterable[Hashable]) -> str:
    digest = hashlib.sha256()
    for name in names:
        digest.update(str(name).encode() + b"\n")
    return digest.hexdigest()


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _quoted(column: str) -> str:
    return "`" + column.replace("`", "``") + "`"
