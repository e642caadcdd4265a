"""What a child may say: nothing in it is without a bound, of a loose type, or able to move a cursor."""

import json
from collections.abc import Iterator

import pytest
from msgspec import inspect

from grader.records import Record, from_json, to_json
from grader.sandbox import replies
from grader.sandbox.replies import LoadReply, Problem, ProblemKind, Uncalled, printable
from grader.sandbox.wire import UnexpectedReply, read_json
from tests.offenders import for_each

_KINDS = [each for each in vars(replies).values() if isinstance(each, type) and issubclass(each, Record)]
_REPLIES = [each for each in _KINDS if each is not Record]
_UNBOUNDED = inspect.FloatType, inspect.BoolType, inspect.NoneType, inspect.EnumType, inspect.LiteralType


def types_in(told: inspect.Type) -> Iterator[inspect.Type]:
    """A type, and those of which it consists, but for the fields of other records."""
    yield told
    match told:
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            for part in parts:
                yield from types_in(part)
        case inspect.VarTupleType(item_type=part):
            yield from types_in(part)
        case _:
            return


def is_bounded(told: inspect.Type) -> bool:
    match told:
        case inspect.StrType() | inspect.VarTupleType():
            return told.max_length is not None
        case inspect.IntType():
            return told.ge is not None and told.le is not None
        case inspect.StructType():
            return told.forbid_unknown_fields
        case _:
            return isinstance(told, (*_UNBOUNDED, inspect.UnionType, inspect.TupleType))


@for_each("reply", _REPLIES, ids=lambda reply: reply.__name__)
def test_every_field_of_a_reply_is_bounded(reply: type[Record]) -> None:
    told = inspect.type_info(reply)
    assert isinstance(told, inspect.StructType)
    assert is_bounded(told)
    for field in told.fields:
        assert all(map(is_bounded, types_in(field.type))), field.name


@for_each("reply", _REPLIES, ids=lambda reply: reply.__name__)
def test_a_reply_with_another_field_is_refused(reply: type[Record]) -> None:
    with pytest.raises(UnexpectedReply):
        read_json(reply, b'{"score": 100}')


@for_each("text", ["\x1b[2J", "\x7f", "\u202e", "a\nb\u2028", "é", 'plain "quoted"'])
def test_a_text_is_made_printable_wherever_it_stands(text: str) -> None:
    place = {"name": text, "line": 3}
    told = {
        "class": {"name": text},
        "absent": [text],
        "error": {"kind": "two-classes", "classes": [place, text]},
    }

    for escaped in (True, False):
        read = read_json(LoadReply, json.dumps(told, ensure_ascii=escaped).encode())

        assert read.found is not None
        assert read.error is not None
        assert read.error.kind is ProblemKind.TWO_CLASSES
        found, other = read.error.classes or ()
        assert isinstance(found, replies.ClassPlace)
        assert {read.found.name, *read.absent, found.name, other} == {printable(text)}
    assert read_json(Uncalled, json.dumps({"methods": [place]}).encode()).methods[0].name == printable(text)


_LONG = {
    "escapes": "\x1b" * 4000,
    "reorders": "\u202e" * 4000,
    "is_private": "\U0010ffff" * 4000,
    "is_printable": "é" * 4000,
}


@pytest.mark.parametrize("kind", _LONG)
def test_what_was_read_and_made_printable_can_be_kept_and_read_again(kind: str) -> None:
    text = _LONG[kind]
    told = {"kind": "exception", "type": text, "message": text, "classes": [text, {"name": text}]}

    read = read_json(Problem, json.dumps(told).encode())

    assert from_json(Problem, to_json(read)) == read
    assert (read.message or "").isprintable()


def test_a_word_that_is_too_long_once_it_is_printable_is_refused() -> None:
    with pytest.raises(UnexpectedReply):
        read_json(LoadReply, json.dumps({"operations": ["\u202e" * 80]}).encode())
