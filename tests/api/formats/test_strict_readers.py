"""Dodona and build servers read what they document and nothing else: so do the readers here."""

import json
from collections.abc import Iterator
from typing import Annotated, Literal
from xml.etree import ElementTree as ET

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from api import formats
from api.report_view.outcome import NotGraded
from grader.finding import Diagnosis
from grader.records import replace
from grader.report import Report
from submissions.courses.assignments.hints import Rung
from tests.api.explained import OVERWRITTEN

# --- Dodona: https://docs.dodona.be/en/references/exercise-judge-output/ ----------------------------------


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Message(_Strict):
    format: Literal["plain", "markdown", "html", "code"]
    description: str
    permission: Literal["student", "staff", "zeus"]


class _Status(_Strict):
    enum: Literal["correct", "wrong", "runtime error", "compilation error", "internal error"]
    human: str


class _StartedJudgement(_Strict):
    command: Literal["start-judgement"]


class _StartedTab(_Strict):
    command: Literal["start-tab"]
    title: str = Field(min_length=1)


class _StartedContext(_Strict):
    command: Literal["start-context"]


class _StartedTestcase(_Strict):
    command: Literal["start-testcase"]
    description: _Message


class _StartedTest(_Strict):
    command: Literal["start-test"]
    expected: str


class _AppendedMessage(_Strict):
    command: Literal["append-message"]
    message: _Message


class _AnnotatedCode(_Strict):
    command: Literal["annotate-code"]
    row: int = Field(ge=0)
    rows: int = Field(ge=1)
    text: str = Field(min_length=1)
    type: Literal["error", "warning", "info"]


class _ClosedTest(_Strict):
    command: Literal["close-test"]
    generated: str
    accepted: bool
    status: _Status


class _ClosedPart(_Strict):
    command: Literal["close-testcase", "close-context"]
    accepted: bool


class _ClosedTab(_Strict):
    command: Literal["close-tab"]


class _ClosedJudgement(_Strict):
    command: Literal["close-judgement"]
    accepted: bool
    status: _Status


_COMMAND = TypeAdapter[BaseModel](
    Annotated[
        _StartedJudgement
        | _StartedTab
        | _StartedContext
        | _StartedTestcase
        | _StartedTest
        | _AppendedMessage
        | _AnnotatedCode
        | _ClosedTest
        | _ClosedPart
        | _ClosedTab
        | _ClosedJudgement,
        Field(discriminator="command"),
    ]
)
_INSIDE = {"judgement": "", "tab": "judgement", "context": "tab", "testcase": "context", "test": "testcase"}


def read_dodona(text: str) -> int:
    """How many commands there are. Each is whole, and stands where it may."""
    opened: list[str] = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        command = _COMMAND.validate_json(line)
        kind, _, what = json.loads(line)["command"].partition("-")
        if kind == "start":
            assert _INSIDE[what] == (opened[-1] if opened else ""), line
            opened.append(what)
        elif kind == "close":
            assert opened.pop() == what, line
        else:
            assert isinstance(command, _AppendedMessage | _AnnotatedCode)
            assert opened
        assert opened or number == len(lines) - 1, "nothing comes after the judgement"
    assert not opened
    return len(lines)


# --- JUnit: the schema of Jenkins, without what we never write --------------------------------------------

_COUNTS = {"tests", "failures", "errors", "skipped"}
_ALLOWED = {
    "testsuites": ({"name", *_COUNTS}, {"testsuite"}),
    "testsuite": ({"name", *_COUNTS}, {"testcase"}),
    "testcase": ({"classname", "name"}, {"failure", "error", "skipped"}),
    "failure": ({"type", "message"}, set()),
    "error": ({"type", "message"}, set()),
    "skipped": ({"message"}, set()),
}


def read_junit(text: str) -> int:
    """How many test cases there are. Counts are those of what is there, and a case has one outcome."""
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n')
    root = ET.fromstring(text.encode())  # noqa: S314 - what we have just written
    assert root.tag == "testsuites"
    for element in root.iter():
        attributes, children = _ALLOWED[element.tag]
        assert set(element.keys()) <= attributes, element.tag
        assert {child.tag for child in element} <= children
        if element.tag in ("testsuites", "testsuite"):
            assert dict(_counted(element)) == {name: element.get(name) for name in _COUNTS}
        if element.tag == "testcase":
            assert set(element.keys()) == attributes
            assert len(element) <= 1
    return len(list(root.iter("testcase")))


def _counted(element: ET.Element) -> Iterator[tuple[str, str]]:
    tags = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    for name, tag in tags.items():
        yield name, str(len(list(element.iter(tag))))


@pytest.mark.parametrize("outcome", ["mixed", "hostile", "refused", "diagnosed"])
def test_every_outcome_is_read_at_every_level_of_hints(outcome: str, request: pytest.FixtureRequest) -> None:
    graded: Report | NotGraded = request.getfixturevalue(outcome)
    sources = {"value.py": b"\n" * 30}

    for hints in Rung:
        assert read_dodona(formats.load("dodona").render([graded, graded], sources, hints=hints)) > 2
        assert read_junit(formats.load("junit").render([graded, graded], sources, hints=hints)) > 1


@pytest.fixture
def diagnosed(mixed: Report) -> Report:
    return replace(mixed, diagnosis=Diagnosis(findings=(OVERWRITTEN,)))


@pytest.mark.parametrize(
    "text",
    [
        '{"command": "start-judgement"}\n',
        '{"command": "start-tab", "title": "a"}\n',
        '{"command": "start-judgement", "title": "a"}\n',
        '{"command": "start-judgement"}\n{"command": "close-judgement", "accepted": true}\n',
    ],
)
def test_the_reader_refuses_what_dodona_refuses(text: str) -> None:
    with pytest.raises((ValueError, AssertionError)):
        read_dodona(text)
