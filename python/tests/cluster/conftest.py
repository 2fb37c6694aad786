# SPDX-License-Identifier: Apache-2.0
"""The cluster that all tests share."""

import os
from collections.abc import Iterator

import pytest
from loopback import Cluster, missing

IN_CI = bool(os.environ.get("HOPVEIL_CI"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = missing()
    if reason and not IN_CI:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=f"{reason}: nothing was tried on a cluster"))


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    assert not missing(), missing()
    started = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        yield started
    finally:
        started.stop()


@pytest.fixture(scope="session")
def spark(cluster: Cluster):
    session = cluster.session()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
