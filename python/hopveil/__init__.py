# SPDX-License-Identifier: Apache-2.0
"""Connection fingerprint counts under personalized differential privacy.

For every private user of a social network: how many public users are exactly 1, 2, .. hops away,
published with noise that protects every connection at the level that its users ask for.

>>> import hopveil as hv
>>> net = hv.Graph.from_edges([("ann", "bob"), ("bob", "cleo"), ("cleo", "dan")],
...                           users=["ann", "bob", "cleo", "dan", "eve"])
>>> plan = hv.plan(net, public=["ann"], epsilon=1.0, hops=2)
>>> plan.guarantee.status
'proved'
>>> out = plan.release()                       # draws from the operating system's secure generator
>>> out.to_pandas().columns.tolist()
['user', 'hop_1', 'hop_2']
"""

from ._count import ExactCounts, count
from ._evaluate import Audit, Evaluation, audit, evaluate, mechanism_options, mechanisms
from ._graph import Graph
from ._hopveil import BugError, Cancelled, InputError, SystemError, __version__
from ._parquet import parquet_to_csv
from ._release import BudgetRefused, Guarantee, Plan, PrivacyWarning, Release, create_ledger, plan

__all__ = [
    "Audit",
    "BudgetRefused",
    "BugError",
    "Cancelled",
    "Evaluation",
    "ExactCounts",
    "Graph",
    "Guarantee",
    "InputError",
    "Plan",
    "PrivacyWarning",
    "Release",
    "SystemError",
    "__version__",
    "audit",
    "count",
    "create_ledger",
    "evaluate",
    "mechanism_options",
    "mechanisms",
    "parquet_to_csv",
    "plan",
]
