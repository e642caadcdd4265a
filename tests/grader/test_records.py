"""Records: what is written is read as it was, and nothing else is read."""

import json
import math

import pytest

from grader.compare import Quantity, Reason
from grader.finding import Edit, Raised, Where
from grader.gradients import NOT_SHOWN, Gradients
from grader.records import Record, UnreadableRecord, from_data, from_json, replace, to_data, to_json
from grader.report import Score, WrongNode
from tests.offenders import for_each

WRONG = WrongNode(node="a", quantity=Quantity.DATA, reason=Reason.DIFFERENT, expected=1e300, got=-0.0)


@for_each("record", [WRONG, Where(), Edit(line=None, was="", now="é\n"), NOT_SHOWN, Raised(type="T")])
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    kind = type(record)

    assert from_json(kind, to_json(record)) == record
    assert from_json(kind, to_json(record, indent=2).encode()) == record
    assert from_data(kind, to_data(record)) == record
    assert json.loads(to_json(record)) == json.loads(json.dumps(to_data(record)))
    assert list(to_data(record)) == list(kind.__struct_fields__)


@for_each("number", [math.nan, math.inf, -math.inf])
def test_what_json_has_no_number_for_is_null(number: float) -> None:
    assert json.loads(to_json(replace(WRONG, got=number)))["got"] is None


@for_each(
    "text",
    [
        "", "null", "[]", "{}", '{"earned": 1, "possible": 2}',
        '{"earned": "1", "possible": 2, "missing": 0}',
        '{"earned": 1, "possible": 2.5, "missing": 0}', '{"earned": 1, "possible": true, "missing": 0}',
        '{"earned": NaN, "possible": 2, "missing": 0}',
        '{"earned": 1, "possible": 2, "missing": 0, "more": 0}',
        '{"earned": 1, "possible": 2, "missing": 0}{}', "[" * 100_000, "\ud800", b"\xff",
    ],
)  # fmt: skip
def test_what_is_no_such_record_is_not_read(text: str | bytes) -> None:
    with pytest.raises(UnreadableRecord):
        from_json(Score, text)


@for_each("data", [None, [], {"method": "unheard-of"}, {"evidence": None}, {"score": 1}])
def test_data_that_is_no_such_record_is_not_read(data: object) -> None:
    with pytest.raises(UnreadableRecord):
        from_data(Gradients, data)


def test_a_record_stays_as_it_is() -> None:
    with pytest.raises(AttributeError):
        WRONG.node = "b"  # type: ignore[misc]
    assert replace(WRONG, node="b").node == "b"
    assert WRONG.node == "a"
