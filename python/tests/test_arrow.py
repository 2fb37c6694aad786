# SPDX-License-Identifier: Apache-2.0
"""Arrow streams, whatever their chunks, slices and types."""

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hopveil as hv

INTEGERS = [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()]
TEXTS = [pa.string(), pa.large_string(), pa.string_view()]


def pairs_of(net: hv.Graph) -> set[frozenset]:
    offsets, targets = net._inner.rows()
    users = net.users
    return {
        frozenset((users[user], users[other]))
        for user in range(net.num_users)
        for other in targets[offsets[user] : offsets[user + 1]]
    }


def expected_pairs(edges: list[tuple]) -> set[frozenset]:
    return {frozenset(edge) for edge in edges if edge[0] != edge[1]}


@st.composite
def odd_columns(draw: st.DrawFn, ids: list, data_type: pa.DataType) -> pa.ChunkedArray:
    """The ids in chunks of any size, also empty ones, each a slice of a longer array with nulls outside of it."""
    chunks = []
    rest = ids
    while rest or not chunks:
        size = draw(st.integers(0, len(rest)))
        piece, rest = rest[:size], rest[size:]
        before = draw(st.integers(0, 9))
        padded = pa.array([None] * before + piece + [None], type=pa.string() if pa.types.is_string_view(data_type) else data_type)
        if pa.types.is_string_view(data_type):
            padded = padded.cast(data_type)
        if draw(st.booleans()):
            padded = padded.dictionary_encode() if not pa.types.is_string_view(data_type) else padded
        chunks.append(padded.slice(before, size))
        if not rest and size == 0:
            break
    if len({chunk.type for chunk in chunks}) > 1:
        chunks = [chunk.cast(data_type) if chunk.type != data_type else chunk for chunk in chunks]
    return pa.chunked_array(chunks, type=chunks[0].type)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_chunks_slices_and_types_change_nothing(data: st.DataObject) -> None:
    names = st.integers(0, 100) if data.draw(st.booleans()) else st.text("ab\u00e9\u4e2d" * 3, min_size=1, max_size=20)
    edges = data.draw(st.lists(st.tuples(names, names), max_size=60))
    is_text = bool(edges) and isinstance(edges[0][0], str)
    data_type = data.draw(st.sampled_from(TEXTS if is_text else INTEGERS))
    columns = [data.draw(odd_columns([edge[end] for edge in edges], data_type)) for end in (0, 1)]
    net = hv.Graph.from_arrow(pa.Table.from_arrays(columns, names=["a", "b"]))
    assert pairs_of(net) == expected_pairs(edges)
    assert set(net.users) == {user for edge in edges for user in edge}
    assert net.users == list(dict.fromkeys(user for edge in edges for user in edge))


class Producer:
    """A record batch with an offset of its own, which pyarrow makes of sliced structs."""

    def __init__(self, array: pa.StructArray) -> None:
        self.array = array

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pa.ChunkedArray.__arrow_c_stream__(pa.chunked_array([self.array]), requested_schema)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=30), st.data())
def test_a_sliced_struct_is_read_where_it_begins(edges: list[tuple], data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(edges)))
    end = data.draw(st.integers(begin, len(edges)))
    array = pa.array([{"a": a, "b": b} for a, b in edges], type=pa.struct([("a", pa.int32()), ("b", pa.int64())]))
    assert pairs_of(hv.Graph.from_arrow(Producer(array[begin:end]))) == expected_pairs(edges[begin:end])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([1, 2, None]), st.sampled_from([1, 2, 3, None])), min_size=1, max_size=30), st.integers(1, 7))
