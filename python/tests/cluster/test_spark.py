# SPDX-License-Identifier: Apache-2.0
"""hopveil.spark on a real cluster: equal results, refusals, faults."""

import os
import re
import resource
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import hopveil as hv

if not os.environ.get("HOPVEIL_CI"):  # there a missing PySpark is an error
    pytest.importorskip("pyspark")

import hopveil.spark as hvs  # noqa: E402
from hopveil import _hopveil  # noqa: E402
from hopveil._graph import roles_in  # noqa: E402
from hopveil._spark_networks import DealtNetworks  # noqa: E402
from hopveil._spark_queries import SparkEdges  # noqa: E402

USERS = [f"user {i}" for i in range(60)]
STARS = USERS[:6]
EPSILON = {user: [1.0, 4.0, 16.0][i % 3] for i, user in enumerate(USERS[6:])}


@pytest.fixture(scope="session")
def network() -> nx.Graph:
    graph = nx.barabasi_albert_graph(58, 3, seed=1)
    return nx.relabel_nodes(graph, dict(enumerate(USERS)))


@pytest.fixture(scope="session")
def tables(spark, network: nx.Graph):
    """The edges with repeats, both directions and self-loops, in a table of their own."""
    rows = [*network.edges(), *[(b, a) for a, b in list(network.edges())[:40]], *list(network.edges())[:20], (USERS[3], USERS[3])]
    edges = spark.createDataFrame(pd.DataFrame(rows, columns=["follower", "followee"])).repartition(3)
    return edges, spark.createDataFrame([(user,) for user in USERS], "id string")


@pytest.fixture(scope="session")
def frozen(tables, tmp_path_factory: pytest.TempPathFactory) -> hvs.Frozen:
    edges, users = tables
    return hvs.freeze(edges, users, at=tmp_path_factory.mktemp("frozen") / "follows")


@pytest.fixture
def copy(frozen: hvs.Frozen, tmp_path: Path) -> Path:
    """The same at a place that a test may spoil."""
    shutil.copytree(frozen.at, tmp_path / "copy")
    return tmp_path / "copy"


def bytes_of(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table.combine_chunks())
    return sink.getvalue().to_pybytes()


@pytest.fixture(scope="session")
def here(frozen: hvs.Frozen) -> bytes:
    """The counts of one machine, and of one process."""
    return bytes_of(pa.table(hv.count(hv.Graph.read(frozen.hvg), public=STARS, hops=3)))


def counted(table) -> bytes:
    found = table.toArrow()
    assert found.column_names == ["user", "hop_1", "hop_2", "hop_3"]
    types = [("user", pa.string()), *((f"hop_{hop}", pa.int64()) for hop in (1, 2, 3))]
    return bytes_of(found.cast(pa.schema(types)))


def test_freezing_keeps_every_pair_once(frozen: hvs.Frozen, network: nx.Graph) -> None:
    pairs = {(frozen.names[a], frozen.names[b]) for a, b in ((row["a"], row["b"]) for row in frozen.edges().collect())}
    assert {frozenset(pair) for pair in pairs} == {frozenset(edge) for edge in network.edges()}
    assert frozen.manifest["total"][0] == network.number_of_edges() == len(pairs)
    assert hv.Graph.read(frozen.hvg).num_connections == network.number_of_edges()


@pytest.mark.parametrize("tasks", [1, 2, 5])
def test_counts_are_those_of_one_machine(frozen: hvs.Frozen, network: nx.Graph, here: bytes, tasks: int) -> None:
    assert counted(hvs.count(frozen, public=STARS, hops=3, tasks=tasks)) == here
    by_networkx = nx.single_source_shortest_path_length(network, STARS[0])
    one = hvs.count(frozen, public=STARS[:1], hops=3, tasks=tasks).toPandas().set_index("user")
    for user in USERS[1:]:
        assert [one.loc[user, f"hop_{hop}"] for hop in (1, 2, 3)] == [by_networkx.get(user) == hop for hop in (1, 2, 3)]


