# SPDX-License-Identifier: Apache-2.0
"""Counts in networks that hopveil's inference makes, as Spark tasks.

Such a network was made from noisy answers and public knowledge and shows nothing else, so any worker may see it; its users are
numbers. It is written beside the frozen edges, where workers map it, and removed when it is counted.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _hopveil
from ._spark_count import DealtCounts, deal


class DealtNetworks:
    """hopveil's NetworkCounter (include/hopveil/count.h): for networks of at least `smallest` connections (None: for none). What
    it raised is kept in `failure`."""

    def __init__(self, session: Any, at: Path, smallest: int | None = None) -> None:
        self._session = session
        self._at = at
        self.smallest = smallest
        self.failure: Exception | None = None

    def __call__(
        self, network: _hopveil.Graph, sources: npt.NDArray[np.uint32], rows: npt.NDArray[np.uint32], hops: int
    ) -> npt.NDArray[np.uint32] | None:
        if self.smallest is None or network.num_edges < self.smallest:
            return None
        try:
            return self._count(network, sources, rows, hops)
        except Exception as problem:
            self.failure = problem
            raise

    def _count(
        self, network: _hopveil.Graph, sources: npt.NDArray[np.uint32], rows: npt.NDArray[np.uint32], hops: int
    ) -> npt.NDArray[np.uint32]:
        self._session.sparkContext.setJobDescription("hopveil: counts in a network of noisy answers")
        with tempfile.TemporaryDirectory(prefix="network-", dir=self._at) as folder:
            place = Path(folder)
            place.chmod(0o755)  # workers may be other users
            network.write(str(place / "network.hvg"), True)
            dealing = deal(self._session, network, len(sources), None, 0)
            return DealtCounts(self._session, place / "network.hvg", sources, rows, hops, dealing).table()
