# SPDX-License-Identifier: Apache-2.0
"""The recipes of docs/from-a-database.md, each against a real database."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import hopveil as hv

PAGE = Path(__file__).parent.parent.parent / "docs" / "from-a-database.md"
USERS = list(range(12))
EDGES = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 3), (5, 6), (6, 7), (7, 8), (1, 1), (0, 1)]
TABLES = "CREATE TABLE users (id INTEGER); CREATE TABLE follows (follower INTEGER, followee INTEGER, day DATE);"
ROWS = (
    "INSERT INTO users VALUES " + ", ".join(f"({user})" for user in USERS) + ";"
    "INSERT INTO follows VALUES " + ", ".join(f"({a}, {b}, '2026-10-0{1 + a % 9}')" for a, b in EDGES) + ", (9, 10, '2026-11-02');"
)


def recipe(title: str) -> str:
    """All Python of a section."""
    section = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert section
    return "".join(re.findall(r"```python\n(.*?)```", section[1], re.DOTALL))


def run(title: str, folder: Path, as_texts: bool = False, **replaced: str) -> dict:
    code = recipe(title)
    for old, new in replaced.items():
        code = re.sub(rf'^{old} = ".*"$', f"{old} = {new!r}", code, flags=re.MULTILINE)
    names: dict = {}
    before = os.getcwd()
    os.chdir(folder)
    try:
        exec(compile(code, f"{PAGE.name}: {title}", "exec"), names)
    finally:
        os.chdir(before)
    net = names["net"]
    assert sorted(net.users) == sorted(map(str, USERS) if as_texts else USERS)
    assert net.num_connections == 7
    return names


def test_parquet(tmp_path: Path) -> None:
    pq.write_table(pa.table({"id": USERS}), tmp_path / "users.parquet")
    columns = {"followee": [b for _, b in EDGES], "follower": [a for a, _ in EDGES]}
    pq.write_table(pa.table(columns), tmp_path / "follows.parquet", row_group_size=3)
    run("Parquet", tmp_path)


def test_duckdb_and_the_release(tmp_path: Path) -> None:
    with duckdb.connect(tmp_path / "platform.duckdb") as database:
        database.execute(TABLES + ROWS)
    names = run("DuckDB", tmp_path)
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        exec(recipe("The release"), names)
    finally:
        os.chdir(before)
    assert isinstance(names["out"], hv.Release)
    assert (tmp_path / "released-2026-11.csv").read_bytes() == (tmp_path / "verify-2026-11.csv").read_bytes()
    assert duckdb.sql("SELECT count(*) FROM released").fetchall() == [(9,)]


def test_sqlite(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "platform.sqlite") as database:
        database.executescript(TABLES + ROWS)
    run("SQLite", tmp_path)


class Client:
    """What clickhouse_connect's query_arrow is documented to give; there is no server here."""

    def __init__(self, ids: pa.DataType) -> None:
        self.ids = ids

    def query_arrow(self, query: str, use_strings: bool = False) -> pa.Table:
        columns = {"id": USERS} if "FROM users" in query else {"follower": [a for a, _ in EDGES], "followee": [b for _, b in EDGES]}
        ids = pa.binary() if pa.types.is_string(self.ids) and not use_strings else self.ids
        return pa.table({name: pa.array(values).cast(pa.string()).cast(ids) for name, values in columns.items()})


@pytest.mark.parametrize("ids", [pa.uint64(), pa.int32(), pa.string()])
def test_clickhouse_without_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ids: pa.DataType) -> None:
    connect = types.ModuleType("clickhouse_connect")
    connect.get_client = lambda **settings: Client(ids)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "clickhouse_connect", connect)
    net = run("ClickHouse", tmp_path, as_texts=pa.types.is_string(ids))["net"]
    assert net.num_users == len(USERS)


def test_bytes_of_clickhouse_are_refused_with_the_way_out() -> None:
    with pytest.raises(hv.InputError, match="Cast bytes to a text"):
        hv.Graph.from_arrow(Client(pa.string()).query_arrow("SELECT follower, followee FROM follows"))


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[str]:
    """A server of its own, on a socket in a folder of its own."""
    programs = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"))), None)
    if programs is None or not (programs / "initdb").exists():
        give_up = pytest.fail if os.environ.get("HOPVEIL_CI") else pytest.skip
        give_up("PostgreSQL is not installed (scripts/setup databases): its recipe was not tried")
    folder = Path(subprocess.check_output(["mktemp", "-d", "/tmp/hopveil-postgres.XXXXXX"], text=True).strip())
    as_user = []
    if os.getuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres", "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]

    def call(*command: object) -> None:
        subprocess.run([*as_user, *map(str, command)], check=True, cwd="/", stdout=subprocess.DEVNULL, timeout=60)

    data = folder / "data"
    call(programs / "initdb", "-D", data, "-A", "trust", "-U", "steward", "--no-sync")
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    call(programs / "pg_ctl", "-D", data, "-l", folder / "log", "-w", "-t", 50, "-o", options, "start")
    try:
        yield f"postgresql:///postgres?user=steward&host={folder}"
    finally:
        call(programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def test_postgresql(tmp_path: Path, postgres: str) -> None:
    import adbc_driver_postgresql.dbapi

    with adbc_driver_postgresql.dbapi.connect(postgres) as database, database.cursor() as cursor:
        for statement in (TABLES + ROWS).split(";"):
            if statement.strip():
                cursor.execute(statement)
        database.commit()
    run("PostgreSQL", tmp_path, uri=postgres)
