"""Every id has words, and the words keep to the house's manner."""

import inspect
import re
import typing
from collections.abc import Iterator
from enum import StrEnum
from types import ModuleType

import pytest

from api.report_view.graph import got_instead
from api.words import (
    Message,
    no_class,
    problem as problem_words,
    report as report_words,
    suite as suite_words,
    unfinished,
    unreadable,
)
from api.words.failure import failure
from api.words.graph import folded, left_out, likewise, not_backprop, orders, unrepeatable
from api.words.note import conventions, note
from api.words.operation import operation
from api.words.place import class_place, place
from api.words.problem import problem
from api.words.refusal import refusal
from api.words.sandbox import PROPERTIES
from grader import errors
from grader.compare import Reason
from grader.errors import GraderError
from grader.harness.lock import container, selftest
from grader.harness.processes import remains
from grader.records import from_data, replace
from grader.report import Orders, Score, Verdict
from grader.sandbox.level import Level
from grader.sandbox.replies import ClassPlace, Note, Problem, ProblemKind
from submissions.grading.intake.source import Kind, Refused
from suites import OPERATIONS, Convention, Stage
from tests.offenders import for_each

PROBLEM_KINDS = list(ProblemKind)
NOTE_KINDS = typing.get_args(typing.get_type_hints(Note)["kind"])
REFUSAL_KINDS = typing.get_args(Kind)

FULL = Problem(
    kind=ProblemKind.EXCEPTION,
    type="TypeError",
    message="unsupported operand",
    line=12,
    cell=3,
    function="__mul__",
    operation="tanh",
    classes=(ClassPlace(name="A", line=1), "B"),
    signal=11,
)


def every_message() -> Iterator[tuple[str, Message]]:
    """All there is, made from as little data as possible and from as much."""
    for kind in PROBLEM_KINDS:
        yield f"{kind}, bare", problem(Problem(kind=kind))
        yield f"{kind}, full", problem(replace(FULL, kind=ProblemKind(kind)))
    for number in range(1, 65):
        yield f"signal {number}", problem(Problem(kind=ProblemKind.CRASH, signal=number))
    yield "orders", orders(Orders(right=9, tried=16))
    yield "not backprop", not_backprop()
    yield "unrepeatable", unrepeatable()
    yield "no sandbox", report_words.no_sandbox()
    yield "unknown suite", suite_words.unknown("skp", ["skip"])


def every_sentence() -> Iterator[tuple[str, str]]:
    """Whole sentences without advice."""
    for kind in NOTE_KINDS:
        yield kind, note(Note(kind=kind, name="Scalar", operation="neg"))
    yield from ((chosen, conventions([chosen])[0]) for chosen in Convention)
    yield "likewise", likewise(1)
    yield "folded", folded(4)
    yield "absent", report_words.absent(("torch", "jax"))
    yield "unkept", report_words.unkept(2, "a.grad in `b = a`: expected 2, got 1")
    for status in ("failed", "cut_short"):
        yield from ((status, text) for text in report_words.incomplete(status))
    yield "missing", suite_words.missing(["tanh"], 3)
    yield "right", unfinished.right(["constructor", "+"])
    yield "untried", unfinished.untried(["`backward()`"])
    yield "tried", unfinished.tried(2, 3)
    yield "all tried", unfinished.tried(3, 3)
    yield "none tried", unfinished.tried(0, 0)


def every_phrase() -> Iterator[tuple[str, str]]:
    """What stands in a table or beside something."""
    yield from ((reason, got_instead(reason, "3")) for reason in Reason)
    yield from suite_words.STAGES.items()
    yield from ((of, suite_words.verdict(of)) for of in Verdict)
    yield from report_words.LEVELS.items()
    yield "left out", left_out(2)


MESSAGES = list(every_message())
SENTENCES = list(every_sentence())
PHRASES = list(every_phrase())


@for_each("kind", PROBLEM_KINDS)
def test_every_kind_of_problem_has_words(kind: str) -> None:
    assert problem(Problem(kind=ProblemKind(kind))).seen


@for_each("kind", NOTE_KINDS)
def test_every_kind_of_note_has_words(kind: str) -> None:
    assert note(from_data(Note, {"kind": kind, "name": "x", "operation": "+"}))


def test_a_function_that_is_the_pass_is_not_said_to_compute_itself() -> None:
    said = note(Note(kind="function", name="backward", operation="backward()"))

    assert said == "In your file, the backward pass is the function `backward()`."


@pytest.mark.parametrize("kind", REFUSAL_KINDS)
def test_every_refusal_says_in_sentences_what_happened_and_what_to_do(kind: Kind) -> None:
    for text in refusal(Refused(kind, "value.py", size=2, limit=1)):
        assert text[0].isupper()
        assert text.endswith(".")
        assert "{" not in text


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        (Stage, suite_words.STAGES),
        (Level, report_words.LEVELS),
    ],
)
def test_every_member_has_words(ids: type[StrEnum], words: dict[StrEnum, str]) -> None:
    assert set(ids) == set(words)
    assert all(words.values())


@for_each("reason", Reason)
def test_every_reason_has_words(reason: Reason) -> None:
    assert got_instead(reason, "3")


@pytest.mark.parametrize("chosen", Convention)
def test_every_convention_has_words(chosen: Convention) -> None:
    assert conventions([chosen])


def test_every_property_of_the_sandbox_has_words() -> None:
    assert {*selftest.PROPERTIES, *remains.PROPERTIES, *container.PROPERTIES} == set(PROPERTIES)


