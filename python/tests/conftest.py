# SPDX-License-Identifier: Apache-2.0
import networkx as nx
import pytest

import hopveil as hv


@pytest.fixture
def karate() -> nx.Graph:
    return nx.karate_club_graph()


@pytest.fixture
def net(karate: nx.Graph) -> hv.Graph:
    return hv.Graph.from_networkx(karate)
