# SPDX-License-Identifier: Apache-2.0
"""Plans, ledgers, releases."""

import json
import os
import subprocess
from pathlib import Path

import duckdb
import networkx as nx
import pandas as pd
import polars
import pyarrow as pa
import pytest

import hopveil as hv


def test_a_release_has_a_row_for_every_private_user(net: hv.Graph) -> None:
    plan = hv.plan(net, public=[0, 33], epsilon=2, hops=3, intervals=90)
    assert plan.guarantee.status == "proved"
    assert plan.not_covered == []
    out = plan.release()
    table = out.to_pandas()
    assert table["user"].tolist() == list(range(1, 33))
    assert out.to_numpy().shape == (32, 3)
    assert (table["hop_2"] == out.to_numpy()[:, 1]).all()
    low, high = out.intervals(2).T
    assert (low <= high).all()
    assert "save" in dir(out) and "NOT PRIVATE" not in repr(out)


def test_arrow_takes_a_release(net: hv.Graph) -> None:
    out = hv.plan(net, public=[0], epsilon=2, hops=2).release()
    table = pa.RecordBatchReader.from_stream(out).read_all()
    assert table.column_names == ["user", "hop_1", "hop_2"]
    assert table["hop_1"].to_pylist() == out.to_numpy()[:, 0].tolist()
    assert table["user"].to_pylist()[0] == "1"


def test_the_saved_table_is_the_released_one(net: hv.Graph, tmp_path: Path) -> None:
    out = hv.plan(net, public=[0], epsilon=2, hops=2).release()
    path = tmp_path / "released.csv"
    out.save(path)
    saved = pd.read_csv(path)
    assert saved.equals(out.to_pandas().astype(saved.dtypes.to_dict()))
    assert json.loads((tmp_path / "released.csv.meta.json").read_text()) == out.metadata
    with pytest.raises(hv.InputError):
        out.save(path)
    out.save(path, overwrite=True)


def test_what_to_expect_has_a_row_for_every_level_and_hop(net: hv.Graph) -> None:
    plan = hv.plan(net, public=[0, 33], epsilon=2, hops=2)
    table = plan.expected()
    assert table["epsilon"].tolist() == ["everybody"] * 3 + ["2"] * 3
    assert table["hop"].tolist() == [1, 2, 0] * 2
    assert (table["mae_low"] <= table["mae"]).all() and (table["mae"] <= table["mae_high"]).all()
    assert plan.expected(share=0.5)["epsilon"].tolist()[-1] == "1"


def test_the_ledger_is_charged_and_refuses(net: hv.Graph, tmp_path: Path) -> None:
    ledger = tmp_path / "budget.db"
    plan = hv.plan(net, public=[0], epsilon=2.0, hops=2)
    plan.create_ledger(ledger)
    assert plan.cost(ledger).columns.tolist() == ["user", "budget", "spent", "left", "asked"]
    plan.release(ledger=ledger, share=0.5)
    cost = plan.cost(ledger, share=0.5)
    assert (cost["spent"] == 1).all() and (cost["left"] == 1).all() and (cost["asked"] == 1).all()
    plan.release(ledger=ledger, share="0.5")
    with pytest.raises(hv.BudgetRefused) as refused:
        plan.release(ledger=ledger, share=0.1)
    assert refused.value.num_users == 33
    assert set(refused.value.users) <= set(plan.users)


def test_exceptions_to_the_proof_are_warnings() -> None:
    net = hv.Graph.from_edges([(1, 2), (2, 3)])
    with pytest.warns(hv.PrivacyWarning, match="who has a row can depend on protected edges"):
        plan = hv.plan(net, public=[1], epsilon=1, hops=1)
    assert plan.guarantee.status == "proved with exceptions"
    assert len(plan.not_covered) == 1
    listed = hv.Graph.from_edges([(1, 2), (2, 3)], users=[1, 2, 3])
    with pytest.warns(hv.PrivacyWarning, match="by degree"):
        hv.plan(listed, public=listed.most_connected(1), epsilon=1, hops=1, not_covered=["public users chosen by degree"])


def test_preferences_by_user(net: hv.Graph, tmp_path: Path) -> None:
    users = [user for user in net.users if user != 0]
    epsilon = {user: 0.5 + user for user in users}
    plan = hv.plan(net, public=[0], epsilon=epsilon, hops=1)
    plan.create_ledger(tmp_path / "budget.db")
    cost = plan.cost(tmp_path / "budget.db")
    assert cost.set_index("user")["budget"].to_dict() == epsilon
    hv.plan(net, public=[0], epsilon=pd.Series(epsilon), hops=1)
    with pytest.raises(hv.InputError, match="have no epsilon, the first is 1"):
        hv.plan(net, public=[0], epsilon={2: 1.0}, hops=1)
    with pytest.raises(hv.InputError, match="is no private user"):
        hv.plan(net, public=[0], epsilon={**epsilon, 0: 1.0}, hops=1)
    with pytest.raises(hv.InputError):
        hv.plan(net, public=[0], epsilon=-1, hops=1)


def test_evaluation_and_audit() -> None:
    net = hv.Graph.from_networkx(nx.karate_club_graph())
    table = hv.evaluate(net, public=[0, 33], epsilon=[1, 4], hops=2, mechanisms=["uniform"], runs=2).to_pandas()
    assert {"uniform", "zeros", "hop-median"} <= set(table["mechanism"])
    assert (table["mae"] >= 0).all()
    again = hv.evaluate(net, public=[0, 33], epsilon=[1, 4], hops=2, mechanisms=["uniform"], runs=2).to_pandas()
    assert table.equals(again)
    audit = hv.audit("uniform", runs=200)
    assert audit.verdict in {"violation", "none found", "inconclusive"}
    assert len(audit.to_pandas()) > 0
    assert "eli" in hv.mechanisms()["name"].tolist()


