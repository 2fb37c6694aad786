"""The recipes of docs/from-a-database.md, each against a real database."""

import os
import re
import shutil
import sqlite3
import subprocess
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
    found = re.search(rf"^## {title}\n.*?```python\n(.*?)```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def run(title: str, folder: Path, **replaced: str) -> dict:
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
    assert sorted(net.users) == USERS
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
    assert (tmp_path / "released-2026-11.csv").exists()
    assert duckdb.sql("SELECT count(*) FROM released").fetchall() == [(9,)]


def test_sqlite(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "platform.sqlite") as database:
        database.executescript(TABLES + ROWS)
    run("SQLite", tmp_path)


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[str]:
    """A server of its own, on a socket in a folder of its own."""
    programs = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"))), None)
    if programs is None or not (programs / "initdb").exists():
        pytest.skip("PostgreSQL is not installed (scripts/setup databases): its recipe was not tried")
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
