# SPDX-License-Identifier: Apache-2.0
"""ELI's questions as GROUP BYs: true answers for hopveil's query layer, where edges stay in the cluster.

Exact: what these methods return is NOT private. It goes to the query layer in the driver, which adds the noise. Nothing here
draws noise, and no answer is logged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ._spark_frozen import Frozen, FrozenChanged, sums

_NOT_ASKED = 0xFFFFFFFF
_Answer = TypeVar("_Answer")


class SparkEdges:
    """hopveil's OutsideEdges (include/hopveil/outside_edges.h) over frozen edges. A method that fails returns None, or False,
    and leaves the exception in `failure`."""

    def __init__(self, frozen: Frozen) -> None:
        self._frozen = frozen
        self.failure: Exception | None = None

    def count(
        self,
        preference: npt.NDArray[np.uint64],
        parity: npt.NDArray[np.uint8],
        rank: npt.NDArray[np.uint32],
        pool: npt.NDArray[np.uint32],
        cell: npt.NDArray[np.uint32],
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], npt.NDArray[np.uint64]] | None:
        return self._kept(lambda: self._count(preference, parity, rank, pool, cell))

    def pairs(
        self, preference: npt.NDArray[np.uint64], is_member: npt.NDArray[np.uint8]
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]] | None:
        return self._kept(lambda: self._pairs(preference, is_member))

    def check(self) -> bool:
        return self._kept(self._check) is not None

    def _kept(self, work: Callable[[], _Answer]) -> _Answer | None:
        try:
            return work()
        except Exception as problem:
            self.failure = problem
            return None

    def _check(self) -> bool:
        self._frozen.check()
        return True

    def _count(
        self,
        preference: npt.NDArray[np.uint64],
        parity: npt.NDArray[np.uint8],
        rank: npt.NDArray[np.uint32],
        pool: npt.NDArray[np.uint32],
        cell: npt.NDArray[np.uint32],
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], npt.NDArray[np.uint64]]:
        from pyspark.sql import functions as F

        self._describe("counts per cell")
        ends = self._with_users(preference=preference, parity=parity, rank=rank, pool=_nullable(pool), cell=_nullable(cell))
        equal = F.col("preference_a") == F.col("preference_b")
        smaller_rank = F.col("rank_a") < F.col("rank_b")
        a_owns = (
            F.when(F.col("preference_b") == 0, True)
            .when(F.col("preference_a") == 0, False)
            .when(equal, smaller_rank == (F.col("parity_a") == F.col("parity_b")))
            .otherwise(F.col("preference_a") < F.col("preference_b"))
        )
        pool_of_owner = F.when(a_owns, F.col("pool_a")).otherwise(F.col("pool_b"))
        cell_of_partner = F.when(a_owns, F.col("cell_b")).otherwise(F.col("cell_a"))
        seen = pool_of_owner.isNotNull() & cell_of_partner.isNotNull()
        asked = ends.select("a", "b", F.when(seen, pool_of_owner).alias("pool"), F.when(seen, cell_of_partner).alias("cell"))
        # One pass for the answer and for what it was computed from.
        answer = (
            asked.groupingSets([["pool", "cell"], []], "pool", "cell")
            .agg(F.grouping_id().alias("level"), *sums())
            .toArrow()
        )
        level = answer.column("level").to_numpy()
        rows = answer.column("rows").to_numpy()
        high, low = (answer.column(name).to_numpy() for name in ("high", "low"))
        everything = np.flatnonzero(level != 0)
        if len(everything) != 1:
            raise FrozenChanged("an answer does not say what it was computed from.")
        self._frozen.check_total(int(rows[everything[0]]), int(high[everything[0]]), int(low[everything[0]]))
        pools, cells = (answer.column(name).to_numpy(zero_copy_only=False) for name in ("pool", "cell"))
        found = (level == 0) & ~np.isnan(pools.astype(np.float64))
        if int(rows[level == 0].sum()) != int(rows[everything[0]]):
            raise FrozenChanged("an answer does not count every edge once.")
        return pools[found].astype(np.uint32), cells[found].astype(np.uint32), rows[found].astype(np.uint64)

    def _pairs(
        self, preference: npt.NDArray[np.uint64], is_member: npt.NDArray[np.uint8]
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        self._frozen.check()
        self._describe("pairs of members")
        ends = self._with_users(preference=preference, member=is_member)
        answer = ends.where("member_a = 1 AND member_b = 1 AND NOT (preference_a = 0 AND preference_b = 0)").select("a", "b").toArrow()
        self._frozen.check()
        first, second = (answer.column(name).to_numpy().astype(np.uint32) for name in ("a", "b"))
        return first, second

    def _with_users(self, **columns: Any) -> Any:
        """The edges with these columns of both ends."""
        import pyarrow as pa
        from pyspark.sql import functions as F

        table = pa.table(
            {
                "number": pa.array(np.arange(self._frozen.num_users, dtype=np.int64)),
                **{
                    name: values if isinstance(values, pa.Array) else pa.array(values.astype(np.int64))
                    for name, values in columns.items()
                },
            }
        )
        users = self._frozen.session.createDataFrame(table)
        edges = self._frozen.edges()
        for end in ("a", "b"):
            named = users.select(F.col("number").alias(end), *[F.col(name).alias(f"{name}_{end}") for name in columns])
            edges = edges.join(named, end, "left")
        return edges

    def _describe(self, what: str) -> None:
        """What Spark's pages show: no query text, no numbers."""
        self._frozen.session.sparkContext.setJobDescription(f"hopveil: {what}")


def _nullable(values: npt.NDArray[np.uint32]) -> Any:
    import pyarrow as pa

    return pa.array(values.astype(np.int64), mask=values == _NOT_ASKED)