def test_edges_that_do_not_fit_are_sorted_on_the_disk(spark, tmp_path: Path) -> None:
    edges = spark.range(0, 200_000, 1, 4).selectExpr("id * 7919 % 5000 AS a", "id * 104729 % 4999 AS b")  # 3 MB as halves
    users = spark.range(5000).selectExpr("CAST(id AS string) AS id")
    frozen = hvs.freeze(edges, users, at=tmp_path / "frozen", memory=2**20)
    pairs = frozen.edges().toArrow()
    first, second = (pairs.column(name).to_numpy().astype(np.uint32) for name in ("a", "b"))
    whole = _hopveil.Graph.from_edges(frozen.names, 5000, first, second)
    whole.write(str(tmp_path / "whole.hvg"), True)
    assert frozen.hvg.read_bytes() == (tmp_path / "whole.hvg").read_bytes()


def test_counts_of_more_rows_than_travel_together(spark, tmp_path: Path) -> None:
    edges = spark.range(0, 140_000, 1, 2).selectExpr("id * 7919 % 70001 AS a", "id * id * 104729 % 69999 AS b")
    frozen = hvs.freeze(edges, spark.range(70_001).selectExpr("CAST(id AS string) AS id"), at=tmp_path / "frozen")
    public = frozen.names[:2100:7]
    expected = bytes_of(pa.table(hv.count(hv.Graph.read(frozen.hvg), public=public, hops=3)))
    assert counted(hvs.count(frozen, public=public, hops=3, tasks=3)) == expected


def test_counts_survive_a_killed_worker_a_slow_one_and_a_full_disk(spark, cluster, frozen: hvs.Frozen, here: bytes) -> None:
    # Fresh processes: those that live already have passed the place where the flags are looked at.
    for flag in ("kill", "slow", "full"):
        (cluster.flags / flag).touch()
        session = spark.newSession()
        session.sparkContext.environment["HOPVEIL_TEST_TURN"] = flag  # another environment: another daemon
        try:
            found = counted(hvs.count(hvs.Frozen(session, frozen.at, frozen.manifest), public=STARS, hops=3, tasks=4))
        finally:
            if (cluster.flags / "full.pid").exists():
                no_limit = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
                resource.prlimit(int((cluster.flags / "full.pid").read_text()), resource.RLIMIT_FSIZE, no_limit)
        assert not (cluster.flags / flag).exists(), f"{flag}: no worker was hit"
        assert found == here, flag


def ownership(seed: int) -> dict:
    """Some preferences, and who owns what by them."""
    random = np.random.default_rng(seed)
    preference = random.choice([1, 1, 4], len(USERS)).astype(np.uint64)
    preference[:6] = 0
    return {
        "preference": preference,
        "parity": random.integers(0, 2, len(USERS)).astype(np.uint8),
        "rank": random.permutation(len(USERS)).astype(np.uint32),
    }


def test_sql_counts_every_edge_for_its_owner(frozen: hvs.Frozen) -> None:
    random = np.random.default_rng(3)
    by = ownership(2)
    pool = np.where(by["preference"] > 0, random.integers(0, 5, len(USERS)), 0xFFFFFFFF).astype(np.uint32)
    cell = random.choice([0, 1, 2, 0xFFFFFFFF], len(USERS)).astype(np.uint32)
    edges = SparkEdges(frozen)
    answer = edges.count(by["preference"], by["parity"], by["rank"], pool, cell)
    assert edges.failure is None and answer is not None
    expected: dict = {}
    for row in frozen.edges().collect():
        a, b = row["a"], row["b"]
        if by["preference"][a] == 0 or (by["preference"][b] != 0 and by["preference"][b] < by["preference"][a]):
            a, b = b, a
        elif by["preference"][a] == by["preference"][b]:
            first = (by["parity"][a] == by["parity"][b]) == (by["rank"][a] < by["rank"][b])
            a, b = (a, b) if first else (b, a)
        if pool[a] != 0xFFFFFFFF and cell[b] != 0xFFFFFFFF:
            expected[pool[a], cell[b]] = expected.get((pool[a], cell[b]), 0) + 1
    assert dict(zip(zip(answer[0].tolist(), answer[1].tolist()), answer[2].tolist())) == expected