@pytest.mark.parametrize("error", GraderError.__subclasses__(), ids=lambda error: error.__name__)
def test_every_failure_of_ours_says_what_to_try(error: type[GraderError]) -> None:
    assert all(failure(error()))


def test_every_failure_of_ours_is_known() -> None:
    named = [
        each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, GraderError)
    ]
    assert set(named) == {GraderError, *GraderError.__subclasses__()}


@for_each("op", [*OPERATIONS, "zero_grad", "constants", "value exponent", "reflected -"])
def test_every_operation_is_written_as_a_reader_would(op: str) -> None:
    written = operation(op)
    assert "`" in written or " " in written
    assert "reflected" not in written


@for_each(("name", "message"), MESSAGES, ids=[name for name, _ in MESSAGES])
def test_a_message_is_made_of_whole_sentences_without_holes(name: str, message: Message) -> None:
    for text in filter(None, message):
        assert text[0].isupper() or text[0] == "`", name
        assert text.endswith((".", "?")) or "unsupported operand" in text or text == "An exception"
        assert "None," not in text
        assert "``" not in text or "bare" in name
        assert "{" not in text
        assert text == text.strip()


@for_each("text", [text for _, text in SENTENCES], ids=[str(name) for name, _ in SENTENCES])
def test_a_sentence_begins_and_ends_as_one(text: str) -> None:
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".")
    assert "{" not in text


@for_each("text", [text for _, text in PHRASES], ids=[str(name) for name, _ in PHRASES])
def test_what_stands_beside_something_is_no_sentence(text: str) -> None:
    assert text
    assert not text.endswith(".")
    assert "{" not in text


BLAME = (
    "illegal",
    "fatal",
    "stupid",
    "bad ",
    "your mistake",
    "you forgot",
    "invalid",
    "wrongly",
    "should have",
)


@pytest.mark.parametrize("blame", BLAME)
def test_no_words_blame(blame: str) -> None:
    seen = [part for _, message in MESSAGES for part in message] + [
        text for _, text in [*SENTENCES, *PHRASES]
    ]
    assert not [text for text in seen if blame in text.lower()]


@pytest.mark.parametrize("module", [no_class, unreadable, problem_words])
def test_what_is_wrong_with_a_file_is_said_where_nothing_is_submitted_too(module: ModuleType) -> None:
    assert not re.findall(r"submit", inspect.getsource(module), flags=re.IGNORECASE)


def test_a_problem_says_its_place_in_a_file_and_in_a_notebook() -> None:
    in_file = Problem(kind=ProblemKind.EXCEPTION, type="NameError", message="name 'x' is not defined", line=7)
    in_notebook = Problem(
        kind=ProblemKind.EXCEPTION, type="NameError", message="no", line=7, cell=2, function="_backward"
    )

    assert problem(in_file).seen == "NameError: name 'x' is not defined (line 7)"
    assert problem(in_notebook).seen == "NameError: no (line 7 of cell 2, in `_backward`)"


def test_limits_are_named_as_they_are() -> None:
    assert "far more steps than it needs" in problem(Problem(kind=ProblemKind.TIME)).seen
    assert "more than 1 MiB" in problem(Problem(kind=ProblemKind.OUTPUT)).seen
    assert "264 MiB" in problem(Problem(kind=ProblemKind.MEMORY)).seen
    assert "40 seconds" in problem(Problem(kind=ProblemKind.BUDGET)).seen


def test_two_classes_are_listed_with_their_lines() -> None:
    classes = (ClassPlace(name="A", line=3), ClassPlace(name="B", line=40))

    seen = problem(Problem(kind=ProblemKind.TWO_CLASSES, classes=classes)).seen

    assert seen.endswith(": `A` (line 3) and `B` (line 40).")


def test_no_class_says_what_a_class_has() -> None:
    advice = problem(Problem(kind=ProblemKind.NO_CLASS, classes=())).advice
    assert all(word in advice for word in ("data", "grad", "+", "backward()"))


def test_a_file_that_is_too_large_is_told_its_size_and_the_limit() -> None:
    seen = refusal(Refused("too-large", "value.py", size=3 << 20, limit=1 << 20)).seen
    assert seen == "The file is too large (3 MiB; the limit is 1 MiB)."


def test_orders_are_counted() -> None:
    assert "9 of 16 orders" in orders(Orders(right=9, tried=16)).seen


def test_missing_operations_are_named_with_their_points() -> None:
    assert suite_words.missing(["tanh"], 3) == "Still missing: `tanh` (3 points)."
    assert suite_words.missing(["/", "neg"], 1) == "Still missing: `/` and `-a` (1 point)."
    assert suite_words.missing(["exp"], 0) == "Still missing: `exp`."


def test_a_score_says_when_nothing_is_wrong() -> None:
    score = Score(earned=41, possible=75, missing=34)
    assert suite_words.score(score, nothing_wrong=True) == "41 of 75 points, nothing wrong"
    assert suite_words.score(score, nothing_wrong=False) == "41 of 75 points"


def test_a_place_has_as_much_as_is_known() -> None:
    assert place(Problem(kind=ProblemKind.SYNTAX)) == ""
    assert place(Problem(kind=ProblemKind.SYNTAX, cell=2)) == "cell 2"
    assert class_place(ClassPlace(name="Value")) == "Class `Value`"
    assert (
        class_place(ClassPlace(name="Value", line=4, cell=1))
        == "Class `Value`, methods from line 4 of cell 1"
    )
