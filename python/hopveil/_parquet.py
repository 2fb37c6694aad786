# SPDX-License-Identifier: Apache-2.0
"""A release as Parquet: the rows of its csv table, with the same metadata beside it.

The metadata, the ledger and a signature vouch for the bytes of the csv table. So that they vouch for a Parquet file, too, it can be
turned back into that table, byte for byte (`parquet_to_csv`), which `hopveil verify` then checks.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ._hopveil import InputError

_METADATA = ".meta.json"
_SIGNATURE = ".meta.json.sig"
# What a file may become in memory, as for compressed networks (--max-unpacked); columns of zeros take next to nothing.
_ALWAYS_UNPACKED = 64 << 20
_UNPACKED_PER_BYTE = 400
_QUOTED = set(' ,;"\r\n\t')


def save_parquet(save_csv: Callable[[str], None], path: Path, overwrite: bool) -> None:
    """`save_csv` writes table and metadata, and a signature where one is wanted."""
    import pyarrow.parquet as pq

    if path.is_dir():
        raise InputError(f"{path} is a folder; give a file's name.")
    if path.is_file() and path.open("rb").read(16) == b"SQLite format 3\0":
        raise InputError(f"{path}: a database would be written over, perhaps a ledger; give another name.")
    if not overwrite and _exists(path):
        raise InputError(f"{path}: a release would be written over, and its budget is spent; give another name, or overwrite=True.")
    with tempfile.TemporaryDirectory(prefix=".hopveil-", dir=path.absolute().parent) as folder:
        csv = Path(folder) / "table.csv"
        save_csv(str(csv))
        metadata = Path(f"{csv}{_METADATA}").read_bytes()
        unfinished = Path(folder) / "table.parquet"
        pq.write_table(_read_csv(csv).replace_schema_metadata({"hopveil": metadata}), unfinished)
        if _csv_of(pq.read_table(unfinished)) != csv.read_bytes():
            raise RuntimeError("the Parquet file does not hold the table; save as csv, and please report this")
        _sync(unfinished)
        for ending in (_SIGNATURE, _METADATA):  # the table last: where it stands, its metadata does
            beside = Path(f"{csv}{ending}")
            if beside.exists():
                beside.replace(f"{path}{ending}")
            else:
                Path(f"{path}{ending}").unlink(missing_ok=True)
        unfinished.replace(path)
        _sync(path.absolute().parent)


def parquet_to_csv(parquet: str | os.PathLike[str], csv: str | os.PathLike[str]) -> None:
    """Turns a release that was saved as Parquet into its csv table, byte for byte, with metadata and signature beside it, for
    `hopveil verify`. Raises InputError when the Parquet file does not hold the table that its metadata describes.

    >>> import hopveil as hv
    >>> out = hv.plan(hv.Graph.from_edges([(1, 2)], users=[1, 2]), public=[1], epsilon=1, hops=2).release()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     out.save(folder + "/released.parquet")
    ...     parquet_to_csv(folder + "/released.parquet", folder + "/released.csv")
    ...     Path(folder, "released.csv").read_text().splitlines()[0]
    'user,hop_1,hop_2'
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    source, target = Path(parquet), Path(csv)
    if _exists(target):
        raise InputError(f"{target} exists; give another name.")
    try:
        metadata = json.loads(Path(f"{source}{_METADATA}").read_bytes())
        expected, rows = metadata["table_sha256"], metadata["rows"]
        with pq.ParquetFile(source, read_dictionary=["user"]) as file:
            if file.metadata.num_rows != rows:
                raise ValueError("other rows")
            text = _csv_of(_read_parquet(file, _ALWAYS_UNPACKED + _UNPACKED_PER_BYTE * source.stat().st_size))
    except (pa.ArrowException, OSError, LookupError, TypeError, ValueError) as problem:
        raise InputError(f"{source} and {source}{_METADATA} are not a release that was saved as Parquet.") from problem
    if hashlib.sha256(text).hexdigest() != expected:
        raise InputError(f"{source} does not hold the table of its metadata: it was changed, or belongs to another release.")
    with tempfile.TemporaryDirectory(prefix=".hopveil-", dir=target.absolute().parent) as folder:
        unfinished = Path(folder) / "table.csv"
        unfinished.write_bytes(text)
        for ending in (_SIGNATURE, _METADATA):
            if os.path.exists(f"{source}{ending}"):
                shutil.copyfile(f"{source}{ending}", f"{target}{ending}")
        unfinished.replace(target)


def _exists(path: Path) -> bool:
    return path.exists() or os.path.exists(f"{path}{_METADATA}")


def _read_parquet(file: Any, most_bytes: int) -> Any:
    """A few bytes can stand for any number of rows, and for any number of long names."""
    import pyarrow as pa
    import pyarrow.compute as pc

    groups = [file.metadata.row_group(i) for i in range(file.metadata.num_row_groups)]
    unpacked = sum(group.column(i).total_uncompressed_size for group in groups for i in range(group.num_columns))
    if max(unpacked, 8 * file.metadata.num_rows * file.metadata.num_columns) > most_bytes:
        raise ValueError("too large for its file")
    table = file.read()
    users = table.column(0)
    if users.type != pa.dictionary(pa.int32(), pa.string()):
        raise ValueError("no column of users")
    lengths = (pc.sum(pc.binary_length(part.dictionary).take(part.indices)).as_py() or 0 for part in users.chunks)
    if sum(lengths) > most_bytes:
        raise ValueError("too large for its file")
    return table.set_column(0, "user", users.cast(pa.string()))


def _read_csv(path: Path) -> Any:
    import pyarrow as pa
    from pyarrow import csv

    names = csv.open_csv(path).schema.names
    types = {name: pa.string() if name == "user" else pa.int64() for name in names}
    return csv.read_csv(
        path,
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(column_types=types, strings_can_be_null=False),
    )


def _csv_of(table: Any) -> bytes:
    """As hopveil writes tables (src/io/csv.h): quotes only where a reader could take a field for anything else."""
    import pyarrow as pa

    if not table.num_columns or table.schema.field(0) != pa.field("user", pa.string()):
        raise ValueError("no column of users")
    if any(kind != pa.int64() for kind in table.schema.types[1:]) or any(column.null_count for column in table.columns):
        raise ValueError("a column holds no counts")
    columns = [column.to_pylist() for column in table.columns]
    lines = [",".join(table.column_names)]
    lines += [",".join([_field(user), *map(str, counts)]) for user, *counts in zip(*columns)]
    return ("\n".join(lines) + "\n").encode()


def _field(text: str) -> str:
    if text and text[0] not in "#%" and _QUOTED.isdisjoint(text):
        return text
    return '"' + text.replace('"', '""') + '"'


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