@pytest.mark.parametrize("edges_stay", [False, True])
def test_a_release_is_charged_once_and_saved(frozen: hvs.Frozen, tmp_path: Path, edges_stay: bool) -> None:
    plan = hvs.plan(frozen, public=STARS, epsilon=EPSILON, hops=2)
    assert plan.guarantee.status == "proved"
    ledger = tmp_path / "budget.db"
    plan.create_ledger(ledger)
    release = plan.release(ledger=ledger, share=0.5, edges_stay=edges_stay)
    assert sorted(release.users) == sorted(USERS[6:])
    release.save(tmp_path / "released.parquet")
    hv.parquet_to_csv(tmp_path / "released.parquet", tmp_path / "released.csv")
    cost = plan.cost(ledger)
    assert np.allclose(cost["spent"], cost["budget"] / 2)
    assert np.abs(release.to_numpy()).max() <= len(STARS)


class SomeNetworks(DealtNetworks):
    """One of `every` networks: the inference of a small network makes dozens, and each is a job."""

    def __init__(self, frozen: hvs.Frozen, every: int) -> None:
        super().__init__(frozen.session, frozen.at, 0)
        self.every, self.asked, self.counted = every, 0, 0

    def __call__(self, *question):
        self.asked += 1
        if self.asked % self.every != 1:
            return None
        self.counted += 1
        return super().__call__(*question)


@pytest.mark.parametrize(("epsilon", "every"), [([1, 4, 16], 20), (0.5, 2), (8, 10)])
def test_inference_by_tasks_gives_the_same(frozen: hvs.Frozen, epsilon, every: int) -> None:
    net = hv.Graph.read(frozen.hvg)
    asked = {"public": STARS, "epsilon": epsilon, "hops": 3, "runs": 1, "seed": 7, "options": {"intervals": 90}}
    networks = SomeNetworks(frozen, every)
    there = hv.evaluate(net, **asked, _network_counter=networks)
    assert networks.counted >= 1
    assert there._rows == hv.evaluate(net, **asked)._rows
    assert not list(frozen.at.glob("network-*"))


def test_a_dealt_network_is_counted_as_here(frozen: hvs.Frozen) -> None:
    net = hv.Graph.read(frozen.hvg)
    sources, rows = np.arange(6, dtype=np.uint32), np.arange(len(USERS), dtype=np.uint32)[::-1].copy()
    here = _hopveil.Counter(net._inner, sources, rows, 1, 1, False, 1, 0).count_batches(0, 1, 3).table()
    assert np.array_equal(DealtNetworks(frozen.session, frozen.at, net.num_connections)(net._inner, sources, rows, 3), here)
    assert DealtNetworks(frozen.session, frozen.at, net.num_connections + 1)(net._inner, sources, rows, 3) is None


def test_a_cluster_that_fails_to_count_a_network_ends_the_release(frozen: hvs.Frozen, tmp_path: Path, monkeypatch) -> None:
    plan = hvs.plan(frozen, public=STARS, epsilon=EPSILON, hops=2)
    plan.create_ledger(tmp_path / "budget.db")

    def fail(*question):
        raise RuntimeError("no worker is left")

    monkeypatch.setattr(DealtNetworks, "_count", fail)
    with pytest.raises(hv.SystemError, match="is charged to 54 users") as raised:
        plan.release(ledger=tmp_path / "budget.db", deal_from=0)
    assert "no worker is left" in str(raised.value.__cause__)
    plan.release(deal_from=10**9)


def test_evaluation_runs_are_tasks(frozen: hvs.Frozen, network: nx.Graph) -> None:
    found = hvs.evaluate(frozen, public=STARS, epsilon=[1, 4, 16], hops=2, runs=2, seed=7).to_pandas()
    net = hv.Graph.read(frozen.hvg)
    runs = [hv.evaluate(net, public=STARS, epsilon=[1, 4, 16], hops=2, runs=1, seed=seed).to_pandas() for seed in (7, 8)]
    assert np.allclose(found["mae"], (runs[0]["mae"] + runs[1]["mae"]) / 2)


def test_explain_says_what_a_task_takes(frozen: hvs.Frozen) -> None:
    text = hvs.explain(frozen, public=STARS, hops=3, tasks=2)
    assert "2 tasks of up to 3 public users" in text and "memory of a worker" in text