def test_nulls_are_refused_with_their_row(edges: list[tuple], chunk: int) -> None:
    table = pa.table({"a": pa.array([a for a, _ in edges], pa.int32()), "b": pa.array([b for _, b in edges], pa.int32())})
    batches = pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=chunk))
    row = next((i + 1 for i, edge in enumerate(edges) if None in edge), None)
    if row is None:
        assert pairs_of(hv.Graph.from_arrow(batches)) == expected_pairs(edges)
        return
    with pytest.raises(hv.InputError, match=r"row \d+: column .* is null") as raised:
        hv.Graph.from_arrow(batches)
    found = int(str(raised.value).split(":")[0].removeprefix("row "))
    assert None in edges[found - 1] and (found - 1) // chunk == (row - 1) // chunk


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        (pa.table({"a": [1.5], "b": [2.0]}), "ids are integers or strings"),
        (pa.table({"a": [1], "b": [b"x"]}), "Cast bytes to a text"),
        (pa.table({"a": [1], "b": pa.array([b"sixteen"], pa.binary(7))}), "Cast bytes to a text"),
        (pa.table({"a": pa.array([1], pa.decimal128(20, 2)), "b": [2]}), "Cast decimals to whole numbers"),
        (pa.table({"a": pa.array([2**63], pa.decimal128(38, 0)), "b": [2]}), "a decimal of more than 64 bits"),
        (pa.table({"a": pa.array([1], pa.decimal256(40, 0)), "b": [2]}), "Cast decimals to whole numbers"),
        (pa.table({"a": [[1]], "b": [2]}), 'column "a" has Arrow.s type "\\+l"; ids are integers or strings'),
        (pa.table({"a": [1]}), "two ends"),
        (pa.table({"a": ["x", ""], "b": ["y", "z"]}), 'row 2: column "a": the name "" cannot be used: it is empty'),
        (pa.table({"a": ["x", "a\x07b"], "b": ["y", "z"]}), 'row 2: column "a": the name .* cannot be used'),
        (pa.table([pa.array([1]), pa.array([2])], names=["a", "a"]), None),
        (pa.chunked_array([pa.array([1, 2])]), "no named columns"),
        (pa.table({"a": pa.array(["x", None]).dictionary_encode(), "b": ["y", "z"]}), 'row 2: column "a" is null'),
        ([1, 2], "two ends|__arrow_c_stream__"),
    ],
)
def test_what_cannot_be_read_is_refused(edges: object, message: str | None) -> None:
    if message is None:  # by place, equal names do not matter; by name they are a doubt
        assert hv.Graph.from_arrow(edges).num_connections == 1
        with pytest.raises(hv.InputError, match="two columns"):
            hv.Graph.from_arrow(edges, "a", "a")
        return
    with pytest.raises(hv.InputError, match=message):
        hv.Graph.from_arrow(edges)


def test_decimals_without_a_fraction_are_whole_numbers() -> None:
    ids = [5, -3, 2**63 - 1, -(2**63)]
    table = pa.table({"a": pa.array(ids, pa.decimal128(38, 0)), "b": pa.array([7, 5, 7, 7], pa.int64())})
    encoded = table.set_column(0, "a", table.column("a").dictionary_encode())
    for edges in (table, encoded):
        net = hv.Graph.from_arrow(edges)
        assert net.users == [5, 7, -3, 2**63 - 1, -(2**63)]
        assert pairs_of(net) == expected_pairs(list(zip(ids, [7, 5, 7, 7])))
    assert pairs_of(hv.Graph.from_arrow(duckdb.sql("SELECT 5::HUGEINT AS a, 7::HUGEINT AS b"))) == expected_pairs([(5, 7)])


def test_tables_without_rows_are_networks_without_connections() -> None:
    schema = pa.schema([("a", pa.string()), ("b", pa.string())])
    for empty in (schema.empty_table(), pa.RecordBatchReader.from_batches(schema, []), pl.DataFrame({"a": [], "b": []}, {"a": pl.String, "b": pl.String})):
        assert hv.Graph.from_arrow(empty).num_users == 0
        assert hv.Graph.from_edges(empty, users=["x", "y"]).users == ["x", "y"]


