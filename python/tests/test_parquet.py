# SPDX-License-Identifier: Apache-2.0
"""Releases as Parquet: the csv table comes back byte for byte, and nothing else is taken for it."""

import hashlib
import json
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import hopveil as hv

NAMES = ["ann", "bob", "a b", 'quo"te', "semi;colon", "#hash", "comma,", "007", "7", "é"]


@pytest.fixture
def release() -> hv.Release:
    net = hv.Graph.from_edges([(NAMES[i], NAMES[i + 1]) for i in range(len(NAMES) - 1)], users=NAMES)
    return hv.plan(net, public=["ann"], epsilon=1, hops=2, intervals=90).release()


def test_the_csv_table_comes_back(release: hv.Release, tmp_path: Path) -> None:
    release.save(tmp_path / "released.parquet")
    release.save(tmp_path / "direct.csv")
    hv.parquet_to_csv(tmp_path / "released.parquet", tmp_path / "back.csv")
    for ending in ("", ".meta.json"):
        assert (tmp_path / f"back.csv{ending}").read_bytes() == (tmp_path / f"direct.csv{ending}").read_bytes()
    table = pq.read_table(tmp_path / "released.parquet")
    assert sorted(table.column("user").to_pylist()) == sorted(NAMES[1:])
    assert table.column("hop_1_low").type == pa.int64()
    assert json.loads(table.schema.metadata[b"hopveil"])["table_sha256"] == hashlib.sha256((tmp_path / "back.csv").read_bytes()).hexdigest()


def test_a_signature_goes_along(release: hv.Release, tmp_path: Path) -> None:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "key"], check=True)
    release.save(tmp_path / "released.parquet", sign=tmp_path / "key")
    hv.parquet_to_csv(tmp_path / "released.parquet", tmp_path / "back.csv")
    assert (tmp_path / "back.csv.meta.json.sig").read_bytes() == (tmp_path / "released.parquet.meta.json.sig").read_bytes()


def test_a_changed_count_is_noticed(release: hv.Release, tmp_path: Path) -> None:
    release.save(tmp_path / "released.parquet")
    table = pq.read_table(tmp_path / "released.parquet")
    counts = table.column("hop_1").to_pylist()
    changed = table.set_column(1, "hop_1", pa.array([counts[0] + 1, *counts[1:]], pa.int64()))
    pq.write_table(changed, tmp_path / "released.parquet")
    with pytest.raises(hv.InputError, match="it was changed"):
        hv.parquet_to_csv(tmp_path / "released.parquet", tmp_path / "back.csv")
    assert not (tmp_path / "back.csv").exists()


def test_what_is_no_release_is_refused(release: hv.Release, tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    with pytest.raises(hv.InputError, match="not a release"):
        hv.parquet_to_csv(tmp_path / "other.parquet", tmp_path / "back.csv")


USERS = pa.array(["bob"], pa.string())
ONES = pa.array([1], pa.int64())


@pytest.mark.parametrize(
    "table",
    [
        pa.table({"user": [1], "hop_1": ONES}),
        pa.table({"user": pa.array([None], pa.string()), "hop_1": ONES}),
        pa.table({"user": USERS, "hop_1": pa.array([None], pa.int64())}),
        pa.table({"user": USERS, "hop_1": ["1"]}),
        pa.table({"user": USERS, "hop_1": [[1]]}),
        pa.Table.from_arrays([USERS, ONES, ONES], names=["user", "hop_1", "hop_1"]),
        pa.table({}),
    ],
)
@pytest.mark.parametrize("metadata", ['{"table_sha256": "a", "rows": 1}', '{"table_sha256": 1, "rows": "1"}', "[]", "\xff", None])
def test_hostile_files_are_refused(table: pa.Table, metadata: str | None, tmp_path: Path) -> None:
    pq.write_table(table, tmp_path / "t.parquet")
    if metadata is not None:
        (tmp_path / "t.parquet.meta.json").write_text(metadata, encoding="latin-1")
    with pytest.raises(hv.InputError):
        hv.parquet_to_csv(tmp_path / "t.parquet", tmp_path / "back.csv")
    assert not list(tmp_path.glob("back*"))


def test_a_few_bytes_that_stand_for_many_rows_are_not_read(tmp_path: Path) -> None:
    rows = 10**7
    table = pa.table({"user": pa.array(["a"], pa.string()).take(pa.array([0] * rows)), "hop_1": pa.array([0] * rows, pa.int64())})
    pq.write_table(table, tmp_path / "t.parquet", compression="zstd")
    (tmp_path / "t.parquet.meta.json").write_text(json.dumps({"table_sha256": "a", "rows": rows}))
    with pytest.raises(hv.InputError, match="not a release"):
        hv.parquet_to_csv(tmp_path / "t.parquet", tmp_path / "back.csv")


def test_a_few_bytes_that_stand_for_long_names_are_not_read(tmp_path: Path) -> None:
    rows, parts = 500, 3
    schema = pa.schema([("user", pa.string()), ("hop_1", pa.int64())])
    with pq.ParquetWriter(tmp_path / "t.parquet", schema, compression="zstd") as writer:
        for _ in range(parts):
            writer.write_table(pa.table({"user": pa.array(["a" * 10**6] * rows), "hop_1": pa.array([0] * rows, pa.int64())}))
    assert (tmp_path / "t.parquet").stat().st_size < 10**4
    (tmp_path / "t.parquet.meta.json").write_text(json.dumps({"table_sha256": "a", "rows": parts * rows}))
    with pytest.raises(hv.InputError, match="not a release"):
        hv.parquet_to_csv(tmp_path / "t.parquet", tmp_path / "back.csv")


def test_a_ledger_is_not_written_over(release: hv.Release, tmp_path: Path) -> None:
    ledger = b"SQLite format 3\0"
    for name in ("ledger.parquet", "ledger.db"):
        (tmp_path / name).write_bytes(ledger)
        with pytest.raises(hv.InputError, match="ledger"):
            release.save(tmp_path / name, overwrite=True)
        assert (tmp_path / name).read_bytes() == ledger


def test_a_folder_is_no_place_for_a_release(release: hv.Release, tmp_path: Path) -> None:
    (tmp_path / "folder.parquet").mkdir()
    with pytest.raises(hv.InputError, match="folder"):
        release.save(tmp_path / "folder.parquet", overwrite=True)
    assert [path.name for path in tmp_path.iterdir()] == ["folder.parquet"]


def test_a_release_is_not_written_over(release: hv.Release, tmp_path: Path) -> None:
    release.save(tmp_path / "released.parquet")
    before = (tmp_path / "released.parquet").read_bytes()
    with pytest.raises(hv.InputError, match="written over"):
        release.save(tmp_path / "released.parquet")
    release.save(tmp_path / "released.parquet", overwrite=True)
    assert (tmp_path / "released.parquet").read_bytes() == before


def test_a_failed_write_leaves_nothing(release: hv.Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq, "write_table", full)
    with pytest.raises(OSError, match="No space"):
        release.save(tmp_path / "released.parquet")
    assert list(tmp_path.iterdir()) == []