# What would count an edge twice, or not at all, is refused.


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda edges: edges.limit(10), "Limit"),
        (lambda edges: edges.sample(0.5, seed=1), "Sample"),
        (lambda edges: edges.where("rand() < 0.9"), "not deterministic"),
        (lambda edges: edges.selectExpr("follower", "uuid()"), "not deterministic"),
        (lambda edges: edges.offset(3), "Offset"),
        (lambda edges: edges.where("follower IN (SELECT CONCAT('user ', id) FROM range(60) LIMIT 50)"), "Limit"),
        (lambda edges: edges.where("follower IN (SELECT CONCAT('user ', id) FROM range(60) WHERE rand() < .5)"), "not deterministic"),
        (lambda edges: edges.groupBy("follower").agg({"followee": "first"}), r"first\(\)"),
        (lambda edges: edges.dropDuplicates(["follower"]), "dropDuplicates"),
        (lambda edges: edges.union(edges.selectExpr("'user 1'", "'nobody'")), "not among the users"),
        (lambda edges: edges.union(edges.selectExpr("'user 1'", "CAST(NULL AS string)")), "null"),
        (lambda edges: edges.select("follower"), "two ends"),
    ],
)
def test_doubtful_edges_are_not_frozen(tables, tmp_path: Path, spoil, message: str) -> None:
    edges, users = tables
    with pytest.raises(hv.InputError, match=message):
        hvs.freeze(spoil(edges), users, at=tmp_path / "frozen")
    assert not (tmp_path / "frozen").exists()


def test_a_table_that_changes_while_it_is_frozen_is_refused(spark, tables, tmp_path: Path, monkeypatch) -> None:
    edges, users = tables
    edges.write.parquet(str(tmp_path / "lake"))
    from hopveil import _spark_frozen

    written = _spark_frozen._manifest

    def and_then_it_grows(*arguments):
        spark.createDataFrame([("user 58", "user 59")], "follower string, followee string").write.mode("append").parquet(str(tmp_path / "lake"))
        for file in (tmp_path / "lake").glob("part-00000*"):
            file.unlink()
        return written(*arguments)

    monkeypatch.setattr(_spark_frozen, "_manifest", and_then_it_grows)
    with pytest.raises(Exception):  # other sums, or Spark itself misses the file
        hvs.freeze(spark.read.parquet(str(tmp_path / "lake")), users, at=tmp_path / "frozen")
    assert not (tmp_path / "frozen").exists()


def test_nothing_is_frozen_over(frozen: hvs.Frozen, tables) -> None:
    with pytest.raises(hv.InputError, match="never written over"):
        hvs.freeze(*tables, at=frozen.at)


def repeated_write(place: Path) -> None:
    part = next((place / "edges").glob("*.parquet"))
    shutil.copy(part, part.with_name("part-99999-again.parquet"))


def vanished_part(place: Path) -> None:
    next((place / "edges").glob("*.parquet")).unlink()


def changed_part(place: Path) -> None:
    import pyarrow.parquet as pq

    part = next(path for path in (place / "edges").glob("*.parquet") if pq.read_table(path).num_rows)
    table = pq.read_table(part)
    pq.write_table(table.slice(1), part)
    (part.parent / f".{part.name}.crc").unlink(missing_ok=True)


def other_network(place: Path) -> None:
    hv.Graph.from_edges([(user, "user 0") for user in USERS[1:]])._inner.write(str(place / "network.hvg"), True)


def unfinished(place: Path) -> None:
    (place / "manifest.json").unlink()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (repeated_write, "1 are not in the manifest"),
        (vanished_part, "1 parts of the frozen edges are missing"),
        (changed_part, "not those of their manifest"),
        (other_network, "not the file that was frozen"),
        (unfinished, "no manifest.json"),
    ],
)
def test_spoilt_frozen_edges_are_refused(spark, copy: Path, spoil, message: str) -> None:
    hvs.open_frozen(spark, copy)
    spoil(copy)
    with pytest.raises(hv.InputError, match=message):
        hvs.open_frozen(spark, copy)


@pytest.mark.parametrize("edges_stay", [False, True])
def test_a_change_before_the_charge_costs_nothing(spark, copy: Path, tmp_path: Path, edges_stay: bool) -> None:
    plan = hvs.plan(hvs.open_frozen(spark, copy), public=STARS, epsilon=EPSILON, hops=2)
    plan.create_ledger(tmp_path / "budget.db")
    plan._made(edges_stay)
    changed_part(copy) if edges_stay else other_network(copy)
    with pytest.raises(hvs.FrozenChanged):
        plan.release(ledger=tmp_path / "budget.db", edges_stay=edges_stay)
    assert plan.cost(tmp_path / "budget.db")["spent"].max() == 0