def test_progress_is_told() -> None:
    net = hv.Graph.from_networkx(nx.karate_club_graph())
    told: list[tuple[int, int]] = []
    hv.audit("uniform", runs=20_000, progress=lambda done, total: told.append((done, total)))
    assert told and all(done <= total for done, total in told)


def test_polars_and_duckdb_take_a_release(net: hv.Graph) -> None:
    out = hv.plan(net, public=[0], epsilon=2, hops=2).release()
    assert polars.DataFrame(out)["hop_2"].to_list() == out.to_numpy()[:, 1].tolist()
    assert duckdb.sql("select sum(hop_1) from out").fetchall() == [(out.to_numpy()[:, 0].sum(),)]


def test_a_signed_release_verifies(net: hv.Graph, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    (tmp_path / "signers").write_text("steward " + (tmp_path / "key.pub").read_text())
    out = hv.plan(net, public=[0], epsilon=2, hops=2).release()
    path = tmp_path / "released.csv"
    with pytest.raises(hv.InputError):
        out.save(path, sign=tmp_path / "no-key")
    assert not path.exists()
    out.save(path, sign=key)
    verify = ["ssh-keygen", "-Y", "verify", "-f", tmp_path / "signers", "-I", "steward", "-n", "hopveil-release"]
    metadata = tmp_path / "released.csv.meta.json"
    command = [*verify, "-s", tmp_path / "released.csv.meta.json.sig"]
    assert subprocess.run(command, stdin=metadata.open()).returncode == 0
    metadata.write_text(metadata.read_text().replace("eli", "ell"))
    assert subprocess.run(command, stdin=metadata.open()).returncode != 0


def test_errors_of_the_system_are_os_errors(net: hv.Graph, tmp_path: Path) -> None:
    out = hv.plan(net, public=[0], epsilon=2, hops=1).release()
    with pytest.raises(hv.SystemError, match="no-such-folder") as raised:
        out.save(tmp_path / "no-such-folder" / "released.csv")
    assert isinstance(raised.value, OSError)
    assert issubclass(hv.InputError, ValueError)
    assert issubclass(hv.BugError, RuntimeError)
    assert not issubclass(hv.SystemError, hv.InputError)


def test_evaluation_chooses_public_users_and_plots(net: hv.Graph) -> None:
    axes = hv.evaluate(net, epsilon=[1, 4, 16], hops=3, runs=2).plot()
    assert [line.get_text() for line in axes.get_legend().get_texts()][0] == "eli"
    assert axes.get_xlabel() == "hops"


def test_options_are_those_of_the_program() -> None:
    program = os.environ.get("HOPVEIL_PROGRAM")
    table = hv.mechanism_options()
    assert table.columns.tolist() == ["mechanism", "option", "values", "default", "meaning"]
    if program is None:
        pytest.skip("HOPVEIL_PROGRAM does not name the program")
    listed = json.loads(subprocess.run([program, "mechanisms", "--json"], check=True, capture_output=True).stdout)
    rows = [
        (mechanism["name"], row["name"], row["values"], row["default"], row["meaning"])
        for mechanism in listed
        for row in mechanism["parameters"]
    ]
    assert list(table.itertuples(index=False, name=None)) == rows


def test_every_option_reaches_plans_and_evaluations(net: hv.Graph) -> None:
    for mechanism, option, values, default, _ in hv.mechanism_options().itertuples(index=False, name=None):
        value = {"intervals": "80", "threshold": "mean"}.get(option, values.split("|")[-1])
        if (option, value) == ("noise", "laplace"):
            with pytest.raises(hv.InputError, match="continuous Laplace"):
                hv.plan(net, public=[0, 33], epsilon=1, hops=1, mechanism=mechanism, options={option: value})
            continue
        plan = hv.plan(net, public=[0, 33], epsilon=1, hops=1, mechanism=mechanism, options={option: value})
        assert plan.release().metadata["parameters"][option] == value != default
    compared = hv.evaluate(
        net, public=[0, 33], epsilon=[1, 4], hops=1, mechanisms=["uniform"], runs=1, options={"threshold": [1, "max"]}
    ).to_pandas()
    assert compared["threshold"].dropna().unique().tolist() == ["1", "max"]
    with pytest.raises(hv.InputError, match="no mechanism has an option --depth"):
        hv.evaluate(net, public=[0], epsilon=1, options={"depth": 3})


def test_reach_has_a_row_for_every_public_user(net: hv.Graph, tmp_path: Path) -> None:
    out = hv.plan(net, public=[0, 33], epsilon=2, hops=2, intervals=90, reach=True).release()
    reach = out.reach()
    assert reach["user"].tolist() == [0, 33]
    assert reach.columns.tolist() == ["user", "hop_1", "hop_1_low", "hop_1_high", "hop_2", "hop_2_low", "hop_2_high"]
    assert (reach["hop_1"] + reach["hop_2"] <= 32).all()
    out.save(tmp_path / "released.csv")
    saved = pd.read_csv(tmp_path / "released.reach.csv")
    assert saved["hop_2"].tolist() == reach["hop_2"].tolist()
    with pytest.raises(hv.InputError, match="no reach"):
        hv.plan(net, public=[0], epsilon=2, hops=2).release().reach()
