"""Dodona: the commands of a judge, one JSON document a line.

A tab for each stage, a test case for each suite, and a annotation at the line of each cause.
Source: https://docs.dodona.be/en/references/exercise-judge-output/
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from api.formats._json import line
from api.formats._rows import Annotation, Listing, Row, listings, verdict
from api.report_view.outcome import Outcome
from grader.report import Verdict
from submissions.courses.assignments.hints import DEFAULT, Rung

_CORRECT, _WRONG, _NOT_COMPILED = "correct", "wrong", "compilation error"

_Command = dict[str, object]


def render(outcomes: Sequence[Outcome], sources: Mapping[str, bytes], *, hints: Rung = DEFAULT) -> str:
    """The commands in their order."""
    listed = listings(outcomes, sources, hints)
    commands = [
        {"command": "start-judgement"},
        *(command for each in listed for command in _file(each)),
        _end(listed),
    ]
    return "".join(f"{line(command)}\n" for command in commands)


def _file(listed: Listing) -> Iterator[_Command]:
    for stage, rows in groupby(listed.rows, key=lambda row: row.stage):
        yield {"command": "start-tab", "title": stage or listed.name}
        for row in rows:
            yield from _suite(row)
        yield {"command": "close-tab"}
    if listed.text:
        yield {"command": "append-message", "message": _message(listed.text)}
    yield from map(_annotation, filter(_has_line, listed.annotations))


def _suite(row: Row) -> Iterator[_Command]:
    accepted = row.verdict is Verdict.PASSED
    status = {"enum": _CORRECT if accepted else _WRONG, "human": verdict(row)}
    yield {"command": "start-context"}
    yield {"command": "start-testcase", "description": _message(row.title)}
    if not accepted:
        yield {"command": "start-test", "expected": ""}
        yield {"command": "append-message", "message": _message(row.text)}
        yield {"command": "close-test", "generated": "", "accepted": False, "status": status}
    yield {"command": "close-testcase", "accepted": accepted}
    yield {"command": "close-context", "accepted": accepted}


def _has_line(annotation: Annotation) -> bool:
    """Whether an annotation is at a line of the file: one of a notebook's cell is not."""
    return (
        annotation.where is not None and annotation.where.line is not None and annotation.where.cell is None
    )


def _annotation(annotation: Annotation) -> _Command:
    assert annotation.where is not None and annotation.where.line is not None  # noqa: PT018 - _has_line
    text = f"{annotation.title}\n{annotation.text}".rstrip()
    return {
        "command": "annotate-code",
        "row": annotation.where.line - 1,
        "rows": 1,
        "type": "error",
        "text": text,
    }


def _message(text: str) -> _Command:
    """Plain: nothing that a student wrote is taken for markup."""
    return {"format": "plain", "description": text, "permission": "student"}


def _end(listed: Sequence[Listing]) -> _Command:
    accepted = all(each.passed for each in listed)
    unreadable = any(each.unreadable for each in listed)
    status = _CORRECT if accepted else _NOT_COMPILED if unreadable else _WRONG
    human = "\n".join(each.headline for each in listed)
    return {"command": "close-judgement", "accepted": accepted, "status": {"enum": status, "human": human}}