def test_a_stream_is_read_once() -> None:
    table = pa.table({"a": [1], "b": [2]})
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
    capsule = reader.__arrow_c_stream__()

    class Again:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return capsule

    assert hv.Graph.from_arrow(Again()).num_connections == 1
    with pytest.raises(hv.InputError, match="was read before"):
        hv.Graph.from_arrow(Again())


def test_a_producer_that_fails_is_a_system_error() -> None:
    schema = pa.schema([("a", pa.int64()), ("b", pa.int64())])

    def batches():
        yield pa.record_batch([[1], [2]], schema=schema)
        raise OSError("the server went away")

    with pytest.raises(hv.SystemError, match="the server went away"):
        hv.Graph.from_arrow(pa.RecordBatchReader.from_batches(schema, batches()))


def test_who_is_not_listed_is_refused() -> None:
    edges = pa.table({"a": [1, 3], "b": [2, 9]})
    assert hv.Graph.from_arrow(edges, users=[1, 2, 3, 9, 10]).users == [1, 2, 3, 9, 10]
    for users in ([1, 2, 3], pa.table({"id": [1, 2, 3]})):
        with pytest.raises(hv.InputError, match='row 2: column "b" names a user who is not listed'):
            hv.Graph.from_arrow(edges, users=users)
    with pytest.raises(hv.InputError, match="not listed"):
        hv.Graph.from_edges([(1, 2), (3, 9)], users=[1, 2, 3])
    with pytest.raises(hv.InputError, match="not listed"):
        hv.Graph.from_edges(np.array([(1, 2), (3, 9)]), users=[1, 2, 3])


@pytest.mark.parametrize("column", [pa.array([1, 2, 9]), pa.chunked_array([[1], [2, 9]]), pl.Series([1, 2, 9])])
def test_users_may_be_a_column(column: object) -> None:
    edges = pa.table({"a": [1], "b": [2]})
    for net in (hv.Graph.from_arrow(edges, users=column), hv.Graph.from_edges([(1, 2)], users=column)):
        assert net.users == [1, 2, 9]
    with pytest.raises(hv.InputError, match="not listed"):
        hv.Graph.from_arrow(pa.table({"a": [1], "b": [3]}), users=column)


def test_a_query_that_was_not_run_is_refused() -> None:
    for read in (hv.Graph.from_arrow, hv.Graph.from_edges):
        with pytest.raises(hv.InputError, match=r"give its collect\(\)"):
            read(pl.LazyFrame({"a": [1], "b": [2]}))


def test_results_are_arrow_streams() -> None:
    net = hv.Graph.from_edges([(1, 2), (2, 3)], users=[1, 2, 3])
    errors = hv.evaluate(net, public=[1], epsilon=1, hops=2, runs=1)
    release = hv.plan(net, public=[1], epsilon=1, hops=2).release()
    for result, table in ((hv.count(net, public=[1], hops=2), None), (release, None), (errors, errors.to_pandas())):
        for taken in (pa.table(result), pl.DataFrame(result), duckdb.sql("SELECT * FROM result").to_arrow_table()):
            expected = result.to_pandas() if table is None else table
            assert list(taken.columns if isinstance(taken, pl.DataFrame) else taken.column_names) == list(expected.columns)
            assert len(taken) == len(expected)


def test_other_libraries_give_the_same() -> None:
    follows = table = pa.table({"a": [5, -3, 5], "b": [7, 5, 2**63 - 1]})
    expected = expected_pairs([(5, 7), (-3, 5), (5, 2**63 - 1)])
    for other in (table, pl.from_arrow(table), duckdb.sql("SELECT * FROM follows"), table.to_batches()[0]):
        assert pairs_of(hv.Graph.from_edges(other)) == expected
    assert hv.Graph.from_arrow(table, users=[5, -3, 7, 2**63 - 1]).users == [5, -3, 7, 2**63 - 1]
    texts = pl.DataFrame({"a": ["x", "a name longer than twelve bytes"], "b": ["y", "z"]})
    assert hv.Graph.from_arrow(texts).users == ["x", "y", "a name longer than twelve bytes", "z"]