def test_a_change_under_way_ends_the_release_and_stays_charged(spark, copy: Path, tmp_path: Path, monkeypatch) -> None:
    plan = hvs.plan(hvs.open_frozen(spark, copy), public=STARS, epsilon=EPSILON, hops=2)
    plan.create_ledger(tmp_path / "budget.db")
    answered = SparkEdges._with_users

    def then_change(self, **columns):
        if not (copy / "changed").exists():
            (copy / "changed").touch()
            changed_part(copy)
        return answered(self, **columns)

    monkeypatch.setattr(SparkEdges, "_with_users", then_change)
    with pytest.raises((hvs.FrozenChanged, hv.SystemError)) as raised:
        plan.release(ledger=tmp_path / "budget.db", edges_stay=True)
    assert "is charged to 54 users" in str(raised.value)
    assert plan.cost(tmp_path / "budget.db")["left"].max() == 0


def test_no_log_and_no_description_names_users_or_credentials(tables, tmp_path: Path) -> None:
    """All that Spark logs and records of a freeze, a count and a release, at its usual level."""
    edges, users = tables
    edges.write.parquet(str(tmp_path / "edges"))
    users.write.parquet(str(tmp_path / "users"))
    (tmp_path / "events").mkdir()
    program = f"""
        import itertools
        import hopveil.spark as hvs
        from hopveil._spark_networks import DealtNetworks
        from pyspark.sql import SparkSession
        turns, count = itertools.count(), DealtNetworks.__call__
        DealtNetworks.__call__ = lambda self, *question: count(self, *question) if next(turns) % 40 == 0 else None
        session = (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.log.level", "INFO")
                   .config("spark.eventLog.enabled", "true").config("spark.eventLog.dir", "file://{tmp_path}/events")
                   .config("spark.eventLog.compress", "false")
                   .config("spark.sql.shuffle.partitions", "1").getOrCreate())
        read = session.read.option("password", "hunter2-and-more")
        frozen = hvs.freeze(read.parquet("edges"), read.parquet("users"), at="frozen")
        hvs.count(frozen, public={STARS!r}, hops=2).toArrow()
        hvs.plan(frozen, public={STARS!r}, epsilon={EPSILON!r}, hops=2).release(edges_stay=True, deal_from=0).save("released.parquet")
        session.stop()
    """
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], cwd=tmp_path, env=environment, timeout=400, capture_output=True)
    log = (ended.stdout + ended.stderr).decode()
    assert ended.returncode == 0, log
    events = "".join(path.read_text(errors="replace") for path in (tmp_path / "events").rglob("*") if path.is_file())
    assert "SparkListenerJobStart" in events and "INFO" in log
    for text in (log, events, (tmp_path / "frozen" / "manifest.json").read_text()):
        assert "hunter2" not in text
        assert not re.search(r"user \d", text)
    descriptions = set(re.findall(r'"spark.job.description":"([^"]*)"', events))
    steps = {"freezing edges", "exact counts", "counts per cell", "pairs of members", "check of the manifest", "connections between public users", "counts in a network of noisy answers"}
    assert descriptions == {f"hopveil: {step}" for step in steps}


def test_a_killed_driver_is_charged_and_leaves_no_table(cluster, frozen: hvs.Frozen, tmp_path: Path) -> None:
    program = f"""
        import os, sys
        sys.path.insert(0, {str(Path(__file__).parent)!r})
        import hopveil.spark as hvs
        from hopveil._spark_queries import SparkEdges
        from pyspark.sql import SparkSession
        session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
        plan = hvs.plan(hvs.open_frozen(session, {str(frozen.at)!r}), public={STARS!r}, epsilon={EPSILON!r}, hops=2)
        plan.create_ledger("budget.db")
        SparkEdges._with_users = lambda self, **columns: os.kill(os.getpid(), 9)
        plan.release(ledger="budget.db", edges_stay=True).save("released.csv")
    """
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], cwd=tmp_path, env=environment, timeout=200, capture_output=True)
    assert ended.returncode == -9, ended.stderr.decode()
    assert not (tmp_path / "released.csv").exists()
    net = hv.Graph.read(frozen.hvg)
    accounts = _hopveil.accounts(str(tmp_path / "budget.db"), net._inner, roles_in(net, STARS))
    assert {account[3] for account in accounts} == {"0"}
